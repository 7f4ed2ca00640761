package import FeedModel

/// An article as rules examine it. A text is folded for matching when the first rule needs it.
package struct RuleSubject {
    private let item: ParsedItem
    private let feed: FoldedFeed
    private let plainText: () -> String
    private var ready: [RuleField: [FoldedText]] = [:]

    /// A feed's names, folded once for all of its articles.
    package struct FoldedFeed: Sendable {
        fileprivate let texts: [FoldedText]

        /// - Parameter shownURL: the address without user information, if `url` has it.
        package init(title: String?, url: String, shownURL: String? = nil) {
            texts = [title, url, shownURL].compactMap { $0.map(FoldedText.init) }
        }
    }

    /// `plainText`: the article's text without its markup.
    package init(_ item: ParsedItem, of feed: FoldedFeed, plainText: @escaping () -> String) {
        self.item = item
        self.feed = feed
        self.plainText = plainText
    }

    /// Returns the texts of a field. There is always one, so that a negated pattern has a text to check.
    mutating func texts(of field: RuleField) -> [FoldedText] {
        if let texts = ready[field] { return texts }
        let texts: [FoldedText] =
            switch field {
            case .title: [FoldedText(item.title ?? "")]
            case .author: item.authors.flatMap { [$0.name, $0.email] }.compactMap { $0.map(FoldedText.init) }
            case .content: [FoldedText(plainText())]
            case .feed: feed.texts
            case .url: [item.url, item.externalURL].compactMap { $0.map(FoldedText.init) }
            case .tag: item.tags.map(FoldedText.init)
            }
        ready[field] = texts
        return texts
    }
}
