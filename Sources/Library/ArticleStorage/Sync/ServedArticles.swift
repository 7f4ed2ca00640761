/// The articles of an account whose ids are valid on its server.
enum ServedArticles {
    /// The condition on a row of `remoteArticle`. An id counts only while the server has the article's feed: without
    /// the feed it has no such article, and after a backup was restored it may give the id to another one.
    static let condition = """
        remoteArticle.remoteID IS NOT NULL AND
            (SELECT subscription FROM article WHERE article.id = remoteArticle.article) NOT IN
            (SELECT subscription FROM remoteFeed WHERE isGone = 1 AND subscription IS NOT NULL)
        """
}
