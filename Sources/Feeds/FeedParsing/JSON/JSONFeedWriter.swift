internal import Basics
package import FeedModel
internal import FoundationEssentials

/// Writes a feed as JSON Feed 1.1, on one line.
package enum JSONFeedWriter {
    static let version = "https://jsonfeed.org/version/1.1"

    /// Returns the document in UTF-8.
    package static func write(_ feed: ParsedFeed) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", version)
            json.member("title", feed.title ?? "")
            json.member("home_page_url", feed.homePageURL)
            json.member("feed_url", feed.feedURL)
            json.member("description", feed.summary)
            json.member("language", feed.language)
            json.member("icon", feed.iconURL)
            json.member("next_url", feed.nextURL)
            write(feed.authors, to: &json)
            json.key("items")
            json.array(feed.items) { json, item in write(item, to: &json) }
        }
        return json.bytes
    }

    /// - Parameter extensions: writes the members outside of JSON Feed (`_name`).
    static func write(
        _ item: ParsedItem, to json: inout JSONWriter, extensions: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.object { json in
            json.member("id", item.id)
            json.member("url", item.url)
            json.member("external_url", item.externalURL)
            json.member("title", item.title)
            json.member("content_html", item.contentHTML)
            // JSON Feed 1.1 requires one of the two.
            json.member("content_text", item.contentText ?? (item.contentHTML == nil ? "" : nil))
            json.member("summary", item.summary)
            json.member("image", item.imageURL)
            json.member("date_published", item.published?.timestamp)
            json.member("date_modified", item.updated?.timestamp)
            write(item.authors, to: &json)
            json.member("language", item.language)
            if !item.tags.isEmpty {
                json.key("tags")
                json.array(item.tags) { json, tag in json.string(tag) }
            }
            if !item.enclosures.isEmpty {
                json.key("attachments")
                json.array(item.enclosures) { json, enclosure in write(enclosure, to: &json) }
            }
            extensions(&json)
        }
    }

    private static func write(_ authors: [Author], to json: inout JSONWriter) {
        guard !authors.isEmpty else { return }
        json.key("authors")
        json.array(authors) { json, author in
            json.object { json in
                json.member("name", author.name)
                json.member("url", author.url ?? author.email.map { "mailto:" + $0 })
            }
        }
    }

    private static func write(_ enclosure: Enclosure, to json: inout JSONWriter) {
        json.object { json in
            json.member("url", enclosure.url)
            // The field is required; this is the type of a file whose type is unknown.
            json.member("mime_type", enclosure.mimeType ?? "application/octet-stream")
            json.member("title", enclosure.title)
            json.member("size_in_bytes", enclosure.size.map(String.init), quoted: false)
            json.member(
                "duration_in_seconds", enclosure.duration.map { String(Int(saturating: $0.rounded())) }, quoted: false)
        }
    }
}
