/// Which part of a page is what the page is about: a plain scoring of its passages.
///
/// A passage counts by its length if it reads like prose. What counts is added up from part to part; then the way leads
/// from the page inwards, as long as one part has nearly all of it.
struct MainPart {
    /// In bytes of text: shorter passages are labels, shorter sentences are captions.
    private static let shortestPassage = 70
    private static let shortestSentence = 25
    /// More than a third of it linked, and it is navigation.
    private static let mostLinked = 3
    /// A part with so much prose directly in it (tenths of all its prose) is the text itself.
    private static let ownTenths = 2

    private let outline: PageOutline
    /// Prose by part, in bytes.
    private(set) var prose: [Int]
    /// The part of it that stands in the part itself or in paragraphs, lists and the like, not in other divisions.
    private var ownProse: [Int]
    /// Parts that are not of the text.
    private(set) var isClutter: [Bool]
    /// The index of the part found.
    private(set) var index = 0

    /// Where `trustsHints` is false, only what elements are counts, not what their classes say.
    init(_ outline: PageOutline, trustsHints: Bool) {
        self.outline = outline
        prose = Array(repeating: 0, count: outline.parts.count)
        ownProse = prose
        isClutter = Self.clutter(outline, trustsHints: trustsHints)
        addUpProse()
        index = descend()
    }

    /// How much prose was found.
    var score: Int {
        prose[index]
    }

    /// Whether a passage reads like text that somebody wrote for the page.
    func isProse(_ passage: PageOutline.Passage) -> Bool {
        guard !isClutter[passage.part] else { return false }
        if outline.parts[passage.part].role == .preformatted { return true }
        guard passage.linkedText * Self.mostLinked <= passage.text else { return false }
        return passage.text >= Self.shortestPassage || (passage.text >= Self.shortestSentence && passage.endsSentence)
    }

    /// A part that holds the page's main part is no clutter, whatever its class says.
    private static func clutter(_ outline: PageOutline, trustsHints: Bool) -> [Bool] {
        let parts = outline.parts
        var holdsMain = parts.map { $0.hint == .main || ($0.hint == .content && $0.name == .article) }
        for index in parts.indices.dropFirst().reversed() where holdsMain[index] {
            holdsMain[parts[index].parent] = true
        }
        var isClutter = Array(repeating: false, count: parts.count)
        for (index, part) in parts.enumerated().dropFirst() {
            let isMarked = part.hint == .clutter && (trustsHints || alwaysClutter.contains(part.name))
            let isCredit = part.name == "footer" && parts[part.parent].role == .quote
            isClutter[index] = isClutter[part.parent] || (isMarked && !isCredit && !holdsMain[index])
        }
        return isClutter
    }

    private static let alwaysClutter: Set<ShortName> = ["nav", "footer", "dialog", "menu"]

    private mutating func addUpProse() {
        for passage in outline.passages where isProse(passage) {
            prose[passage.part] += passage.text
            ownProse[passage.part] += passage.text
        }
        for index in outline.parts.indices.dropFirst().reversed() {
            let part = outline.parts[index]
            prose[part.parent] += prose[index]
            if !part.isDivision { ownProse[part.parent] += prose[index] }
        }
    }

    /// The way inwards.
    private func descend() -> Int {
        var richest = Array(repeating: 0, count: outline.parts.count)
        for (index, part) in outline.parts.enumerated().dropFirst() where part.isDivision {
            if richest[part.parent] == 0 || prose[index] > prose[richest[part.parent]] { richest[part.parent] = index }
        }
        let lead = lead
        var current = 0
        while ownProse[current] * 10 < prose[current] * Self.ownTenths || current == 0 {
            let next = richest[current]
            guard next > 0, prose[next] * 100 >= prose[current] * outline.parts[next].shareNeeded,
                !outline.parts[next].lacks(lead, of: outline.parts[current])
            else { break }
            current = next
            // The article with its heading and its pictures, rather than only the division with its paragraphs.
            if outline.parts[current].name == .article { return current }
        }
        return current
    }

    /// Where the page's first heading of the first level begins, and the prose that follows it: they belong together.
    private var lead: Range<Int>? {
        guard
            let heading = outline.parts.indices.first(where: {
                outline.parts[$0].name == .firstHeading && !isClutter[$0]
            }),
            let prose = outline.passages.first(where: { $0.start > outline.parts[heading].start && isProse($0) })
        else { return nil }
        return outline.parts[heading].start..<prose.start
    }
}

extension PageOutline.Part {
    /// Whether `lead` lies in the part around this one, but before it.
    fileprivate func lacks(_ lead: Range<Int>?, of outer: PageOutline.Part) -> Bool {
        guard let lead else { return false }
        return outer.start <= lead.lowerBound && lead.upperBound < start
    }

    /// Whether the part may hold a whole text, rather than being a piece of one.
    fileprivate var isDivision: Bool {
        switch role {
        case .block: name != .paragraph && name != .figure
        case .table, .row, .cell: true
        default: false
        }
    }

    /// How many percent of the prose around it the part needs in order to be the way inwards.
    fileprivate var shareNeeded: Int {
        switch hint {
        case .main: 40
        case .content: 50
        case .none, .clutter: 75
        }
    }
}
