import Basics
import MovingIn

/// The results of a move, and the items that it could not move.
struct MoveInReport: Encodable {
    struct Articles: Encodable, Equatable {
        var added = 0
        var known = 0
    }

    /// The number of new feeds.
    var feeds = 0
    var articles = Articles()
    var savedSearches = 0
    /// The addresses of lists of feeds, which the next refresh reads.
    var followedLists: [String] = []
    var notMoved: [UnimportedLine]
    /// The commands whose keys now run other commands, one line each.
    var lostKeys: [String] = []
    /// Files that were written.
    var written: [String] = []
    /// The damaged or missing files; reported on standard error.
    var problems: [String]

    init(_ home: MovedHome) {
        notMoved = home.notMoved
        problems = home.problems
    }

    private enum CodingKeys: String, CodingKey {
        case feeds, articles
        case savedSearches = "saved_searches"
        case followedLists = "followed_lists"
        case notMoved = "not_moved"
        case lostKeys = "lost_keys"
        case written
    }

    /// Returns a line for each item that was not moved and each command without a key, then the numbers.
    func lines(isDryRun: Bool) -> [String] {
        let items = notMoved.map { entry in
            "\(entry.file)\(entry.line.map { ":\($0)" } ?? ""): \(entry.text): \(entry.reason)"
        }
        let known = articles.known > 0 ? " (\(Numbers.grouped(articles.known)) known already)" : ""
        let counts = [
            feeds.counting("feed"), articles.added.counting("article") + known,
            savedSearches.counting("saved search", "saved searches"),
        ].joined(separator: ", ")
        let lists = followedLists.map { "\(isDryRun ? "would follow" : "follows") \($0): lede refresh reads the list" }
        let files = written.map { (isDryRun ? "would write " : "wrote ") + $0 }
        let lost = notMoved.count { !$0.isMoved }
        let rest = lost == 0 ? "" : "; \(lost.counting("line")) could not be moved"
        return items + lostKeys + lists + files + [(isDryRun ? "would add " : "added ") + counts + rest]
    }
}
