/// The vocabularies in feed documents. An element's meaning depends on its namespace, not on its prefix; only an
/// undeclared prefix has its usual meaning.
enum Vocabulary: Sendable {
    case rss, atom
    case content, dublinCore, dublinCoreTerms, itunes, media, feedBurner, rdf, syndication, podcast, xhtml
    /// The numbers of comments: RSS's module `slash` and the Atom threading extensions (RFC 4685).
    case slash, thread
    /// The addresses of comments.
    case wellFormedWeb
    /// The chapters of episodes.
    case podlove
    /// The namespace is known but has no meaning here, or it is unknown.
    case foreign

    /// The vocabulary of a namespace. Feeds write URIs with white space, in the wrong case, and with or without a last
    /// slash.
    init?(namespace: String) {
        guard let known = Self.namespaces[Self.essence(of: namespace)] else { return nil }
        self = known
    }

    /// The usual meaning of a prefix.
    init?(usualPrefix prefix: String) {
        guard let known = Self.prefixes[prefix] else { return nil }
        self = known
    }

    private static func essence(of namespace: String) -> String {
        var uri = namespace.filter { !$0.isWhitespace }.lowercased()[...]
        while let last = uri.last, last == "/" || last == "#" { uri.removeLast() }
        for scheme in ["https://", "http://"] where uri.hasPrefix(scheme) { uri.removeFirst(scheme.count) }
        if uri.hasPrefix("www.") { uri.removeFirst(4) }
        return String(uri)
    }

    private static let namespaces: [String: Vocabulary] = [
        "w3.org/2005/atom": .atom, "purl.org/atom/ns": .atom, "purl.org/atom": .atom,
        "purl.org/rss/1.0": .rss, "my.netscape.com/rdf/simple/0.9": .rss, "channel.netscape.com/rdf/simple/0.9": .rss,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .rss, "backend.userland.com/rss": .rss,
        "backend.userland.com/rss2": .rss, "blogs.law.harvard.edu/tech/rss": .rss, "purl.org/net/rss1.1": .rss,
        "purl.org/rss/2.0": .rss, "cyber.law.harvard.edu/rss": .rss,
        "purl.org/rss/1.0/modules/content": .content, "news.yandex.ru": .content, "turbo.yandex.ru": .content,
        "purl.org/dc/elements/1.1": .dublinCore, "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/rss/1.0/modules/dc": .dublinCore, "purl.org/dc/terms": .dublinCoreTerms,
        "purl.org/rss/1.0/modules/dcterms": .dublinCoreTerms,
        "itunes.com/dtds/podcast-1.0.dtd": .itunes, "itunes.com/dtds/podcast": .itunes,
        "example.com/dtds/podcast-1.0.dtd": .itunes, "google.com/schemas/play-podcasts/1.0": .itunes,
        "search.yahoo.com/mrss": .media,
        "search.yahoo.com/mrss/1.0": .media, "rssnamespace.org/feedburner/ext/1.0": .feedBurner,
        "w3.org/1999/02/22-rdf-syntax-ns": .rdf, "purl.org/rss/1.0/modules/syndication": .syndication,
        "podcastindex.org/namespace/1.0": .podcast, "podlove.org/simple-chapters": .podlove,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast, "w3.org/1999/xhtml": .xhtml,
        "w3.org/2000/svg": .foreign, "w3.org/1998/math/mathml": .foreign, "purl.org/syndication/thread/1.0": .thread,
        "wellformedweb.org/commentapi": .wellFormedWeb,
        "purl.org/rss/1.0/modules/slash": .slash, "xmlns.com/foaf/0.1": .foreign,
        "purl.org/rss/1.0/modules/image": .foreign, "w3.org/2003/01/geo/wgs84_pos": .foreign,
    ]

    private static let prefixes: [String: Vocabulary] = [
        "atom": .atom, "atom10": .atom, "a10": .atom, "rss": .rss, "content": .content, "yandex": .content,
        "turbo": .content, "dc": .dublinCore,
        "dcterms": .dublinCoreTerms, "itunes": .itunes, "googleplay": .itunes, "media": .media,
        "feedburner": .feedBurner, "rdf": .rdf,
        "sy": .syndication, "podcast": .podcast, "psc": .podlove, "slash": .slash, "thr": .thread,
        "wfw": .wellFormedWeb, "xhtml": .xhtml, "svg": .foreign,
    ]
}
