import FeedParsing

/// The tags of newsboat's feeds, for the filters that name them.
struct NewsboatTags {
    private let feeds: [NewsboatURLs.Feed]

    init(_ feeds: [NewsboatURLs.Feed] = []) {
        self.feeds = feeds
    }

    /// Returns the feeds that `tags # "tag"` finds: newsboat joins a feed's tags with blanks and compares the words.
    func feeds(with tag: String) -> [NewsboatURLs.Feed] {
        feeds.filter { $0.tags.joined(separator: " ").split(separator: " ").contains(tag[...]) }
    }

    /// True if `folder:=tag` finds exactly the feeds whose folder has this name.
    func isFolder(_ tag: String) -> Bool {
        let found = Set(feeds.compactMap(\.tags.first).filter { $0.lowercased() == tag.lowercased() })
        return found == [tag]
    }
}
