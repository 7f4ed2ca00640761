/// Removes the parts of a text that do not belong to it: forms, lists of links, buttons, boxes that link to other
/// articles.
enum ArticleCleaner {
    /// Maximum length of a box of share buttons, in characters: a longer element is text, whatever its class says.
    private static let maximumShareBoxLength: Int32 = 500
    private static let maximumBylineLength: Int32 = 100

    /// Returns a finding without its clutter. A lead, which is only headings and pictures, keeps all its parts.
    static func cleaned(
        _ finding: ArticleFinding, _ heuristics: ArticleFinder.Heuristics, isLead: Bool = false
    ) -> ArticleFinding {
        var finding = finding
        for root in finding.roots {
            let range = root..<Int(finding.remains.tree.nodes[root].subtreeEnd)
            clean(&finding.remains, range, heuristics)
            finding.remains.measure(range)
            finding.lengthBeforeTrimming += Int(finding.remains.measures[root].length)
            ArticleTrimmer.trim(&finding.remains, root)
            finding.remains.measure(range)
            finding.length += Int(finding.remains.measures[root].length)
        }
        if !isLead {
            finding.removeDates()
            finding.removeLastHeadings()
        }
        return finding
    }

    private static func clean(_ remains: inout PageRemains, _ range: Range<Int>, _ heuristics: ArticleFinder.Heuristics)
    {
        removeSurroundings(&remains, range)
        if heuristics.contains(.clutter) { removeClutter(&remains, range, usesNames: heuristics.contains(.names)) }
    }

    /// Removes footers, asides, boxes for sharing and bylines.
    private static func removeSurroundings(_ remains: inout PageRemains, _ range: Range<Int>) {
        let root = range.lowerBound
        let tree = remains.tree
        remains.measure(range)
        remains.prune(range) { node, index, measure in
            guard index != root else { return false }
            switch node.kind {
            // The footer of a quotation names its author.
            case .footer where tree.isInside(index, anyOf: .quote): return false
            case .aside where node.hints.contains(.notice): return false
            case .footer, .aside: return true
            case .heading1, .heading2: if node.weight < 0 { return true }
            default: break
            }
            if node.hints.contains(.share), measure.length < maximumShareBoxLength { return true }
            return isByline(node) && measure.length < maximumBylineLength && !tree.isInSentence(index)
                && !tree.isInCitation(index)
        }
    }

    private static func removeClutter(_ remains: inout PageRemains, _ range: Range<Int>, usesNames: Bool) {
        let (root, tree) = (range.lowerBound, remains.tree)
        let holdsTables = remains.holds([.table], in: range)
        for kinds in [[.form, .fieldset], [.table], [.list], [.division]] as [[PageElement]] {
            // The measures show which tables hold data; nothing else reads them between the rounds.
            guard holdsTables || remains.holds(kinds, in: range) else { continue }
            let tables = dataTables(remains, range)
            remains.measure(range) { node, index, measure in
                guard index != root, kinds.contains(node.kind), !tables.contains(index) else { return false }
                if !tables.isEmpty, tree.isInside(index, anyOf: tables) { return false }
                return isClutter(node, index, measure, tree, usesNames: usesNames)
            }
        }
    }

    private static func isByline(_ node: PageTree.Node) -> Bool {
        node.traits.contains(.isAuthor) || node.hints.contains(.byline)
    }

    /// Returns the data tables, which it recognises by their parts, attributes and size; other tables lay out the page.
    private static func dataTables(_ remains: PageRemains, _ range: Range<Int>) -> Set<Int> {
        var result: Set<Int> = []
        for index in range where remains.tree.nodes[index].kind == .table && !remains.isRemoved[index] {
            let node = remains.tree.nodes[index]
            let measure = remains.measures[index]
            if node.traits.contains(.isLayout) { continue }
            if node.traits.contains(.isDataTable) || measure.hasTableParts {
                result.insert(index)
                continue
            }
            if measure.hasTable { continue }
            let columns = measure.rows > 0 ? measure.cells / measure.rows : 0
            if columns <= 1 || measure.rows <= 1 { continue }
            if measure.rows >= 10 || columns > 4 || measure.cells > 10 { result.insert(index) }
        }
        return result
    }

    /// Applies Readability's conditions on the contents of an element.
    private static func isClutter(
        _ node: PageTree.Node, _ index: Int, _ measure: PageMeasure, _ tree: PageTree, usesNames: Bool
    ) -> Bool {
        // A `div` without blocks is a paragraph.
        if node.kind == .division, !measure.hasBlock { return false }
        let isList =
            node.kind == .list || (measure.length > 0 && Double(measure.listLength) / Double(measure.length) > 0.9)
        let weight = usesNames ? node.weight : 0
        if weight < 0 { return true }
        guard measure.commas < 10 else { return false }
        let isInFigure = tree.isInside(index, anyOf: .figure)
        let items = measure.items - 100
        let headingDensity = measure.length == 0 ? 0 : Double(measure.headingLength) / Double(measure.length)
        let density = measure.linkDensity
        // A note of the author may be one sentence with a link.
        let maximumDensity = node.hints.contains(.notice) ? 0.5 : 0.2
        let loose = measure.pictures - measure.figures
        if !isInFigure, loose > 1, Double(measure.paragraphs) / Double(loose) < 0.5 { return true }
        if !isList, items > measure.paragraphs { return true }
        if measure.inputs > measure.paragraphs / 3 { return true }
        if !isList, !isInFigure, headingDensity < 0.9, measure.length < 25,
            measure.pictures == 0 || measure.pictures > 2,
            density > 0
        {
            return true
        }
        if !isList, weight < 25, density > maximumDensity { return true }
        if weight >= 25, density > 0.5 { return true }
        if (measure.embeds == 1 && measure.length < 75) || measure.embeds > 1 { return true }
        return measure.pictures == 0 && measure.textual == 0 && measure.players == 0
    }
}
