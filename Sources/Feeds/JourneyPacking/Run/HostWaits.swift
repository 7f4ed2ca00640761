import ArticleStorage
import FoundationEssentials

/// The waits that hosts asked a run for, in seconds, as the library stores them for the next run.
enum HostWaits {
    private static let setting = "pack-waits"
    /// Maximum wait of further runs (1 hour): a host may mean the page alone (RFC 6585 §4).
    private static let maximum = 3_600.0

    /// Returns the waits that are not over.
    static func stored(in store: ArticleStore, at now: Date) throws(ArticleStoreError) -> [String: Double] {
        var waits: [String: Double] = [:]
        for line in try store.setting(setting)?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let end = Double(parts[1]) else { continue }
            let wait = end - now.timeIntervalSince1970
            // A clock that was set back must not lengthen the wait.
            if wait > 0, wait <= maximum { waits[String(parts[0])] = wait }
        }
        return waits
    }

    static func store(_ waits: [String: Double], in store: ArticleStore, at now: Date) throws(ArticleStoreError) {
        let lines = waits.map { "\($0.key) \(now.timeIntervalSince1970 + min($0.value, maximum))" }
        if lines.isEmpty, try store.setting(setting) == nil { return }
        try store.setSetting(lines.isEmpty ? nil : lines.joined(separator: "\n"), for: setting)
    }
}
