import Foundation
import Glibc

/// What some work took.
struct Cost {
    var wall: Duration
    /// Time on all processors, the kernel's for it included.
    var cpu: Duration
    /// The most memory it held, in bytes, as seen every 10 ms; 0 for what was over before.
    var peak = 0

    static func + (one: Cost, other: Cost) -> Cost {
        Cost(wall: one.wall + other.wall, cpu: one.cpu + other.cpu, peak: max(one.peak, other.peak))
    }

    /// Processor time of all processes that were started here and have ended.
    static func ofChildren() -> Duration {
        processorTime(RUSAGE_CHILDREN)
    }

    /// Work of this process itself.
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

/// What a process holds of the machine's memory, as `/proc` tells it.
enum ProcessMemory: String {
    case now = "VmRSS:"
    case peak = "VmHWM:"

    /// 0 where the process is no more.
    func bytes(of process: Int32) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(rawValue) }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes << 10
    }
}
