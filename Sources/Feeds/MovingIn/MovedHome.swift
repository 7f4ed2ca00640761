package import FeedModel

/// The contents of another reader's home in lede's terms: one value, made without a change to that home, and applied
/// elsewhere.
package struct MovedHome: Sendable {
    package var reader: String
    /// The path of the other reader's folder, or of its list of feeds.
    package var path: String
    package var feeds: [MovedSubscription] = []
    /// The web addresses of the OPML lists that the reader takes its feeds from.
    package var lists: [String] = []
    package var searches: [SavedSearch] = []
    package var configuration = MovedConfiguration()
    package var notMoved: [UnimportedLine] = []
    /// Damaged or missing files in that home, one line each.
    package var problems: [String] = []

    package init(reader: String, path: String) {
        self.reader = reader
        self.path = path
    }
}

extension MovedHome {
    /// Adds a saved search. Names are unique in lede: a search with a name that another has gets a number.
    ///
    /// - Returns: false if the search is there already.
    mutating func add(_ search: SavedSearch) -> Bool {
        var named = search
        var number = 1
        while let other = searches.first(where: { $0.name == named.name }) {
            guard other.query != search.query else { return false }
            number += 1
            named.name = "\(search.name) \(number)"
        }
        searches.append(named)
        return true
    }

    /// Adds the home pages and the feeds' own titles that the other reader stored; a feed without a name shows its
    /// title until the first fetch.
    mutating func describeFeeds(by properties: [String: (home: String, title: String)]) {
        for index in feeds.indices {
            guard let known = properties[feeds[index].articleKey] else { continue }
            feeds[index].outline.homePageURL = known.home.isEmpty ? nil : known.home
            feeds[index].feedTitle = known.title.isEmpty ? nil : known.title
        }
    }
}

/// A feed of another reader.
package struct MovedSubscription: Equatable, Sendable {
    /// Its address, title, folder and further tags.
    package var outline: OPMLOutline
    package var isHidden: Bool
    /// The settings of the feed that differ from the general ones.
    package var preferences = FeedPreferences()
    /// The feed's own title.
    package var feedTitle: String?
    /// The address under which the other reader stores its articles, if it differs.
    package var articleKey: String

    init(outline: OPMLOutline, isHidden: Bool = false, articleKey: String? = nil) {
        self.outline = outline
        self.isHidden = isHidden
        self.articleKey = articleKey ?? outline.feedURL ?? ""
    }
}

/// A line of another reader's files that lede cannot import.
package struct UnimportedLine: Equatable, Sendable, Encodable {
    package var file: String
    /// The line number, from 1.
    package var line: Int?
    /// The text, which is safe for a terminal and without secrets.
    package var text: String
    package var reason: String
    /// True if it was imported, but has another effect in lede.
    package var isMoved = false

    package init(file: String, line: Int? = nil, text: String, reason: String) {
        self.file = file
        self.line = line
        self.text = text
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case file, line, text, reason
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(file, forKey: .file)
        // Encoded as null if it is missing.
        try values.encode(line, forKey: .line)
        try values.encode(text, forKey: .text)
        try values.encode(reason, forKey: .reason)
    }
}

/// The articles that another reader has stored.
package protocol MovedArticles: AnyObject {
    /// True if one article is stored for all feeds that have its guid.
    var isShared: Bool { get }
    /// The file of the articles.
    var path: String { get }
    /// One line for each damaged part found so far.
    var problems: [String] { get }
    /// Calls `body` with the articles of one feed, oldest first.
    func forEach(of articleKey: String, _ body: (MovedArticle) throws -> Void) throws
    /// Calls `body` with the articles of all other feeds, in pieces, without their texts.
    func forEachPiece(besides articleKeys: Set<String>, _ body: ([MovedArticle]) throws -> Void) throws
}

/// Another reader's home, and its stored articles.
package struct MoveSource {
    package var home: MovedHome
    package var articles: (any MovedArticles)?

    init(home: MovedHome, articles: (any MovedArticles)? = nil) {
        self.home = home
        self.articles = articles
    }
}

/// The reason why nothing can be imported.
package enum MovingInError: Error, Equatable, Sendable, CustomStringConvertible {
    case noHome(reader: String, paths: [String])
    /// Another program has locked its database.
    case locked(path: String, program: String)
    case noCopy(path: String, reason: String)

    package var description: String {
        switch self {
        case .noHome(let reader, let paths): "found no \(reader) in \(paths.joined(separator: ", "))"
        case .locked(let path, let program):
            "\(path): \(program) is running and has locked it; quit \(program) and try again"
        case .noCopy(let path, let reason): "\(path): cannot be copied for reading: \(reason)"
        }
    }
}
