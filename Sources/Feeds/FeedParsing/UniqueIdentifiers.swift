internal import Basics
internal import FeedModel
internal import FoundationEssentials

/// Gives each item its own id, which stays the same from fetch to fetch.
enum UniqueIdentifiers {
    /// Makes an id from the link, else from the words, if an item has none. Some programs give different items the same
    /// id: these get ids with their links. Entries that repeat another one word for word keep its id, so that the
    /// library stores one article. No item is dropped.
    ///
    /// - Parameter home: the home page of the feed. If an undated item links to it, the link does not identify the
    ///   item, even if no other item has that link: the next document may have another such item.
    static func assign(to items: inout [ParsedItem], home: String?) {
        var homePageItems: [Int] = []
        for index in items.indices where items[index].id.isEmpty {
            items[index].id = items[index].url ?? ParsedItem.prefixOfMadeIDs + items[index].digestOfWords
            if linksToHomePage(items[index], home) { homePageItems.append(index) }
        }
        distinguishShared(&items)
        for index in homePageItems where items[index].id == items[index].url {
            let url = items[index].id
            // Such an item gets this id in a document with several such items.
            items[index].id = "\(url)#\(url)#\(items[index].digestOfWords)"
        }
    }

    /// True if an item has no date, and its link is the home page or only a host. A fragment may name an article.
    private static func linksToHomePage(_ item: ParsedItem, _ home: String?) -> Bool {
        guard item.published == nil, item.updated == nil, let url = item.url, WebAddress.isHTTP(url),
            !url.utf8.contains(UInt8(ascii: "#"))
        else { return false }
        let page = StoryAddress.of(url)
        return page == nil || page == home.flatMap(StoryAddress.of)
    }

    private static func distinguishShared(_ items: inout [ParsedItem]) {
        var ids = Set<String>(minimumCapacity: items.count)
        // By index: an iterator would copy each item.
        guard !items.indices.allSatisfy({ ids.insert(items[$0].id).inserted }) else { return }
        let originals = originals(of: items)
        var distinct = originals.indices.filter { originals[$0] == $0 }.map { items[$0] }
        distinguish(&distinct) { "\($0.id)#\($0.url ?? $0.digestOfWords)" }
        distinguish(&distinct) { "\($0.id)#\($0.digestOfWords)" }
        numberDuplicates(&distinct)
        var next = 0
        for index in items.indices {
            if originals[index] == index {
                items[index].id = distinct[next].id
                next += 1
            } else {
                items[index].id = items[originals[index]].id
            }
        }
    }

    /// The words that two entries of one document share if one repeats the other word for word.
    private struct Words: Hashable {
        let id: String
        let url: String?
        let title: String?
        let published: Date?
        let html: String?
        let text: String?
        let summary: String?
        let enclosures: [Enclosure]

        init(_ item: ParsedItem) {
            id = item.id
            url = item.url
            title = item.title
            published = item.published
            html = item.contentHTML
            text = item.contentText
            summary = item.summary
            enclosures = item.enclosures
        }
    }

    /// Returns, for each entry, the index of the first entry with the same words; that is the entry itself unless it
    /// repeats another. Only entries that share an id are compared.
    private static func originals(of items: [ParsedItem]) -> [Int] {
        var counts: [String: Int] = [:]
        for item in items { counts[item.id, default: 0] += 1 }
        var first: [Words: Int] = [:]
        return items.indices.map { index in
            guard counts[items[index].id, default: 1] > 1 else { return index }
            let words = Words(items[index])
            if let original = first[words] { return original }
            first[words] = index
            return index
        }
    }

    /// If several items share an id, all of them get new ones, the first too, since their order may change.
    private static func distinguish(_ items: inout [ParsedItem], by better: (ParsedItem) -> String) {
        var counts: [String: Int] = [:]
        for item in items { counts[item.id, default: 0] += 1 }
        guard counts.count < items.count else { return }
        for index in items.indices where counts[items[index].id, default: 1] > 1 {
            items[index].id = better(items[index])
        }
    }

    /// Entries that are equal in everything can only be numbered.
    private static func numberDuplicates(_ items: inout [ParsedItem]) {
        var seen: Set<String> = []
        var number = 2
        for index in items.indices where !seen.insert(items[index].id).inserted {
            let id = items[index].id
            while !seen.insert("\(id)#\(number)").inserted { number += 1 }
            items[index].id = "\(id)#\(number)"
        }
    }
}
