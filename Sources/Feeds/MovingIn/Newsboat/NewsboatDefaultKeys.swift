import FeedParsing

extension NewsboatHome {
    /// The keys that newsboat 2.44 binds without a configuration and lede binds to other commands, in lede's terms. Keys
    /// whose operation lede does not have are left out, and so are digits, which open links in both.
    package static let defaultKeys: [MovedConfiguration.Binding] = {
        let lines = operations.flatMap { operation in
            operation.dialogs.map { dialog in
                NewsboatConfiguration.Line(
                    file: "", number: 0, text: "",
                    written: ["bind-key", operation.key, operation.name, dialog].map { NewsboatWord($0) })
            }
        }
        return NewsboatTranslator(lines, tags: NewsboatTags()).configuration.bindings
    }()

    private static let lists = ["feedlist", "articlelist"]
    private static let articles = ["articlelist", "article"]

    private static let operations: [(key: String, name: String, dialogs: [String])] = [
        ("j", "next-feed", ["articlelist"]), ("k", "prev-feed", ["articlelist"]),
        ("J", "next", lists + ["article"]), ("K", "prev", lists + ["article"]),
        ("^N", "next-unread-feed", ["articlelist"]), ("^P", "prev-unread-feed", ["articlelist"]),
        ("^K", "random-unread", articles), ("O", "open-in-browser-and-mark-read", articles),
        ("l", "toggle-show-read-feeds", lists), ("g", "sort", lists), ("G", "rev-sort", lists),
        ("F", "set-filter", lists), ("s", "save", articles), ("e", "enqueue", ["article"]),
        ("^B", "bookmark", articles), ("^E", "edit-flags", articles),
    ]
}
