internal import Basics
package import FeedModel
internal import Markup

package import struct FoundationEssentials.Date

/// An article from the API of a sync server, made as safe as the articles of feed documents.
package struct ServedItem {
    /// Identifies the article if the server gives no guid.
    package var guid: String?
    package var url: String?
    package var title: String?
    package var html: String?
    package var author: String?
    package var published: Date?
    var updated: Date?
    package var commentsURL: String?
    package var tags: [String] = []
    package var enclosures: [Enclosure] = []

    package init() {}

    /// - Parameter base: the address of the feed or of its home page.
    package func item(base: String?) -> ParsedItem {
        let address = address(url, base)
        let title = Self.title(title)
        var item = ParsedItem(id: guid?.nonEmpty.map(Self.line) ?? address ?? Self.fallbackID(title, published))
        item.url = address
        item.title = title
        item.contentHTML = html?.nonEmpty.map {
            BodyLinks.resolve(TextSlice(Array($0.utf8)), against: address ?? base).string
        }
        item.published = published
        item.updated = updated == published ? nil : updated
        item.commentsURL = self.address(commentsURL, base)
        item.authors = author?.nonEmpty.map(Self.line)?.nonEmpty.flatMap(PersonReading.author).map { [$0] } ?? []
        item.tags = tags.compactMap { Self.line($0).nonEmpty }
        item.enclosures = enclosures.prefix(FeedLimits.enclosures).compactMap { enclosure in
            guard enclosure.isUseful, let url = self.address(enclosure.url, base) else { return nil }
            var enclosure = enclosure
            enclosure.url = url
            return enclosure
        }
        return item
    }

    /// Returns one line of plain text, for the titles of feeds and folders.
    package static func line(_ text: String) -> String {
        SafeText.line(text)
    }

    /// Returns an absolute address; nil if it is not an address that may be opened.
    package static func address(_ text: String?) -> String? {
        ServedItem().address(text, nil)
    }

    /// Returns a title as plain text: some servers send HTML, some text.
    package static func title(_ text: String?) -> String? {
        guard let text = text?.nonEmpty else { return nil }
        let bytes = Array(text.utf8)
        let title = PlainText.looksLikeHTML(bytes) ? SafeText.line(PlainText.title(html: bytes)) : line(text)
        return PlainText.visibleTitle(title)
    }

    private static func fallbackID(_ title: String?, _ published: Date?) -> String {
        "\(title ?? "") \(published.map { String(Int(saturating: $0.timeIntervalSince1970)) } ?? "")"
    }

    private func address(_ text: String?, _ base: String?) -> String? {
        guard let reference = text?.trimmingSpaces.nonEmpty, !WebAddress.isScript(reference) else { return nil }
        return WebAddress.resolve(SafeText.clean(reference), against: base)
    }
}
