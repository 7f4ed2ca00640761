/// A deletion of articles by the person, with the facts that its report names.
package struct ArticleDeletion: Equatable, Sendable {
    /// The articles that were in the library until now.
    package var articles: [ArticleID]
    /// Number of copies in other feeds among them, deleted with the article of their story.
    package var copies: Int
    package var starred: Int
    /// Number of articles that a server still has: no server is notified of the deletion.
    package var served: Int

    package init(articles: [ArticleID], copies: Int = 0, starred: Int, served: Int = 0) {
        self.articles = articles
        self.copies = copies
        self.starred = starred
        self.served = served
    }

    /// ", not on its server"; empty if no server has one of the articles.
    package var serverWords: String {
        guard served > 0 else { return "" }
        return articles.count == 1 ? ", not on its server" : ", not on their servers"
    }
}
