/// Converts feed settings from and to the attributes of FreshRSS (`frss:`) and Miniflux (`miniflux:`) that have a
/// counterpart in lede.
extension OPMLOutline {
    /// The settings that the attributes request for the feed.
    package var preferences: FeedPreferences {
        var preferences = FeedPreferences()
        if attributes.contains(where: Self.opensPage) { preferences.opening = .page }
        if attributes.contains(where: Self.hidesFeed) { preferences.isHidden = true }
        if !tags.isEmpty { preferences.tags = tags }
        return preferences
    }

    /// Removes attributes that request a setting that the feed no longer has.
    package mutating func removeSettings(missingIn preferences: FeedPreferences) {
        attributes.removeAll { attribute in
            (Self.opensPage(attribute) && preferences.opening != .page)
                || (Self.hidesFeed(attribute) && !preferences.isHidden)
        }
    }

    /// Adds attributes of Miniflux for settings that no attribute requests yet.
    package mutating func addSettings(of preferences: FeedPreferences) {
        let known = self.preferences
        if preferences.opening == .page, known.opening != .page { setTrue("crawler") }
        if preferences.isHidden, !known.isHidden { setTrue("hideGlobally") }
    }

    private mutating func setTrue(_ local: String) {
        let name = OPMLDocument.settingsPrefix + local
        attributes.removeAll { $0.name == name }
        attributes.append(OPMLValue(name: name, value: "true"))
    }

    private static func opensPage(_ attribute: OPMLValue) -> Bool {
        switch localName(of: attribute.name) {
        case "cssFullContent"?: !attribute.value.isEmpty
        case "crawler"?: isTrue(attribute)
        default: false
        }
    }

    private static func hidesFeed(_ attribute: OPMLValue) -> Bool {
        switch localName(of: attribute.name) {
        case "hideGlobally"?: isTrue(attribute)
        case "priority"?: ["archived", "hidden"].contains(attribute.value)
        default: attribute.name == "priority" && ["archived", "hidden"].contains(attribute.value)
        }
    }

    private static func isTrue(_ attribute: OPMLValue) -> Bool {
        ["true", "1"].contains(attribute.value.lowercased())
    }

    /// Returns the local name after `frss:` or `miniflux:`; nil for other prefixes.
    package static func localName(of name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, ["frss", "miniflux"].contains(parts[0]) else { return nil }
        return String(parts[1])
    }
}

extension OPMLDocument {
    fileprivate static let settingsPrefix = "miniflux:"

    /// Declares the prefix of Miniflux's attributes if an outline has one and the list does not declare it.
    package mutating func declareSettings() {
        let name = "xmlns:miniflux"
        let isUsed = outlines.contains { outline in
            outline.attributes.contains { $0.name.hasPrefix(Self.settingsPrefix) }
        }
        guard isUsed, !namespaces.contains(where: { $0.name == name }) else { return }
        namespaces.append(OPMLValue(name: name, value: "https://miniflux.app/opml"))
    }
}
