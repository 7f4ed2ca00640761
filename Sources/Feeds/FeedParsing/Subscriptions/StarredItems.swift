import Basics
package import FeedModel
internal import FoundationEssentials
internal import Markup

/// The `starred.json` in Google Reader's form, written by Inoreader, The Old Reader, FreshRSS, CommaFeed and others.
///
/// Its ids are the server's, not the feeds', so articles are identified by feed and link.
package struct StarredItems: Sendable {
    package struct Item: Sendable {
        /// The address from `feed/ADDRESS`; nil if the server writes a number there.
        package var feedURL: String?
        package var homePageURL: String?
        package var feedTitle: String?
        package var article: MovedArticle
    }

    package private(set) var items: [Item] = []
    /// Entries without a link that would identify them.
    package private(set) var withoutLink = 0
    /// False if the file ends too early, or contains more values than the parser reads.
    package let isWhole: Bool

    /// Nil if the bytes are not such a file.
    package init?(parsing bytes: [UInt8]) {
        let isPlain = bytes.first { !$0.isMarkupSpace } == UInt8(ascii: "{")
        // Else it has a byte-order mark.
        let text = isPlain ? bytes : (try? DocumentText.utf8(bytes, contentType: nil)) ?? bytes
        guard let (root, isWhole) = JSONParser.parse(text), case .array(let entries)? = root["items"] else {
            return nil
        }
        self.isWhole = isWhole
        for entry in entries {
            if let item = Self.item(entry) { items.append(item) } else { withoutLink += 1 }
        }
    }

    private static func item(_ entry: JSONValue) -> Item? {
        guard let link = address(entry["canonical"]) ?? address(entry["alternate"]) ?? web(entry["url"]) else {
            return nil
        }
        var item = ParsedItem(id: link)
        item.url = link
        item.title = ServedItem.title(entry["title"]?.string)
        item.published = date(entry["published"])
        item.updated = date(entry["updated"])
        let body = (entry["content"]?["content"] ?? entry["summary"]?["content"])?.string
        item.contentHTML = body.map { FeedBody.html(SafeText.clean($0), base: link) }?.nonEmpty
        item.authors = line(entry["author"]).map { [Author(name: $0)] } ?? []
        item.enclosures = (entry["enclosure"]?.elements ?? []).prefix(FeedLimits.enclosures).compactMap { file in
            web(file["href"]).map { Enclosure(url: $0, mimeType: line(file["type"])) }
        }
        let states = (entry["categories"]?.elements ?? []).compactMap(\.string)
        let marks = MovedMarks(isRead: states.contains { $0.hasSuffix("/state/com.google/read") }, isStarred: true)
        var article = MovedArticle(guid: link, item: item, marks: marks)
        article.ownTags = tags(labels: states)
        let origin = entry["origin"]
        let stream = origin?["streamId"]?.string ?? ""
        return Item(
            feedURL: stream.hasPrefix("feed/http")
                ? ListedAddress.withoutBreaks(String(stream.dropFirst("feed/".count))) : nil,
            homePageURL: web(origin?["htmlUrl"]), feedTitle: line(origin?["title"]),
            article: article)
    }

    /// Returns the names of `user/NUMBER/label/NAME`, as the person could type them.
    private static func tags(labels categories: [String]) -> [String] {
        let names = categories.compactMap { category in
            category.firstRange(of: "/label/").flatMap { tag(of: String(category[$0.upperBound...])) }
        }
        return OwnTag.names(in: names.joined(separator: ","))
    }

    /// Returns the tag for a label, as a person could type it; nil if nothing remains of the label. A comma becomes a
    /// space, since commas separate tags, `#` at the beginning is left out, and a long label is cut.
    package static func tag(of label: String) -> String? {
        let line = WhiteSpace.collapsed(SafeText.line(label).replacing(",", with: " "))
        let name = String(line.drop { $0 == "#" || $0 == " " })
        let tag = WhiteSpace.collapsed(name.prefix(bytes: OwnTag.maximumLength))
        return OwnTag.isName(tag) ? tag : nil
    }

    private static func address(_ links: JSONValue?) -> String? {
        (links?.elements ?? []).lazy.compactMap { web($0["href"]) }.first
    }

    private static func web(_ value: JSONValue?) -> String? {
        guard let text = value?.string, WebAddress.isHTTP(text) else { return nil }
        return SafeText.line(text)
    }

    private static func line(_ value: JSONValue?) -> String? {
        value?.string.flatMap { SafeText.line($0).nonEmpty }
    }

    /// Reads seconds since 1970, as a number or as text, or a date in the form of feeds.
    private static func date(_ value: JSONValue?) -> Date? {
        if let seconds = value?.double, CalendarSeconds.afterEpoch ~= Int(saturating: seconds) {
            return Date(timeIntervalSince1970: seconds)
        }
        return value?.string.flatMap(FeedDate.parse)
    }
}
