import Basics
import FeedModel
import Foundation

/// An article as `--json` prints it, with JSON Feed's names.
struct PrintedArticle: Encodable {
    var number: Int64
    var id: String
    var url: String?
    var externalURL: String?
    var title: String?
    var contentHTML: String?
    var contentText: String?
    var summary: String?
    var image: String?
    var datePublished: Date?
    var dateModified: Date?
    /// The time of arrival, by which an article without a date is sorted.
    var dateReceived: Date
    /// The time at which the person opened it, present only with `--history`.
    var dateOpened: Date?
    /// The time of its deletion, present only with `--deleted`.
    var dateDeleted: Date?
    var authors: [Author]
    /// The person's own tags, then the feed's.
    var tags: [String]
    var ownTags: [String]
    var note: String?
    var attachments: [Attachment]
    var isRead: Bool
    var isStarred: Bool
    /// The feed's title, address and folders; absent if the feed was removed.
    var feed: String?
    var feedURL: String?
    var folder: [String]?

    init(
        _ article: Article, of subscription: Subscription?, ownTags: [String], opened: Date? = nil,
        deleted: Date? = nil
    ) {
        feed = subscription?.title
        feedURL = subscription?.shownAddress
        folder = subscription?.folder
        number = article.id.rawValue
        // A saved address, which is also the article's id, may hold a password.
        url = article.item.url.map { ShownAddress.of($0) }
        id = article.item.id == article.item.url ? ShownAddress.of(article.item.id) : article.item.id
        externalURL = article.item.externalURL
        title = article.item.title
        contentHTML = article.item.contentHTML
        contentText = article.item.contentText
        summary = article.item.summary
        image = article.item.imageURL
        datePublished = article.item.published
        dateModified = article.item.updated
        dateReceived = article.received
        dateOpened = opened
        dateDeleted = deleted
        authors = article.item.authors
        tags = ownTags + article.item.tags.filter { !ownTags.contains($0) }
        self.ownTags = ownTags
        note = article.note
        attachments = article.item.enclosures.map(Attachment.init)
        isRead = article.isRead
        isStarred = article.isStarred
    }

    enum CodingKeys: String, CodingKey {
        case number, id, url
        case externalURL = "external_url"
        case title
        case contentHTML = "content_html"
        case contentText = "content_text"
        case summary, image
        case datePublished = "date_published"
        case dateModified = "date_modified"
        case dateReceived = "date_received"
        case dateOpened = "date_opened"
        case dateDeleted = "date_deleted"
        case authors, tags
        case ownTags = "own_tags"
        case note, attachments
        case isRead = "is_read"
        case isStarred = "is_starred"
        case feed
        case feedURL = "feed_url"
        case folder
    }

    /// An attachment of JSON Feed 1.1, with the members that `lede parse` writes.
    struct Attachment: Encodable {
        var url: String
        var mimeType: String
        var title: String?
        var size: Int64?
        var duration: Double?

        init(_ enclosure: Enclosure) {
            url = enclosure.url
            // JSON Feed requires a type.
            mimeType = enclosure.mimeType ?? "application/octet-stream"
            title = enclosure.title
            size = enclosure.size
            duration = enclosure.duration
        }

        enum CodingKeys: String, CodingKey {
            case url
            case mimeType = "mime_type"
            case title
            case size = "size_in_bytes"
            case duration = "duration_in_seconds"
        }
    }
}
