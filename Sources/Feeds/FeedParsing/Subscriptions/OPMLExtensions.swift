package import FeedModel

/// Reads the attributes that FreshRSS and Miniflux add to OPML, as far as lede has a counterpart.
extension OPMLOutline {
    /// The settings that the attributes request for the feed.
    package var preferences: FeedPreferences {
        var preferences = FeedPreferences()
        if has("cssFullContent") || isTrue("crawler") { preferences.opening = .page }
        if isTrue("hideGlobally") || ["archived", "hidden"].contains(value("priority") ?? "") {
            preferences.isHidden = true
        }
        return preferences
    }

    /// The reason why the address is no feed: FreshRSS makes articles from pages by XPath and the like.
    package var reasonToRefuse: String? {
        guard let type = value("type"), type.contains("+") else { return nil }
        return "articles are read from a page by \(type), which lede does not support"
    }

    /// Names of extensions that lede only keeps for the next export.
    package var idleExtensions: [String] {
        attributes.map(\.name).filter { name in
            guard let local = Self.localName(of: name) else { return false }
            return !["cssFullContent", "crawler", "hideGlobally", "priority"].contains(local)
        }
    }

    /// The local name after `frss:` or `miniflux:`; nil for other prefixes.
    private static func localName(of name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["frss", "miniflux"].contains(parts[0]) else { return nil }
        return String(parts[1])
    }

    private func value(_ local: String) -> String? {
        attributes.first { $0.name == local || Self.localName(of: $0.name) == local }?.value
    }

    private func has(_ local: String) -> Bool {
        attributes.contains { Self.localName(of: $0.name) == local && !$0.value.isEmpty }
    }

    private func isTrue(_ local: String) -> Bool {
        attributes.contains { Self.localName(of: $0.name) == local && ["true", "1"].contains($0.value.lowercased()) }
    }
}
