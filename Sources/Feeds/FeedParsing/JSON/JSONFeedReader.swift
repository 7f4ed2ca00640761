import Basics
internal import FeedModel
internal import Markup

/// Reads JSON Feed 1.0 and 1.1. A field of the wrong type counts as missing; an item that is not an object is skipped.
struct JSONFeedReader {
    let document: JSONValue
    /// True if the document is complete; from a truncated one, only complete items are read.
    let isWhole: Bool
    private let base: String?

    /// `text` is the document in UTF-8, made safe.
    init(_ text: [UInt8], url: String?) throws(FeedParsingError) {
        let (document, isWhole) = try JSONParser.feed(text)
        let isVersioned = document["version"]?.string?.contains("jsonfeed.org") ?? false
        let hasItems = document["items"]?.elements.isEmpty == false
        guard case .object = document, hasItems || (isVersioned && isWhole) else {
            throw .otherJSON
        }
        self.document = document
        self.isWhole = isWhole
        base = url ?? document["feed_url"]?.string
    }

    func read() -> ParsedFeed {
        var feed = ParsedFeed()
        feed.isTruncated = !isWhole
        feed.title = title(document["title"])
        feed.homePageURL = address(document["home_page_url"])
        feed.feedURL = address(document["feed_url"])
        feed.summary = line(document["description"])
        feed.language = line(document["language"])
        feed.iconURL = address(document["icon"]) ?? address(document["favicon"])
        feed.authors = authors(of: document)
        feed.nextURL = address(document["next_url"])
        feed.items = (document["items"]?.elements ?? []).prefix(FeedParser.maximumItems).compactMap(item)
        FeedLimits.apply(to: &feed)
        let home = feed.homePageURL
        UniqueIdentifiers.assign(to: &feed.items, home: home)
        return feed
    }

    func item(_ value: JSONValue) -> ParsedItem? {
        guard case .object = value else { return nil }
        var item = ParsedItem(id: line(value["id"]) ?? "")
        item.url = address(value["url"])
        item.externalURL = address(value["external_url"])
        // JSON Feed 1.1, items: an id should be a full address, which then is the article's.
        if item.url == nil, item.externalURL == nil, WebAddress.isWebPage(item.id) { item.url = address(value["id"]) }
        item.title = title(value["title"])
        item.contentHTML = value["content_html"]?.string?.nonEmpty.map {
            BodyLinks.resolve(TextSlice(Array($0.utf8)), against: base).string
        }
        item.contentText = value["content_text"]?.string?.nonEmpty
        item.summary = line(value["summary"])
        item.imageURL = address(value["image"]) ?? address(value["banner_image"])
        item.published = value["date_published"]?.text.flatMap(FeedDate.parse)
        item.updated = value["date_modified"]?.text.flatMap(FeedDate.parse)
        item.authors = authors(of: value)
        item.tags = tags(of: value)
        item.language = line(value["language"])
        item.enclosures = (value["attachments"]?.elements ?? []).prefix(FeedLimits.enclosures).compactMap(enclosure)
        FeedLimits.apply(to: &item)
        return item
    }

    /// 1.1 has a list `authors`, 1.0 one `author`; either may be a list, an object or a plain name. Documents for old
    /// and new readers have both, for the same people: `authors` wins.
    private func authors(of value: JSONValue) -> [Author] {
        for field in [value["authors"], value["author"]].compactMap({ $0 }) {
            var people = DistinctList<Author>()
            for person in field.elements.isEmpty ? [field] : field.elements {
                if let author = author(person) { people.append(author) }
            }
            if !people.values.isEmpty { return people.values }
        }
        return []
    }

    private func author(_ value: JSONValue) -> Author? {
        if let name = line(value) { return PersonReading.author(name) }
        let name = line(value["name"])
        let url = address(value["url"])
        guard name != nil || url != nil else { return nil }
        guard let url, url.hasPrefix("mailto:") else { return Author(name: name, url: url) }
        return Author(name: name, email: String(url.dropFirst(7)))
    }

    private func tags(of value: JSONValue) -> [String] {
        var tags = DistinctList<String>()
        for tag in value["tags"].map({ $0.elements.isEmpty ? [$0] : $0.elements }) ?? [] {
            if let tag = line(tag) { tags.append(tag) }
        }
        return tags.values
    }

    private func enclosure(_ value: JSONValue) -> Enclosure? {
        guard let url = address(value["url"]) else { return nil }
        let size = value["size_in_bytes"]?.double.flatMap { Int64(exactly: $0.rounded()) }
        return Enclosure(
            url: url, mimeType: line(value["mime_type"])?.lowercased(), title: line(value["title"]),
            size: size.flatMap(FeedLimits.size),
            duration: value["duration_in_seconds"]?.double.flatMap(FeedLimits.duration))
    }

    private func title(_ value: JSONValue?) -> String? {
        line(value).flatMap { PlainText.visibleTitle($0) }
    }

    /// Returns plain text on one line: JSON Feed's titles hold no markup.
    func line(_ value: JSONValue?) -> String? {
        value?.text.map { WhiteSpace.collapsed($0) }?.nonEmpty
    }

    func address(_ value: JSONValue?) -> String? {
        guard let reference = value?.string?.trimmingSpaces.nonEmpty, !WebAddress.isScript(reference) else {
            return nil
        }
        return WebAddress.resolve(reference, against: base)
    }
}
