import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import Foundation

struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark articles as read, unread, starred or unstarred, tag, note or delete them.",
        usage: """
            lede mark read|unread|star|unstar NUMBER…
            lede mark tag|untag NAME NUMBER…
            lede mark note TEXT NUMBER…
            lede mark delete|undelete NUMBER…
            lede mark read|unread|star|unstar|delete --search WORDS
            lede mark tag|untag|note NAME --search WORDS
            """,
        discussion: """
            The next refresh sends the marks to the servers of the articles, but not deletions: the server keeps the \
            article, and no refresh brings it back here. For 30 days, undelete restores it with its marks; lede \
            articles --deleted lists the numbers. An empty note ("") removes the earlier one.
            """)

    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case read, unread, star, unstar, tag, untag, note, delete, undelete

        var isTag: Bool { self == .tag || self == .untag }
        /// True if a text comes before the numbers.
        var takesText: Bool { isTag || self == .note }

        /// - Parameter names: the tags, for `tag` and `untag`.
        fileprivate func marks(_ names: [String]) -> [Mark] {
            switch self {
            case .read: [.read(true)]
            case .unread: [.read(false)]
            case .star: [.starred(true)]
            case .unstar: [.starred(false)]
            case .tag: names.map { .tagged($0, true) }
            case .untag: names.map { .tagged($0, false) }
            case .note, .delete, .undelete: []
            }
        }
    }

    @Argument(help: "read, unread, star, unstar, tag, untag, note, delete or undelete.")
    var kind: Kind

    @Argument(
        help: ArgumentHelp(
            "The numbers that lede articles lists (--deleted for undelete). After tag, untag and note, the tag or the text "
                + "comes first.",
            valueName: "number"))
    var words: [String] = []

    @Option(help: "Mark every article that a search finds (see lede search --help); it finds whole words only.")
    var search: String?

    /// Several tags are separated by commas.
    private var names: [String] {
        kind.isTag ? OwnTag.names(in: words.first ?? "") : []
    }

    private var numbers: ArraySlice<String> { words.dropFirst(kind.takesText ? 1 : 0) }

    func validate() throws {
        if kind.isTag, names.isEmpty || OwnTag.isTooLong(words[0]) {
            throw ValidationError(
                "Name the tag first, or up to \(OwnTag.maximumCount) with commas, of at most \(OwnTag.maximumLength) bytes: "
                    + "lede mark \(kind.rawValue) NAME NUMBER…")
        }
        if kind == .note, words.isEmpty { throw ValidationError("Write the note first: lede mark note TEXT NUMBER…") }
        if let word = numbers.first(where: { Self.number($0) == nil }) {
            throw ValidationError("“\(word)” is not the number of an article; lede articles lists the numbers.")
        }
        if kind == .undelete, search != nil {
            throw ValidationError(
                "A search finds no deleted article; lede articles --deleted lists the numbers for undelete.")
        }
        if numbers.isEmpty == (search == nil) {
            throw ValidationError("Name articles either by their numbers or with --search.")
        }
    }

    private static func number(_ word: String) -> Int64? { Int64(word, within: 1 ... .max) }

    func run() throws {
        let store = try CommandContext().store
        let ids =
            try search.map { try found($0, store) } ?? numbers.compactMap(Self.number).map(ArticleID.init(rawValue:))
        for id in ids where search == nil {
            guard try store.article(id) != nil else {
                Console.printError("article \(id.rawValue) not found; nothing was changed")
                throw ExitCode.failure
            }
        }
        print(try change(ids, store))
    }

    /// Returns the sentence that reports the change.
    private func change(_ ids: [ArticleID], _ store: ArticleStore) throws -> String {
        switch kind {
        case .delete:
            let deletion = try store.delete(ids, at: Date())
            return "\(deletion.articles.count.counting("article")) deleted\(deletion.serverWords)"
        case .note:
            for id in ids { try store.setNote(words[0], of: id) }
            return "\(ids.count.counting("article")) changed"
        case .undelete:
            return "\(try store.restore(ids).count.counting("article")) restored"
        case .read, .unread, .star, .unstar, .tag, .untag:
            var changed: Set<ArticleID> = []
            for mark in kind.marks(names) { changed.formUnion(try store.set(mark, on: ids).articles) }
            return "\(changed.count.counting("article")) changed"
        }
    }

    private func found(_ query: String, _ store: ArticleStore) throws -> [ArticleID] {
        let search = try TypedSearch(query, wholeWords: true)
        try store.indexBacklog()
        return try store.ids(of: search.listing())
    }
}
