import GRDB

/// A stored article that a server describes.
struct KnownArticle {
    var id: Int64
    var subscription: Int64
    var fingerprint: Int64
    var isDeleted: Bool
    /// True if the article has just got a new id.
    var isRematched = false

    static let rows = """
        SELECT article.id, subscription, fingerprint, deletedAt IS NOT NULL
        FROM remoteArticle JOIN article ON article.id = article
        """

    init(row: Row) {
        (id, subscription, fingerprint, isDeleted) = (row[0], row[1], row[2], row[3])
    }
}
