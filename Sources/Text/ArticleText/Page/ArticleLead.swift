/// The picture and the first sentences that many pages place separately, between the title and the text.
struct ArticleLead: ~Copyable {
    private let tree: PageTree
    private let remains: PageRemains
    private let summary: WordSet
    /// Lengths of a lead, in characters.
    private static let lengths: Range<Int32> = 40..<800
    /// From this length, in characters, a passage that is named a lead needs no full stop.
    private static let longEnough: Int32 = 70
    private static let maximumComparisons = 40

    init(_ remains: PageRemains) {
        tree = remains.tree
        self.remains = remains
        summary = WordSet(tree.metadata.description ?? "")
    }

    /// Returns the elements of the lead of a text that begins at `first`.
    func roots(before first: Int) -> [Int] {
        guard first > tree.body, let heading = heading(before: first), heading > tree.enclosingArticle(of: first) else {
            return []
        }
        var found: [Int] = []
        var hasPicture = false
        var hasText = false
        var comparisons = 0
        var index = Int(tree.nodes[heading].subtreeEnd)
        while index < first {
            let node = tree.nodes[index]
            if remains.isRemoved[index] || Self.beside.contains(node.kind) {
                index = Int(node.subtreeEnd)
            } else if node.kind == .picture, !hasPicture {
                hasPicture = true
                found.append(index)
                index += 1
            } else if !hasText, Int(node.subtreeEnd) <= first, isLead(index, &comparisons) {
                hasText = true
                found.append(index)
                index = Int(node.subtreeEnd)
            } else {
                index += 1
            }
        }
        return found
    }

    private static let beside: Set<PageElement> = [
        .list, .orderedList, .aside, .table, .form, .navigation, .caption, .link,
    ]

    /// Returns the heading with the page's title, or else the first one of the highest rank.
    private func heading(before first: Int) -> Int? {
        if let title = tree.titleHeading, title < first, !remains.isRemoved[title] { return title }
        return (tree.body..<first).first { tree.nodes[$0].kind == .heading1 && !remains.isRemoved[$0] }
    }

    /// True if an element is named as the article's lead, or has the words of the page's own summary.
    private func isLead(_ index: Int, _ comparisons: inout Int) -> Bool {
        let node = tree.nodes[index]
        let measure = remains.measures[index]
        guard node.kind == .paragraph || node.kind.isHeading || (node.kind == .division && !measure.hasBlock),
            Self.lengths.contains(measure.length), measure.linkDensity < 0.2
        else { return false }
        let isNamed = node.hints.contains(.lead) || tree.nodes[Int(node.parent)].hints.contains(.lead)
        if isNamed || node.traits.contains(.isDescription) {
            return measure.length >= Self.longEnough || remains.endsSentence(index)
        }
        guard !summary.isEmpty, comparisons < Self.maximumComparisons else { return false }
        comparisons += 1
        let words = WordSet(tree.text(of: index))
        return summary.isLike(words) || words.isLike(summary)
    }
}
