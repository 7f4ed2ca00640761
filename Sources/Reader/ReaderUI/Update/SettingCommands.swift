import FeedModel

/// What `:set` and the `[reader]` table of `config.toml` can change.
package enum SettingName: String, CaseIterable, Sendable {
    case width, glyphs, hints, mouse, cursor, order
    case fetchOnOpen = "fetch-on-open"
    case scrollMargin = "scroll-margin"
    case showReadFeeds = "show-read-feeds"
    case feedOrder = "feed-order"
    case pictures
    case loadPictures = "load-pictures"
    case pictureKilobytes = "picture-kilobytes"
    case thumbnails

    /// What it may be, for a person who wrote something else.
    package var expectation: String {
        switch self {
        case .width: "a number of columns from 20 to 500"
        case .glyphs: "unicode or ascii"
        case .hints, .mouse, .cursor, .fetchOnOpen, .showReadFeeds, .thumbnails: "true or false"
        case .order: "newest or oldest"
        case .feedOrder: "added, name or unread"
        case .scrollMargin: "a number of rows from 0 to 50"
        case .pictures: "auto, symbols, kitty, sixel or none"
        case .loadPictures: "asked, always or never"
        case .pictureKilobytes: "a number of kilobytes from 1 to 16384"
        }
    }

    /// The words that it may be; none where it is a number.
    var values: [String] {
        switch self {
        case .width, .scrollMargin, .pictureKilobytes: []
        case .pictures: PictureStyle.allCases.map(\.rawValue)
        case .loadPictures: PictureLoading.allCases.map(\.rawValue)
        case .glyphs: ["unicode", "ascii"]
        case .hints, .mouse, .cursor, .fetchOnOpen, .showReadFeeds, .thumbnails: ["true", "false"]
        case .order: ["newest", "oldest"]
        case .feedOrder: FeedOrder.allCases.map(\.rawValue)
        }
    }
}

extension ReaderSettings {
    /// Changes one setting; false where the value is none that it may have.
    package mutating func set(_ name: SettingName, to value: String) -> Bool {
        switch name {
        case .width: return assign(Int(value).flatMap { (20...500).contains($0) ? $0 : nil }, to: \.textWidth)
        case .scrollMargin: return assign(Int(value).flatMap { (0...50).contains($0) ? $0 : nil }, to: \.scrollMargin)
        case .glyphs: return assign(["unicode": Glyphs.unicode, "ascii": .ascii][value], to: \.glyphs)
        case .hints: return assign(Self.truths[value], to: \.showsHints)
        case .mouse: return assign(Self.truths[value], to: \.usesMouse)
        case .cursor: return assign(Self.truths[value], to: \.showsCursor)
        case .fetchOnOpen: return assign(Self.truths[value], to: \.fetchesOnOpen)
        case .showReadFeeds: return assign(Self.truths[value], to: \.showsReadFeeds)
        case .order: return assign(Self.orders[value], to: \.order)
        case .feedOrder: return assign(FeedOrder(rawValue: value), to: \.feedOrder)
        case .pictures: return assign(PictureStyle(rawValue: value), to: \.pictures)
        case .loadPictures: return assign(PictureLoading(rawValue: value), to: \.loadPictures)
        case .thumbnails: return assign(Self.truths[value], to: \.thumbnails)
        case .pictureKilobytes:
            return assign(Int(value).flatMap { (1...16_384).contains($0) ? $0 : nil }, to: \.pictureKilobytes)
        }
    }

    /// A setting's value as `set` takes it.
    package func text(of name: SettingName) -> String {
        switch name {
        case .width: String(textWidth)
        case .scrollMargin: String(scrollMargin)
        case .glyphs: glyphs == .ascii ? "ascii" : "unicode"
        case .hints: String(showsHints)
        case .mouse: String(usesMouse)
        case .cursor: String(showsCursor)
        case .fetchOnOpen: String(fetchesOnOpen)
        case .showReadFeeds: String(showsReadFeeds)
        case .order: order == .oldestFirst ? "oldest" : "newest"
        case .feedOrder: feedOrder.rawValue
        case .pictures: pictures.rawValue
        case .loadPictures: loadPictures.rawValue
        case .thumbnails: String(thumbnails)
        case .pictureKilobytes: String(pictureKilobytes)
        }
    }

    private static let truths = ["true": true, "on": true, "yes": true, "false": false, "off": false, "no": false]
    private static let orders: [String: ArticleOrder] = ["newest": .newestFirst, "oldest": .oldestFirst]

    private mutating func assign<Value>(_ value: Value?, to path: WritableKeyPath<ReaderSettings, Value>) -> Bool {
        guard let value else { return false }
        self[keyPath: path] = value
        return true
    }
}

extension State {
    /// Takes in what `config.toml` and the theme files say now.
    mutating func take(_ appearance: Appearance) -> [Effect] {
        (settings, keymap, themes) = (appearance.settings, appearance.keymap, appearance.themes)
        if let name = appearance.theme {
            // What was chosen with T goes back to what the file says.
            let shown = memory.theme(over: name)
            theme = themes.first { $0.name == shown } ?? theme
        } else {
            theme = themes.first { $0.name == theme.name } ?? theme
        }
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        return [.remember(memory)] + reload() + [.redraw]
    }

    mutating func set(_ argument: String?) -> [Effect] {
        let parts = (argument ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let name = SettingName(rawValue: parts[0]) else {
            say(
                "set NAME VALUE, where NAME is one of \(SettingName.allCases.map(\.rawValue).joined(separator: ", "))",
                .error)
            return []
        }
        guard settings.set(name, to: parts[1].trimmedSpaces) else {
            say("\(name.rawValue) is \(name.expectation)", .error)
            return []
        }
        sidebar.rebuild(showsReadFeeds: settings.showsReadFeeds)
        return [.loadOverview, .redraw]
    }
}
