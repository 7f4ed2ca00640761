import Basics
package import FeedModel
package import FoundationEssentials

/// A line of a journal: number, change, its value, articles and a checksum, which reveals a truncated line.
struct JournalEntry: Equatable {
    let number: Int64
    let change: JournaledChange
    let ids: [ArticleID]

    init(number: Int64, change: JournaledChange, ids: [ArticleID]) {
        self.number = number
        self.change = change
        self.ids = ids
    }

    var line: String {
        let ids = ids.map { String($0.rawValue) }.joined(separator: ",")
        let text = "\(number) \(change.name) \(change.value) \(ids)"
        return "\(text) \(Self.checksum(text))\n"
    }

    /// Nil if the line is incomplete.
    init?(_ line: some StringProtocol) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 5, let number = Int64(parts[0], within: 1 ... .max),
            String(parts[4]) == Self.checksum(parts[..<4].joined(separator: " ")),
            let change = JournaledChange(name: String(parts[1]), value: String(parts[2]))
        else { return nil }
        self.number = number
        self.change = change
        ids = parts[3].split(separator: ",").compactMap { Int64($0, within: .min ... .max) }.map {
            ArticleID(rawValue: $0)
        }
    }

    private static func checksum(_ text: String) -> String {
        var hash = Fingerprint()
        hash.add(text)
        return String(hash.value, radix: 36)
    }
}

/// A change of articles that a journal keeps.
package enum JournaledChange: Equatable, Sendable {
    case mark(Mark)
    /// A deletion, with its time.
    case delete(at: Date)
    /// The undo of a deletion.
    case restore
}

// The texts of a line have no space: a tag is in percent-encoding.
extension JournaledChange {
    private static let tagPrefix = "tag:"

    fileprivate var name: String {
        switch self {
        case .mark(.tagged(let name, _)): Self.tagPrefix + PercentEncoding.encoded(name, keeping: .unreserved)
        case .mark(let mark): mark.column ?? ""
        case .delete: "delete"
        case .restore: "restore"
        }
    }

    /// 1 or 0 for a mark; the time of a deletion in seconds since 1970.
    fileprivate var value: String {
        switch self {
        case .mark(let mark): mark.value ? "1" : "0"
        case .delete(let moment): String(moment.stored)
        case .restore: "1"
        }
    }

    fileprivate init?(name: String, value: String) {
        let isSet = value == "1"
        switch name {
        case "isRead": self = .mark(.read(isSet))
        case "isStarred": self = .mark(.starred(isSet))
        case "delete":
            guard let seconds = Double(value), seconds.isFinite else { return nil }
            self = .delete(at: Date(timeIntervalSince1970: seconds))
        case "restore": self = .restore
        default:
            guard name.hasPrefix(Self.tagPrefix) else { return nil }
            let tag = PercentEncoding.decoded(name.dropFirst(Self.tagPrefix.count))
            self = .mark(.tagged(String(decoding: tag, as: UTF8.self), isSet))
        }
    }
}
