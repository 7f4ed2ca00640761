package import FeedModel

/// A page of the since-id endpoint: a JSON Feed 1.1 whose extension `_since` lists the changes in order, and the
/// position that the page reaches.
package struct SinceDocument: Equatable, Sendable {
    package var title: String
    /// The address of the next page; nil on the last page.
    package var nextURL: String?
    package var epoch: String
    /// Positions below this one are gone for good.
    package var oldest: Int64
    /// The position that this page reaches, and the next cursor; nil for a page of older articles.
    package var last: Int64?
    package var hasMore: Bool
    /// True if changes after the requested position are gone for good.
    package var hasGap: Bool
    package var feeds: [RemoteFeed]
    package var articles: [RemoteArticle]

    package init(
        title: String = "", epoch: String, oldest: Int64 = 1, last: Int64? = nil, hasMore: Bool = false,
        hasGap: Bool = false, feeds: [RemoteFeed] = [], articles: [RemoteArticle] = []
    ) {
        self.title = title
        self.epoch = epoch
        self.oldest = oldest
        self.last = last
        self.hasMore = hasMore
        self.hasGap = hasGap
        self.feeds = feeds
        self.articles = articles
    }
}

/// The folders of a feed as one text, outermost first, separated by `/`; a `/` or `\` in a name has a `\` before it.
enum SinceFolder {
    static func text(_ names: [String]) -> String {
        names.map { name in
            name.map { $0 == "/" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        }.joined(separator: "/")
    }

    static func names(_ text: String) -> [String] {
        var names = [""]
        var isEscaped = false
        for character in text {
            if isEscaped || (character != "/" && character != "\\") {
                names[names.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                names.append("")
            }
        }
        return names.filter { !$0.isEmpty }
    }
}
