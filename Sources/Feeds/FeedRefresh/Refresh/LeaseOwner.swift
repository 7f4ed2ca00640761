import FoundationEssentials

/// Names a process to the others that work on the library, so that what a killed one held is told from what a living one holds.
package struct LeaseOwner: Equatable, Sendable {
    private let process: String
    /// Since the machine was started, in clock ticks: a process id alone is handed out again.
    private let startTime: String
    private let boot: String

    /// The process that asks.
    package static let current = LeaseOwner(process: String(ProcessInfo.processInfo.processIdentifier))

    private init?(running process: String) {
        guard let startTime = Self.startTime(of: process), let boot = Self.boot else { return nil }
        self.process = process
        self.startTime = startTime
        self.boot = boot
    }

    private init(process: String) {
        self.process = process
        startTime = Self.startTime(of: process) ?? ""
        boot = Self.boot ?? ""
    }

    /// As the library keeps it.
    package var name: String {
        "\(boot) \(process) \(startTime)"
    }

    /// Whether the process of that name has ended for certain: another start of this machine, no such process, or another
    /// one that got its number. A name that says nothing of this is nobody's to declare gone.
    static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ").map(String.init)
        guard parts.count == 3, let boot else { return false }
        return parts[0] != boot || LeaseOwner(running: parts[1])?.name != name
    }

    /// Names this start of the machine; nil where it has no name.
    package static let boot = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        .split(separator: "\n").first.map(String.init)

    /// The 22nd field of `/proc/PID/stat`; the second one, in brackets, may hold anything.
    private static func startTime(of process: String) -> String? {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let bracket = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        return fields.count > 19 ? String(fields[19]) : nil
    }
}
