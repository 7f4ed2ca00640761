public import FeedModel

/// The column of text: one article, laid out for the width of its column.
public struct Reading: Equatable, Sendable {
    public internal(set) var open: OpenArticle
    public internal(set) var layout: TextLayout
    /// The first line shown.
    public internal(set) var top = 0
    /// What is being looked for in the text.
    public internal(set) var find: Find?

    public var id: ArticleID { open.article.id }

    /// Matches of a text in the laid out lines.
    public struct Find: Equatable, Sendable {
        public var text: String
        /// Where they are, from top to bottom.
        public var matches: [TextLayout.Match]
        public var current: Int
    }

    /// Takes the lines that came with the article; lays it out anew where they were made for another width.
    init(_ open: OpenArticle, header: [TextLayout.Line], _ form: TextLayout.Form) {
        let made = open.layout.flatMap { $0.width == form.width ? $0 : nil }
        layout = (made ?? TextLayout(open.document, form)).below(header)
        self.open = open
        self.open.layout = nil
    }

    /// How far one has read when so many lines are shown, in percent.
    public func progress(height: Int) -> Int {
        let count = layout.lines.count
        guard count > height else { return 100 }
        return min(100, (top + height) * 100 / count)
    }

    mutating func scroll(by lines: Int, height: Int) {
        top = min(max(0, top + lines), max(0, layout.lines.count - height))
    }

    /// Looks for a text and goes to its first match at or below the first line shown.
    mutating func look(for text: String, keepingPlace: Bool = false) {
        let matches = layout.matches(of: text)
        let current = matches.firstIndex { $0.line >= top } ?? 0
        find = Find(text: text, matches: matches, current: current)
        if !keepingPlace { showMatch() }
    }

    /// Goes so many matches on, around the ends.
    mutating func moveMatch(by count: Int) {
        guard var found = find, !found.matches.isEmpty else { return }
        found.current = ((found.current + count) % found.matches.count + found.matches.count) % found.matches.count
        find = found
        showMatch()
    }

    private mutating func showMatch() {
        guard let find, find.matches.indices.contains(find.current) else { return }
        top = max(0, find.matches[find.current].line - 3)
    }

    /// The place of the first line shown, which outlives another layout.
    var place: TextLayout.Place {
        layout.place(ofLine: top)
    }
}

/// Where reading stopped in articles that were left.
struct ReadingPlaces: Equatable, Sendable {
    private static let limit = 300
    private var places: [ArticleID: TextLayout.Place] = [:]
    private var order: [ArticleID] = []

    subscript(id: ArticleID) -> TextLayout.Place? {
        get { places[id] }
        set {
            if places[id] == nil { order.append(id) }
            places[id] = newValue
            if order.count > Self.limit {
                places[order.removeFirst()] = nil
            }
        }
    }
}
