/// What to leave out of the main part of a page: clutter, bundles of links before and after the text, headings with
/// nothing below them, and the page's title, which is known.
struct FragmentCuts {
    private static let headingsThatMayBeTitle = 3

    private let outline: PageOutline
    private let part: MainPart
    private let range: Range<Int>
    /// Where prose begins first and last, and where the last text is that says anything.
    private let firstProse: Int
    private let lastProse: Int
    private let lastText: Int

    init(_ outline: PageOutline, part: MainPart) {
        self.outline = outline
        self.part = part
        let place = outline.parts[part.index]
        range = place.start..<place.end
        let passages = outline.passages.filter { [range] in range.contains($0.start) && !part.isClutter[$0.part] }
        let prose = passages.filter(part.isProse)
        firstProse = prose.first?.start ?? range.lowerBound
        lastProse = prose.last?.start ?? range.upperBound
        let text = passages.last { $0.linkedText * 2 <= $0.text && !outline.parts[$0.part].role.isHeading }
        lastText = text?.start ?? range.upperBound
    }

    /// The places to leave out, in order; those in another are covered by it.
    func ranges(title: String, _ bytes: [UInt8]) -> [Range<Int>] {
        var headingsLeft = title.isEmpty ? 0 : Self.headingsThatMayBeTitle
        return outline.parts.indices.filter { index in
            let place = outline.parts[index]
            guard index != part.index, range.contains(place.start) else { return false }
            if part.isClutter[index] || isBundleOfLinks(index) { return true }
            guard place.role.isHeading else { return false }
            if place.start > lastText { return true }
            guard headingsLeft > 0 else { return false }
            headingsLeft -= 1
            return PageFacts.text(Array(bytes[place.start..<place.end])) == title
        }.map { outline.parts[$0].start..<outline.parts[$0].end }
    }

    private func isBundleOfLinks(_ index: Int) -> Bool {
        let place = outline.parts[index]
        guard place.links > 1, place.linkedText * 2 > place.text, part.prose[index] == 0 else { return false }
        return place.end <= firstProse || place.start > lastProse
    }
}
