/// The protocols that sync servers speak.
package enum ServerKind: String, Sendable, CaseIterable {
    /// Miniflux's own API, version 1.
    case miniflux
    /// The Google Reader API: FreshRSS, Miniflux, Inoreader, The Old Reader, BazQux.
    case greader
    /// The Fever API.
    case fever
    /// Nextcloud News, API v1-3.
    case nextcloud
    /// Tiny Tiny RSS.
    case ttrss
    /// `lede serve`.
    case since
}
