import ArticleStorage
import Basics
import FoundationEssentials

/// Names a process for the others that use the library, so that leases of a killed process differ from the leases of a
/// living one.
package struct LeaseOwner: Equatable, Sendable {
    private let process: String
    /// The process's start in clock ticks since the machine's start: process ids alone are reused.
    private let startTime: String
    private let boot: String
    /// The namespace of its process id: processes of another container are not in this one's `/proc`.
    private let namespace: String

    /// The calling process.
    package static let current = LeaseOwner(process: String(ProcessInfo.processInfo.processIdentifier))

    private init?(running process: String) {
        guard let startTime = Self.startTime(of: process), let boot = MachineBoot.id else { return nil }
        self.process = process
        self.startTime = startTime
        self.boot = boot
        // `isGone` looks for processes of the own namespace only.
        namespace = Self.ownNamespace
    }

    private init(process: String) {
        self.process = process
        startTime = Self.startTime(of: process) ?? ""
        boot = MachineBoot.id ?? ""
        namespace = Self.ownNamespace
    }

    /// The name as the library stores it.
    package var name: String {
        "\(boot) \(process) \(startTime) \(namespace)"
    }

    /// True if the process of that name has certainly ended: another boot of this machine, no such process, or
    /// another one with its number. A name without this information counts as alive, and so does a process of another
    /// namespace: only the end of its lease says that it has ended.
    static func isGone(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let boot = MachineBoot.id else { return false }
        guard parts[0] == boot else { return true }
        return parts[3] == ownNamespace && LeaseOwner(running: parts[1])?.name != name
    }

    /// Releases the leases of processes that have ended, so that no process waits for them.
    static func releaseLeasesOfEndedProcesses(in store: ArticleStore) throws {
        for owner in try store.leaseOwners() where isGone(owner) { try store.releaseLeases(of: owner) }
    }

    /// `pid:[4026531836]`; empty if the system gives none.
    private static let ownNamespace =
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""

    /// Returns the 22nd field of `/proc/PID/stat`; the second one, in brackets, may hold anything. Returns nil for a
    /// zombie too: it has ended, but stays in `/proc` until its parent reaps it, which in many containers never
    /// happens.
    private static func startTime(of process: String) -> String? {
        guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let bracket = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        return fields.count > 19 && fields[0] != "Z" ? String(fields[19]) : nil
    }
}
