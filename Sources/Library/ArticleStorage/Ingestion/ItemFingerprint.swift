internal import Basics
import FeedModel
import FoundationEssentials

// A fingerprint shows that an article has changed, and recognises one that was removed.
extension Fingerprint {
    /// Covers the item's whole content except its guid.
    init(contentOf item: borrowing ParsedItem, records: ItemRecords) {
        self.init()
        add(item.title)
        add(item.url)
        add(item.externalURL)
        add(item.imageURL)
        add(item.commentsURL)
        add(item.language)
        add(item.summary)
        add(item.contentText)
        add(item.contentHTML)
        add(records.authors)
        add(records.tags)
        add(records.enclosures)
        add(item.published)
        add(item.updated)
    }

    init(guid: String) {
        self.init()
        add(guid)
    }

    /// Recognises an item by its link and date after its feed has changed its guids.
    init(link: String, published: Date?) {
        self.init()
        add(link)
        add(published)
    }

    private mutating func add(_ date: Date?) {
        add(date.map { String($0.timeIntervalSince1970.bitPattern) })
    }
}
