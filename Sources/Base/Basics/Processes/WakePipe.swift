import CSystem
import Glibc

/// A pipe that wakes a thread from `poll`. Neither end blocks, and programs that lede starts inherit neither.
package struct WakePipe: Sendable {
    /// The descriptor is readable after `wake`, until `drain`; −1 if the system has no descriptor left.
    package let readEnd: Int32
    private let writeEnd: Int32

    package init() {
        var ends: [Int32] = [-1, -1]
        if csystem_pipe(&ends) == 0 { ends.forEach { _ = fcntl($0, F_SETFL, O_NONBLOCK) } }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    /// May be called by a signal handler; changes `errno` if the pipe is full.
    package func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    package func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }

    /// Closes both ends. The pipe must not be used afterwards.
    package func close() {
        Glibc.close(readEnd)
        Glibc.close(writeEnd)
    }
}
