internal import Basics
internal import FeedModel
internal import FoundationEssentials

/// Gives each item an id of its own that is the same at the next fetch.
enum UniqueIdentifiers {
    /// Items without an id get one from their link, else from what they say. Different items with one id, which some
    /// programs write, are told apart by their links; nothing is dropped.
    static func assign(to items: inout [ParsedItem]) {
        for index in items.indices where items[index].id.isEmpty {
            items[index].id = items[index].url ?? "urn:lede:" + digest(items[index])
        }
        guard Set(items.lazy.map(\.id)).count < items.count else { return }
        distinguish(&items) { "\($0.id)#\($0.url ?? digest($0))" }
        distinguish(&items) { "\($0.id)#\(digest($0))" }
        numberTwins(&items)
    }

    /// Where several items share an id, each of them gets another: which one comes first may change.
    private static func distinguish(_ items: inout [ParsedItem], by better: (ParsedItem) -> String) {
        var counts: [String: Int] = [:]
        for item in items { counts[item.id, default: 0] += 1 }
        guard counts.count < items.count else { return }
        for index in items.indices where counts[items[index].id, default: 1] > 1 {
            items[index].id = better(items[index])
        }
    }

    /// What is the same in everything can only be counted.
    private static func numberTwins(_ items: inout [ParsedItem]) {
        var seen: Set<String> = []
        var number = 2
        for index in items.indices where !seen.insert(items[index].id).inserted {
            let id = items[index].id
            while !seen.insert("\(id)#\(number)").inserted { number += 1 }
            items[index].id = "\(id)#\(number)"
        }
    }

    /// FNV-1a over what makes the item this one: stable between runs, unlike Swift's own hashes.
    private static func digest(_ item: ParsedItem) -> String {
        let date = item.published.map { String(Int(saturating: $0.timeIntervalSince1970)) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in [item.title, date, item.contentHTML ?? item.contentText ?? item.summary] {
            for byte in (part ?? "").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}
