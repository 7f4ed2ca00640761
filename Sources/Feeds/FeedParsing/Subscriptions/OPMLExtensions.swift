import Basics
package import FeedModel

/// Reads the attributes that FreshRSS and Miniflux add to feeds, besides their settings (`OPMLOutline.preferences`).
extension OPMLOutline {
    /// The name in messages: the address of an outline without a name.
    package var shownName: String { title.nonEmpty ?? ShownAddress.of(feedURL ?? "") }

    /// The reason why the address is not the address of a feed: its scheme or its host is unsuitable, or FreshRSS
    /// extracts the articles from a page (XPath and the like).
    var reasonToRefuse: String? {
        let address = feedURL ?? ""
        guard ListedAddress.isUsable(address) || WebAddress.scheme(of: address) == "exec" else {
            return "not the address of a feed: \(ShownAddress.of(address))"
        }
        guard let type = value("type"), type.contains("+") else { return nil }
        return "articles are read from a page by \(type), which lede does not support"
    }

    /// Names of attributes that have no effect in lede and are only kept for the next export.
    var idleExtensions: [String] {
        attributes.map(\.name).filter { name in
            guard let local = Self.localName(of: name) else { return false }
            return !["cssFullContent", "crawler", "hideGlobally", "priority"].contains(local)
                && OPMLFilter.Kind(rawValue: local) == nil
        }
    }

    /// The filters that other programs keep with the feed.
    package var filters: [OPMLFilter] {
        attributes.compactMap { attribute in
            guard let local = Self.localName(of: attribute.name), let kind = OPMLFilter.Kind(rawValue: local) else {
                return nil
            }
            let lines = attribute.value.split(whereSeparator: \.isNewline).map(String.init)
            return lines.isEmpty ? nil : OPMLFilter(name: attribute.name, kind: kind, lines: lines)
        }
    }

    private func value(_ local: String) -> String? {
        attributes.first { $0.name == local || Self.localName(of: $0.name) == local }?.value
    }
}

/// A filter of FreshRSS or Miniflux in an attribute of an outline.
package struct OPMLFilter: Equatable, Sendable {
    /// The attribute's local name.
    package enum Kind: String, Sendable {
        /// An expression; Miniflux drops entries that match it.
        case blockedPattern = "blocklistRules"
        /// An expression; Miniflux drops entries that do not match it.
        case keptPattern = "keeplistRules"
        /// `EntryTitle=EXPRESSION` and the like, one a line; Miniflux drops entries that match one.
        case blockedFields = "blockFilterEntryRules"
        /// Lines of the same form as `blockedFields`; Miniflux drops entries that match none.
        case keptFields = "keepFilterEntryRules"
        /// Searches, one a line; FreshRSS marks articles that match as read.
        case search = "filtersActionRead"
    }

    package var name: String
    package var kind: Kind
    package var lines: [String]
}
