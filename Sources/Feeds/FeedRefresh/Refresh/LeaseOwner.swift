import ArticleStorage
import Basics
import FoundationEssentials

/// Names a process for the others that use the library, so that leases of a killed process differ from those of a
/// living one.
package struct LeaseOwner: Equatable, Sendable {
    private let process: String
    /// The process's start in clock ticks since the machine's start: process ids alone are reused.
    private let startTime: String
    private let boot: String

    /// The calling process.
    package static let current = LeaseOwner(process: String(ProcessInfo.processInfo.processIdentifier))

    private init?(running process: String) {
        guard let startTime = Self.startTime(of: process), let boot = MachineBoot.id else { return nil }
        self.process = process
        self.startTime = startTime
        self.boot = boot
    }

    private init(process: String) {
        self.process = process
        startTime = Self.startTime(of: process) ?? ""
        boot = MachineBoot.id ?? ""
    }

    /// The name as the library stores it.
    package var name: String {
        "\(boot) \(process) \(startTime)"
    }

    /// True if the process of that name has certainly ended: another boot of this machine, no such process, or
    /// another one with its number. A name without this information counts as alive.
    static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ").map(String.init)
        guard parts.count == 3, let boot = MachineBoot.id else { return false }
        return parts[0] != boot || LeaseOwner(running: parts[1])?.name != name
    }

    /// Releases the leases of processes that have ended, so that no process waits for them.
    static func releaseLeasesOfTheDead(in store: ArticleStore) throws {
        for owner in try store.leaseOwners() where isGone(owner) { try store.releaseLeases(of: owner) }
    }

    /// The 22nd field of `/proc/PID/stat`; the second one, in brackets, may hold anything.
    private static func startTime(of process: String) -> String? {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let bracket = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        return fields.count > 19 ? String(fields[19]) : nil
    }
}
