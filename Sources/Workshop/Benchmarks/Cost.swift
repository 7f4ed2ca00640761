import Foundation
import Glibc

/// The cost of some work.
struct Cost {
    var wall: Duration
    /// Time on all processors, including the kernel's.
    var cpu: Duration
    /// Peak memory in bytes, sampled every 10 ms; 0 if the work ended before the first sample.
    var peak = 0

    static func + (one: Cost, other: Cost) -> Cost {
        Cost(wall: one.wall + other.wall, cpu: one.cpu + other.cpu, peak: max(one.peak, other.peak))
    }

    /// Returns the processor time of all child processes that have ended.
    static func ofChildren() -> Duration {
        processorTime(RUSAGE_CHILDREN)
    }

    /// Measures the work of this process itself.
    static func own(_ work: () throws -> Void) rethrows -> Cost {
        let before = processorTime(RUSAGE_SELF)
        let wall = try Table.timed(work)
        return Cost(wall: wall, cpu: processorTime(RUSAGE_SELF) - before)
    }

    private static func processorTime(_ who: __rusage_who) -> Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
            $0 + .seconds($1.tv_sec) + .microseconds(Int($1.tv_usec))
        }
    }
}

/// The memory of a process, from `/proc`.
enum ProcessMemory: String {
    case now = "VmRSS:"
    case peak = "VmHWM:"

    /// Returns 0 if the process has ended.
    func bytes(of process: Int32) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(rawValue) }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes << 10
    }
}
