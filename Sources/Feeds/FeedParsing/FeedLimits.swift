internal import Basics
internal import FeedModel

/// Maximum lengths of a feed's values, in bytes of UTF-8 unless stated otherwise. Longer text is cut at a character; a
/// longer address is dropped, since a part of it leads nowhere.
enum FeedLimits {
    static let title = 4_000
    /// Lists show a summary; the whole text is limited only by the size of the document.
    static let summary = 64_000
    static let name = 400
    static let tag = 200
    static let address = 8_000
    /// An `xml:base` or a `<base href>`: each address below it is joined to it.
    static let base = 2_048
    static let language = 100
    static let mimeType = 200
    static let identifier = 8_000
    static let authors = 100
    /// Maximum depth at which open elements are tracked.
    static let depth = 10_000
    static let tags = 200
    static let enclosures = 1_000
    static let chapters = 500
    /// In bytes: one petabyte.
    static let fileSize: Int64 = 1 << 50
    /// In seconds: ten years.
    private static let maximumRecordingDuration = 315_360_000.0
    /// In minutes: a year.
    static let timeToLive = 525_600

    static func size(_ size: Int64) -> Int64? {
        0...fileSize ~= size ? size : nil
    }

    static func duration(_ seconds: Double) -> Double? {
        0...maximumRecordingDuration ~= seconds ? seconds : nil
    }

    static func apply(to feed: inout ParsedFeed) {
        cut(&feed.title, to: title)
        cut(&feed.summary, to: summary)
        cut(&feed.language, to: language)
        drop(&feed.homePageURL)
        drop(&feed.feedURL)
        drop(&feed.iconURL)
        drop(&feed.nextURL)
        drop(&feed.previousArchiveURL)
        apply(to: &feed.authors)
        for index in feed.items.indices { apply(to: &feed.items[index]) }
    }

    static func apply(to item: inout ParsedItem) {
        // Two ids that differ only after the limit must still differ.
        if item.id.utf8.count > identifier { item.id = item.id.prefix(bytes: 200) + "#" + fingerprint(of: item.id) }
        drop(&item.url)
        drop(&item.externalURL)
        drop(&item.imageURL)
        drop(&item.commentsURL)
        drop(&item.commentsFeedURL)
        cut(&item.title, to: title)
        cut(&item.summary, to: summary)
        cut(&item.language, to: language)
        apply(to: &item.authors)
        if item.tags.count > tags { item.tags.removeSubrange(tags...) }
        for index in item.tags.indices where item.tags[index].utf8.count > tag {
            item.tags[index] = item.tags[index].prefix(bytes: tag)
        }
        if item.enclosures.contains(where: { $0.url.utf8.count > address }) {
            item.enclosures.removeAll { $0.url.utf8.count > address }
        }
        for index in item.enclosures.indices {
            cut(&item.enclosures[index].title, to: title)
            cut(&item.enclosures[index].mimeType, to: mimeType)
        }
    }

    private static func apply(to people: inout [Author]) {
        if people.count > authors { people.removeSubrange(authors...) }
        for index in people.indices {
            var person = people[index]
            cut(&person.name, to: name)
            cut(&person.email, to: name)
            drop(&person.url)
            // Changing it would copy the list if another value shares it.
            if person != people[index] { people[index] = person }
        }
    }

    private static func fingerprint(of text: String) -> String {
        var hash = Fingerprint()
        hash.add(text)
        return String(hash.value, radix: 16)
    }

    private static func cut(_ text: inout String?, to limit: Int) {
        guard let whole = text, whole.utf8.count > limit else { return }
        text = whole.prefix(bytes: limit)
    }

    private static func drop(_ reference: inout String?) {
        if let text = reference, text.utf8.count > address { reference = nil }
    }
}
