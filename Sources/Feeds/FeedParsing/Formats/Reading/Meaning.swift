/// The meaning of a feed's element. If several elements mean the same thing, the lowest rank wins.
enum Meaning: Sendable {
    case root, channel, item
    /// Has no meaning itself; its children are read: `media:group`.
    case wrapper
    case title(rank: Int)
    case link
    case feedBurnerLink, feedBurnerEnclosure
    case identifier(rank: Int)
    /// The element holds the whole text below rank 2, and a summary from rank 2 on.
    case body(rank: Int)
    case subtitle(rank: Int)
    case published(rank: Int)
    case updated(rank: Int)
    case author(rank: Int)
    case tag, tagList
    /// `itunes:category`: its name is an attribute, and it holds narrower categories.
    case podcastCategory
    /// `itunes:link`, which names a picture if its `rel` is `image`.
    case podcastLink(rank: Int)
    case language
    case enclosure, mediaContent
    case transcript
    case chapter
    /// A picture named by an attribute, by text, or by a child `url`.
    case picture(rank: Int)
    case duration
    case comments
    case commentCount, commentsFeed
    case source
    case timeToLive, skipHours, hour, updatePeriod, updateFrequency
    /// The element is not shown, and its content does not count.
    case ignored

    /// True if the element never holds other elements, so that an unclosed one can be recognised.
    var isShort: Bool {
        switch self {
        case .title, .link, .identifier, .published, .updated, .tag, .language, .comments, .commentCount,
            .commentsFeed:
            true
        default: false
        }
    }

    static let rankOfMediaDescription = 5
    /// The ranks of bodies that can be the summary next to a text.
    static let ranksOfSummaries: Set = [2, 3, 4, 6]

    /// Returns the meaning of the element `name` (in lower case) of a vocabulary.
    static func of(_ name: String, in vocabulary: Vocabulary) -> Meaning {
        table[vocabulary]?[name] ?? .ignored
    }

    private static let table: [Vocabulary: [String: Meaning]] = [
        .rss: core, .atom: core,
        .rdf: ["rdf": .root, "bag": .wrapper, "li": .wrapper, "value": .body(rank: 1)],
        // The older form of the content module has `items`; Yandex has its own names for the whole text.
        .content: [
            "encoded": .body(rank: 0), "items": .wrapper, "item": .wrapper, "full-text": .body(rank: 1),
            "content": .body(rank: 1),
        ],
        .xhtml: ["body": .body(rank: 1), "div": .body(rank: 1)],
        .dublinCore: [
            "title": .title(rank: 1), "identifier": .identifier(rank: 2), "description": .body(rank: 3),
            "date": .published(rank: 2), "creator": .author(rank: 1), "author": .author(rank: 1),
            "publisher": .author(rank: 4), "subject": .tag, "language": .language,
        ],
        .dublinCoreTerms: [
            "title": .title(rank: 1), "abstract": .body(rank: 3), "issued": .published(rank: 1),
            "created": .published(rank: 3), "available": .published(rank: 4), "date": .published(rank: 3),
            "modified": .updated(rank: 1), "creator": .author(rank: 1), "subject": .tag, "language": .language,
        ],
        .itunes: [
            "title": .title(rank: 2), "summary": .body(rank: 4), "subtitle": .body(rank: 6), "author": .author(rank: 2),
            "owner": .author(rank: 3), "image": .picture(rank: 1), "duration": .duration, "keywords": .tagList,
            "category": .podcastCategory, "link": .podcastLink(rank: 2),
        ],
        .media: [
            "group": .wrapper, "content": .mediaContent, "title": .title(rank: 3),
            "description": .body(rank: rankOfMediaDescription),
            "thumbnail": .picture(rank: 0), "category": .tag, "keywords": .tagList,
        ],
        .feedBurner: ["origlink": .feedBurnerLink, "origenclosurelink": .feedBurnerEnclosure],
        .podcast: ["transcript": .transcript], .podlove: ["chapters": .wrapper, "chapter": .chapter],
        .slash: ["comments": .commentCount], .thread: ["total": .commentCount],
        .wellFormedWeb: ["commentrss": .commentsFeed],
        .syndication: ["updateperiod": .updatePeriod, "updatefrequency": .updateFrequency],
    ]

    /// The elements of RSS and Atom themselves: each sometimes occurs in the other.
    private static let core: [String: Meaning] = [
        "rss": .root, "rdf": .root, "feed": .channel, "channel": .channel, "item": .item, "entry": .item,
        "title": .title(rank: 0), "link": .link, "guid": .identifier(rank: 0), "id": .identifier(rank: 1),
        "content": .body(rank: 0), "encoded": .body(rank: 0), "fullitem": .body(rank: 1), "body": .body(rank: 1),
        "description": .body(rank: 2), "summary": .body(rank: 2), "abstract": .body(rank: 3),
        "subtitle": .subtitle(rank: 0), "tagline": .subtitle(rank: 0),
        "pubdate": .published(rank: 0), "published": .published(rank: 0), "issued": .published(rank: 1),
        "created": .published(rank: 3), "date": .published(rank: 4), "updated": .updated(rank: 0),
        "modified": .updated(rank: 0), "lastbuilddate": .ignored,
        "author": .author(rank: 0), "managingeditor": .author(rank: 0), "creator": .author(rank: 1),
        "category": .tag, "language": .language, "enclosure": .enclosure,
        "image": .picture(rank: 2), "icon": .picture(rank: 0), "logo": .picture(rank: 1),
        "comments": .comments, "source": .source,
        "ttl": .timeToLive, "skiphours": .skipHours, "hour": .hour, "textinput": .ignored,
    ]
}
