import FeedModel
import FoundationEssentials

/// A 64-bit hash, FNV-1a for all but long texts, by which a change of an article is seen and a removed article known again.
///
/// It guards against nothing: a feed that makes its own articles collide hides its own articles.
struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// As SQLite stores it.
    var stored: Int64 {
        Int64(bitPattern: value)
    }

    /// Texts longer than this, in bytes, are taken eight bytes at a time: they are most of what there is, and no guids.
    private static let shortText = 1_024

    mutating func add(_ text: String?) {
        guard var text else { return add(byte: 0xFF) }
        text.withUTF8 { bytes in
            var rest = bytes[...]
            if bytes.count > Self.shortText {
                let words = UnsafeRawBufferPointer(bytes)
                for offset in stride(from: 0, through: bytes.count - 8, by: 8) {
                    add(word: UInt64(littleEndian: words.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                }
                rest = bytes.suffix(bytes.count % 8)
            }
            for byte in rest { add(byte: byte) }
        }
        // No UTF-8 holds these two, so that fields cannot run into each other or be mistaken for missing ones.
        add(byte: 0xFE)
    }

    mutating func add(_ date: Date?) {
        add(date.map { String($0.timeIntervalSince1970.bitPattern) })
    }

    private mutating func add(byte: UInt8) {
        value = (value ^ UInt64(byte)) &* Self.prime
    }

    /// A product carries upwards only: its upper half is laid on the lower one.
    private mutating func add(word: UInt64) {
        value = (value ^ word) &* Self.prime
        value ^= value >> 32
    }

    private static let prime: UInt64 = 0x100_0000_01b3
}

extension Fingerprint {
    /// Of all that an item offers, but its guid.
    init(contentOf item: ParsedItem, records: ItemRecords) {
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

    /// Of the guid alone.
    init(guid: String) {
        add(guid)
    }

    /// Of an item's link and date, by which it is known again when its feed has changed its guids.
    init(link: String, published: Date?) {
        add(link)
        add(published)
    }
}
