internal import Basics

/// The person's settings for one feed that differ from the general ones; nil means the general one.
package struct FeedPreferences: Hashable, Sendable {
    /// The order of its list.
    package var order: ArticleOrder?
    /// The text shown when one of its articles is opened.
    package var opening: ArticleOpening?
    /// Leaves the feed out of All, Unread and Today, and of their counts.
    package var isHidden = false
    /// The minutes between scheduled polls, unless its server asks for more.
    package var refreshMinutes: Int?
    /// True to fetch the feed only when the person names it.
    package var isPaused = false
    /// Articles older than this many days are removed after a refresh, and so are articles beyond the count below.
    package var maximumAgeDays: Int?
    package var maximumCount: Int?
    /// True to show pictures in its articles.
    package var showsPictures: Bool?
    package var loadPictures: PictureLoading?
    /// The program whose output is the feed, word by word; the feed's address is not fetched then. Only the person
    /// sets it.
    package var command: [String]?
    /// The program that reads the fetched document and writes the feed.
    package var filter: [String]?
    /// The `User-Agent` of requests for the feed, its older pages and its articles' pages.
    package var userAgent: String?
    /// False to leave the feed out of notifications.
    package var notifies: Bool?
    /// The person's tags of the feed: OPML's `category`. Nil means the tags in the list that the feed came from.
    package var tags: [String]?
    /// The parts to pack for a journey; nil means the pictures, and also the page if the text is short or `open` is
    /// `page`.
    package var packing: FeedPacking?

    package init() {}
}

/// The parts of a feed's articles that `lede pack` fetches.
package enum FeedPacking: String, Codable, Sendable, CaseIterable {
    case no
    /// The feed's text and its pictures.
    case text
    /// The page as well.
    case page
    /// The page and the enclosures.
    case all
}

/// The text shown when an article is opened.
package enum ArticleOpening: String, Codable, Sendable, CaseIterable {
    /// The feed's text.
    case text
    /// The main text of the article's page.
    case page
    case browser
}

// MARK: - Settings by name

extension FeedPreferences {
    /// The settings by the names that the command line uses.
    package enum Name: String, CaseIterable, Sendable {
        case order
        case opening = "open"
        case hidden
        case refreshMinutes = "refresh-minutes"
        case maximumAgeDays = "max-age-days"
        case maximumCount = "max-per-feed"
        case showsPictures = "pictures"
        case loadPictures = "load-pictures"
        case command, filter
        case userAgent = "user-agent"
        case packing = "pack"
        case notifies = "notify"
        case tags

        /// A description of the valid values.
        package var expectation: String {
            switch self {
            case .order: "newest, oldest, title, feed, length or unread"
            case .opening: "text, page or browser"
            case .hidden: "true or false (true: not in All, Unread, Today)"
            case .refreshMinutes: "10 to 10,080, or never"
            case .maximumAgeDays: "1 to 36,500"
            case .maximumCount: "1 to 1,000,000"
            case .showsPictures: "true or false"
            case .loadPictures: "asked, always or never"
            case .command: "a program with arguments (it prints the feed)"
            case .filter: "a program with arguments (it changes the feed)"
            case .userAgent: "1 to 256 printable ASCII characters"
            case .notifies: "true or false"
            case .tags:
                "names separated by commas, \(OwnTag.maximumCount) of \(OwnTag.maximumLength) bytes at most; category in exports"
            case .packing: "no, text, page or all (enclosures too)"
            }
        }

        /// The valid words, besides a number.
        package var values: [String] {
            switch self {
            case .order: ArticleOrder.allCases.map(\.word) + [FeedPreferences.unset]
            case .opening: ArticleOpening.allCases.map(\.rawValue) + [FeedPreferences.unset]
            case .packing: FeedPacking.allCases.map(\.rawValue) + [FeedPreferences.unset]
            case .hidden: ["true", "false"]
            case .showsPictures, .notifies: ["true", "false", FeedPreferences.unset]
            case .loadPictures: PictureLoading.allCases.map(\.rawValue) + [FeedPreferences.unset]
            case .refreshMinutes: [FeedPreferences.never, FeedPreferences.unset]
            case .maximumAgeDays, .maximumCount, .command, .filter, .userAgent, .tags: [FeedPreferences.unset]
            }
        }
    }

    /// The word for the general setting.
    package static let unset = "default"
    /// The interval of a paused feed.
    private static let never = "never"

    package func text(of name: Name) -> String {
        switch name {
        case .order: order?.word ?? Self.unset
        case .opening: opening?.rawValue ?? Self.unset
        case .hidden: isHidden ? "true" : "false"
        case .refreshMinutes: isPaused ? Self.never : refreshMinutes.map(String.init) ?? Self.unset
        case .maximumAgeDays: maximumAgeDays.map(String.init) ?? Self.unset
        case .maximumCount: maximumCount.map(String.init) ?? Self.unset
        case .showsPictures: showsPictures.map { $0 ? "true" : "false" } ?? Self.unset
        case .loadPictures: loadPictures?.rawValue ?? Self.unset
        case .command: command.map(CommandWords.line) ?? Self.unset
        case .filter: filter.map(CommandWords.line) ?? Self.unset
        case .userAgent: userAgent ?? Self.unset
        case .packing: packing?.rawValue ?? Self.unset
        case .notifies: notifies.map { $0 ? "true" : "false" } ?? Self.unset
        case .tags: tags.flatMap { $0.isEmpty ? nil : $0.joined(separator: ",") } ?? Self.unset
        }
    }

    /// Changes a setting; returns false for an invalid value. `default` restores the general setting.
    package mutating func set(_ name: Name, to value: String) -> Bool {
        switch name {
        case .order: return assign(value, to: \.order) { ArticleOrder(word: $0) }
        case .opening: return assign(value, to: \.opening, ArticleOpening.init)
        case .packing: return assign(value, to: \.packing, FeedPacking.init)
        case .hidden:
            guard let isHidden = [Self.unset: false, "true": true, "false": false][value] else { return false }
            self.isHidden = isHidden
            return true
        case .refreshMinutes: return setInterval(value)
        case .maximumAgeDays: return assign(value, to: \.maximumAgeDays) { Self.number($0, in: 1...36_500) }
        case .maximumCount: return assign(value, to: \.maximumCount) { Self.number($0, in: 1...1_000_000) }
        case .showsPictures: return assign(value, to: \.showsPictures) { ["true": true, "false": false][$0] }
        case .notifies: return assign(value, to: \.notifies) { ["true": true, "false": false][$0] }
        case .loadPictures: return assign(value, to: \.loadPictures, PictureLoading.init)
        case .command: return assign(value, to: \.command, Self.words)
        case .filter: return assign(value, to: \.filter, Self.words)
        case .userAgent: return assign(value, to: \.userAgent, Self.userAgent)
        case .tags:
            let names = OwnTag.names(in: value)
            guard !names.isEmpty, !OwnTag.isTooLong(value) else { return false }
            // Empty instead of nil, so that an imported category does not return.
            tags = value == Self.unset ? [] : names
            return true
        }
    }

    private mutating func setInterval(_ value: String) -> Bool {
        guard value == Self.never else {
            guard assign(value, to: \.refreshMinutes, { Self.number($0, in: 10...10_080) }) else { return false }
            isPaused = false
            return true
        }
        (refreshMinutes, isPaused) = (nil, true)
        return true
    }

    private static func words(_ text: String) -> [String]? {
        let words = CommandWords.split(text)
        return words.isEmpty || text == unset ? nil : words
    }

    /// RFC 9110 §5.5: a field's value neither begins nor ends with a blank.
    private static func userAgent(_ text: String) -> String? {
        let isPrintable = text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        guard isPrintable, 1...256 ~= text.utf8.count, text.first != " ", text.last != " ", text != unset else {
            return nil
        }
        return text
    }

    private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    private mutating func assign<Value>(
        _ text: String, to path: WritableKeyPath<FeedPreferences, Value?>, _ read: (String) -> Value?
    ) -> Bool {
        let value = read(text)
        guard value != nil || text == Self.unset else { return false }
        self[keyPath: path] = value
        return true
    }
}

// MARK: - Storage

extension FeedPreferences: Codable {
    private enum CodingKeys: String, CodingKey {
        case order, opening, isHidden, isPaused, refreshMinutes, maximumAgeDays, maximumCount, command, filter
        case showsPictures, loadPictures, packing, notifies, tags, userAgent
    }

    /// An unknown stored value counts as unset.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        order = (try? values.decodeIfPresent(String.self, forKey: .order)).flatMap { $0 }.flatMap {
            ArticleOrder(rawValue: $0)
        }
        opening = try? values.decodeIfPresent(ArticleOpening.self, forKey: .opening)
        isHidden = (try? values.decodeIfPresent(Bool.self, forKey: .isHidden)) ?? false
        isPaused = (try? values.decodeIfPresent(Bool.self, forKey: .isPaused)) ?? false
        refreshMinutes = try? values.decodeIfPresent(Int.self, forKey: .refreshMinutes)
        maximumAgeDays = try? values.decodeIfPresent(Int.self, forKey: .maximumAgeDays)
        maximumCount = try? values.decodeIfPresent(Int.self, forKey: .maximumCount)
        showsPictures = try? values.decodeIfPresent(Bool.self, forKey: .showsPictures)
        loadPictures = try? values.decodeIfPresent(PictureLoading.self, forKey: .loadPictures)
        command = try? values.decodeIfPresent([String].self, forKey: .command)
        filter = try? values.decodeIfPresent([String].self, forKey: .filter)
        userAgent = (try? values.decodeIfPresent(String.self, forKey: .userAgent)).flatMap { $0 }.flatMap {
            Self.userAgent($0)
        }
        packing = try? values.decodeIfPresent(FeedPacking.self, forKey: .packing)
        notifies = try? values.decodeIfPresent(Bool.self, forKey: .notifies)
        tags = try? values.decodeIfPresent([String].self, forKey: .tags)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(order?.rawValue, forKey: .order)
        try values.encodeIfPresent(opening, forKey: .opening)
        if isHidden { try values.encode(true, forKey: .isHidden) }
        if isPaused { try values.encode(true, forKey: .isPaused) }
        try values.encodeIfPresent(refreshMinutes, forKey: .refreshMinutes)
        try values.encodeIfPresent(maximumAgeDays, forKey: .maximumAgeDays)
        try values.encodeIfPresent(maximumCount, forKey: .maximumCount)
        try values.encodeIfPresent(showsPictures, forKey: .showsPictures)
        try values.encodeIfPresent(loadPictures, forKey: .loadPictures)
        try values.encodeIfPresent(command, forKey: .command)
        try values.encodeIfPresent(filter, forKey: .filter)
        try values.encodeIfPresent(userAgent, forKey: .userAgent)
        try values.encodeIfPresent(packing, forKey: .packing)
        try values.encodeIfPresent(notifies, forKey: .notifies)
        try values.encodeIfPresent(tags, forKey: .tags)
    }
}
