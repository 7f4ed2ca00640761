import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation

struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark articles as read, unread, starred or unstarred.",
        discussion: "Servers that the articles come from are told at the next refresh.")

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case read, unread, star, unstar

        var mark: Mark {
            switch self {
            case .read: .read(true)
            case .unread: .read(false)
            case .star: .starred(true)
            case .unstar: .starred(false)
            }
        }
    }

    @Argument(help: "read, unread, star or unstar.")
    var kind: Kind

    @Argument(help: "The articles' numbers, as lede articles lists them.")
    var numbers: [Int64] = []

    @Option(help: "Every article that a search finds (see lede search --help).")
    var search: String?

    func validate() throws {
        if numbers.isEmpty == (search == nil) {
            throw ValidationError("Name articles by their numbers, or by --search.")
        }
    }

    func run() throws {
        let store = try Workplace().store
        let ids = try search.map { try found($0, store) } ?? numbers.map(ArticleID.init(rawValue:))
        for id in ids where search == nil {
            guard try store.article(id) != nil else {
                Console.complain("article \(id.rawValue) not found; nothing was marked")
                throw ExitCode.failure
            }
        }
        let changed = try store.set(kind.mark, on: ids).articles.count
        print("\(changed.counting("article")) changed")
    }

    private func found(_ query: String, _ store: ArticleStore) throws -> [ArticleID] {
        if let problem = SearchQuery(query + " ").problem { throw ValidationError(problem) }
        while try store.indexPending() > 0 {}
        return try store.ids(of: ArticleListing(.search(query), midnight: .localMidnight))
    }
}
