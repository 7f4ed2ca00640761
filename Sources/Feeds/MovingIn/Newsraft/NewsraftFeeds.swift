import Basics
import FeedModel
import FeedParsing
import Markup

/// Newsraft's `feeds` file: `ADDRESS ["NAME"] [< SETTING; SETTING]`, under sections `@ NAME [< …]`.
struct NewsraftFeeds {
    private(set) var feeds: [MovedSubscription] = []
    private(set) var notMoved: [UnimportedLine] = []

    private let file: String
    private var section: String?
    /// The settings of the section, which its feeds inherit.
    private var inherited = FeedPreferences()
    private var known: [String: Int] = [:]

    init(parsing bytes: [UInt8], file: String) {
        self.file = file
        for line in bytes.numberedLines { read(line.text, number: line.number) }
    }

    private mutating func read(_ text: String, number: Int) {
        if text.isEmpty || text.hasPrefix("#") { return }
        let (entry, settings) = Self.divided(text)
        if text.hasPrefix("@") {
            let name = WhiteSpace.collapsed(String(entry.dropFirst()))
            section = name.isEmpty || name == "Global" ? nil : name
            inherited = preferences(settings, over: FeedPreferences(), number)
        } else if text.hasPrefix("$(") {
            return report(text, number, "a program; add it yourself: lede add exec:NAME --command \"…\"")
        } else {
            add(entry, preferences(settings, over: inherited, number), text, number)
        }
    }

    private static let preferenceNames: [String: FeedPreferences.Name] = [
        "reload-period": .refreshMinutes, "item-limit": .maximumCount,
    ]

    /// Returns the settings that lede has for a single feed, and reports the others.
    private mutating func preferences(
        _ settings: [String], over others: FeedPreferences, _ number: Int
    ) -> FeedPreferences {
        var preferences = others
        for setting in settings {
            let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2, words[1].allSatisfy(\.isNumber), let name = Self.preferenceNames[words[0]],
                preferences.set(name, to: words[1])
            else {
                report(setting, number, Self.reason(setting))
                continue
            }
        }
        return preferences
    }

    /// Splits a line at the `<` of settings, which is outside quotation marks.
    private static func divided(_ text: String) -> (entry: String, settings: [String]) {
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == "<", !isQuoted, index == text.startIndex || text[text.index(before: index)] == " "
            else {
                continue
            }
            let settings = text[text.index(after: index)...].split(separator: ";").map {
                WhiteSpace.collapsed(String($0))
            }
            return (String(text[..<index]), settings.filter { !$0.isEmpty })
        }
        return (text, [])
    }

    private mutating func add(_ entry: String, _ preferences: FeedPreferences, _ text: String, _ number: Int) {
        let words = NewsboatWords.words(Array(entry.utf8)[...])
        guard let address = words.first, MovedAddress.isOfFeed(address) else {
            return report(text, number, "not the address of a feed")
        }
        let title = words.dropFirst().first ?? ""
        if let first = known[address] {
            feeds[first].outline.title = feeds[first].outline.title.isEmpty ? title : feeds[first].outline.title
            if let section { feeds[first].addCategory(section) }
            return
        }
        known[address] = feeds.count
        let outline = OPMLOutline(title: title, feedURL: address, folder: section.map { [$0] } ?? [])
        // The database stores addresses without a slash at the end.
        var feed = MovedSubscription(outline: outline, articleKey: address.withoutFinalSlashes)
        feed.preferences = preferences
        feeds.append(feed)
    }

    private mutating func report(_ text: String, _ number: Int, _ reason: String) {
        notMoved.append(UnimportedLine(file: file, line: number, text: ShownLine.of(text), reason: reason))
    }

    private static func reason(_ setting: String) -> String {
        switch setting.prefix(while: { $0 != " " }) {
        case "reload-period": "set it with lede feed ADDRESS refresh-minutes=…"
        case "item-limit": "set it with lede feed ADDRESS max-per-feed=…"
        case "item-rule": "a condition in SQL; a [[kill]] rule with feed = … can replace it"
        case "bind": "lede has no keys for a single feed"
        default: "lede has no such setting for a single feed"
        }
    }
}

extension MovedSubscription {
    /// A feed of several sections is put into the first one; OPML's `category` names them all.
    fileprivate mutating func addCategory(_ name: String) {
        if outline.folder.isEmpty {
            outline.folder = [name]
            return
        }
        let others = outline.attributes.first?.value ?? outline.folder[0]
        guard !others.split(separator: ",").contains(name[...]) else { return }
        outline.attributes = [OPMLValue(name: "category", value: "\(others),\(name)")]
    }
}
