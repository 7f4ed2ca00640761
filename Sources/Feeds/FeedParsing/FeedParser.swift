internal import ContentCoding
package import FeedModel
internal import Markup

/// Turns the bytes of a feed document into a `ParsedFeed`. It fetches nothing, and its time is linear in the input.
package enum FeedParser {
    /// Maximum size to which a compressed document may inflate, in bytes.
    package static let inflatedLimit = 32_000_000
    /// Items of one document beyond this many are not read.
    package static let maximumItems = 50_000

    /// Reads RSS 0.90–2.0, RDF, Atom 0.3 and 1.0, and JSON Feed.
    ///
    /// - Parameters:
    ///   - bytes: the document as received; gzip is recognised by its first bytes and inflated.
    ///   - url: the document's address, against which relative ones are resolved.
    ///   - contentType: the HTTP field; only its charset is used.
    /// - Throws: `FeedParsingError` if the document is not a feed. A malformed feed yields its readable parts.
    package static func parse(
        _ bytes: [UInt8], url: String? = nil, contentType: String? = nil
    ) throws(FeedParsingError) -> ParsedFeed {
        switch try kind(of: bytes, url: url, contentType: contentType) {
        case .json(let text): return try JSONFeedReader(text, url: url).read()
        case .jsonAfterMarkup(let feed): return feed
        case .markup(let text):
            var reader = XMLFeedReader(text, url: url)
            return try reader.read()
        }
    }

    /// True if the document is a web page rather than a feed: a hotspot's login page, or a site that has moved.
    package static func looksLikeHTML(_ bytes: [UInt8], contentType: String? = nil) -> Bool {
        do throws(FeedParsingError) {
            guard case .markup(let text) = try kind(of: bytes, url: nil, contentType: contentType) else { return false }
            var reader = XMLFeedReader(text, url: nil)
            try reader.openRoot()
            return false
        } catch {
            return error == .html
        }
    }

    /// True if the document begins as a feed does: with the root element of one, or as a JSON Feed up to its first item.
    package static func looksLikeFeed(_ bytes: [UInt8], contentType: String? = nil) -> Bool {
        do throws(FeedParsingError) {
            switch try kind(of: bytes, url: nil, contentType: contentType) {
            case .json(let text): _ = try JSONFeedReader(text, url: nil)
            case .jsonAfterMarkup: break
            case .markup(let text):
                var reader = XMLFeedReader(text, url: nil)
                try reader.openRoot()
            }
            return true
        } catch {
            return false
        }
    }

    /// A document in UTF-8, by the kind that its beginning shows.
    private enum Kind {
        case json([UInt8])
        /// A JSON Feed after the prolog of a web page.
        case jsonAfterMarkup(ParsedFeed)
        case markup([UInt8])
    }

    private static func kind(
        of bytes: [UInt8], url: String?, contentType: String?
    ) throws(FeedParsingError) -> Kind {
        let text = try DocumentText.utf8(try inflated(bytes), contentType: contentType)
        guard let first = text.first(where: { !$0.isMarkupSpace }) else { throw .empty }
        if first.opensJSON { return .json(text) }
        if let json = MarkupProlog.json(after: text), let feed = try? JSONFeedReader(json, url: url).read() {
            return .jsonAfterMarkup(feed)
        }
        return .markup(text)
    }

    /// Inflates gzip. A truncated stream is not an error: any document may be truncated.
    static func inflated(_ bytes: [UInt8]) throws(FeedParsingError) -> [UInt8] {
        guard GzipMark.begins(bytes) == true else { return bytes }
        do {
            return try ContentDecoder([.gzip], limit: inflatedLimit).decode(bytes)
        } catch .tooLarge(let limit) {
            throw .tooLarge(limit: limit)
        } catch {
            throw .brokenCompression
        }
    }
}
