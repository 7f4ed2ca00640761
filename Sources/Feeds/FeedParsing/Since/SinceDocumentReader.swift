internal import FeedModel
internal import Markup

extension SinceDocument {
    /// Reads a page. An incomplete page is rejected: nothing is read from a truncated document, or from a hotspot's
    /// page in its place.
    ///
    /// - Throws: `FeedParsingError.otherJSON` for a JSON document without a page's required members, and the errors of
    /// feeds.
    package init(parsing bytes: [UInt8], url: String?, contentType: String? = nil) throws(FeedParsingError) {
        let text = try DocumentText.utf8(bytes, contentType: contentType)
        guard let first = text.first(where: { !$0.isMarkupSpace }) else { throw .empty }
        guard first == UInt8(ascii: "{") else {
            throw FeedParser.looksLikeHTML(bytes, contentType: contentType) ? .html : .unknownForm
        }
        let reader = try JSONFeedReader(text, url: url)
        guard reader.isWhole, let since = reader.document["_since"], let epoch = since["epoch"]?.text,
            case .array = reader.document["items"]
        else { throw .otherJSON }
        self.init(epoch: epoch)
        title = reader.line(reader.document["title"]) ?? ""
        nextURL = reader.address(reader.document["next_url"])
        oldest = since["oldest"]?.position ?? 1
        last = since["last"]?.position
        hasMore = since["more"] == .bool(true)
        hasGap = since["gap"] == .bool(true)
        feeds = (since["feeds"]?.elements ?? []).compactMap { Self.feed($0, reader) }
        articles = (reader.document["items"]?.elements ?? []).compactMap { Self.article($0, reader) }
    }

    /// Returns the since-id page in a document that was fetched as a feed; nil for any other document.
    package static func shown(in bytes: [UInt8], contentType: String? = nil) -> SinceDocument? {
        // Without the member's name there is no page, and the search costs less than reading the document.
        guard bytes.first(where: { !$0.isMarkupSpace }) == UInt8(ascii: "{"),
            bytes.firstRange(of: "\"_since\"", in: 0..<bytes.count) != nil
        else { return nil }
        return try? SinceDocument(parsing: bytes, url: nil, contentType: contentType)
    }

    private static func feed(_ value: JSONValue, _ reader: JSONFeedReader) -> RemoteFeed? {
        guard let id = reader.line(value["id"]) else { return nil }
        return RemoteFeed(
            id: id, position: value["position"]?.text, isDeleted: value["deleted"] == .bool(true),
            title: reader.line(value["title"]), feedURL: reader.address(value["feed_url"]),
            homePageURL: reader.address(value["home_page_url"]),
            folder: SinceFolder.names(reader.line(value["folder"]) ?? ""))
    }

    private static func article(_ value: JSONValue, _ reader: JSONFeedReader) -> RemoteArticle? {
        guard let id = reader.line(value["id"]), let since = value["_since"], var item = reader.item(value) else {
            return nil
        }
        item.id = id
        item.commentsURL = reader.address(since["comments_url"])
        let isDeleted = since["deleted"] == .bool(true)
        return RemoteArticle(
            id: id, position: since["id"]?.text, feed: reader.line(since["feed"]), item: isDeleted ? nil : item,
            isRead: since["read"]?.bool, isStarred: since["starred"]?.bool, labels: tags(since["tags"]))
    }

    /// Returns the person's own tags; nil if the server is of a version that does not report them.
    private static func tags(_ value: JSONValue?) -> [String]? {
        guard case .array(let names) = value else { return nil }
        return Array(names.compactMap(\.string).filter(OwnTag.isName).prefix(RemoteLabel.maximumCount))
    }
}

extension JSONValue {
    /// A position: a decimal string below 2^63, or a number, which some servers write.
    fileprivate var position: Int64? {
        text.flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }
}
