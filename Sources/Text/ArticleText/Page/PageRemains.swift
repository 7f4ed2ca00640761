/// The rest of a page while clutter is removed from it.
struct PageRemains {
    let tree: PageTree
    /// Removed nodes; the descendants of a removed node are removed with it.
    private(set) var isRemoved: [Bool]
    private(set) var measures: [PageMeasure]

    init(_ tree: PageTree) {
        self.tree = tree
        isRemoved = Array(repeating: false, count: tree.nodes.count)
        measures = Array(repeating: PageMeasure(), count: tree.nodes.count)
    }

    /// True if an element of one of these kinds remains.
    func holds(_ kinds: [PageElement], in range: Range<Int>) -> Bool {
        range.contains { !isRemoved[$0] && kinds.contains(tree.nodes[$0].kind) }
    }

    /// True if the last text of an element that remains ends like a sentence, with or without the mark of a note.
    func endsSentence(_ index: Int) -> Bool {
        let last = (index..<Int(tree.nodes[index].subtreeEnd)).last {
            tree.nodes[$0].kind == .text && !isRemoved[$0] && !tree.isNoteMark($0)
        }
        return last.map { tree.nodes[$0].traits.contains(.endsSentence) } ?? false
    }

    /// Removes each node of `range` for which `isClutter` is true, outermost first.
    mutating func prune(_ range: Range<Int>, _ isClutter: (PageTree.Node, Int, PageMeasure) -> Bool) {
        var index = range.lowerBound
        while index < range.upperBound {
            if isRemoved[index] || isClutter(tree.nodes[index], index, measures[index]) {
                isRemoved[index] = true
                index = Int(tree.nodes[index].subtreeEnd)
            } else {
                index += 1
            }
        }
    }

    mutating func remove(_ index: Int) {
        isRemoved[index] = true
    }

    /// Measures what remains of `range`, innermost first. An element for which `isClutter` is true, by its own measure
    /// and its remaining content, is removed at once and does not count for its ancestors.
    mutating func measure(
        _ range: Range<Int>, removing isClutter: (PageTree.Node, Int, PageMeasure) -> Bool = { _, _, _ in false }
    ) {
        for index in range { measures[index] = PageMeasure() }
        var index = range.upperBound - 1
        while index >= range.lowerBound {
            defer { index -= 1 }
            guard !isRemoved[index] else { continue }
            let node = tree.nodes[index]
            Self.finish(&measures[index], node)
            if isClutter(node, index, measures[index]) {
                isRemoved[index] = true
                continue
            }
            let parent = Int(node.parent)
            guard index > range.lowerBound, parent >= range.lowerBound else { continue }
            var outer = measures[index]
            if node.kind != .text { measures[parent].children &+= 1 }
            Self.contribute(&outer, node)
            measures[parent].add(outer)
        }
    }

    private static func finish(_ measure: inout PageMeasure, _ node: PageTree.Node) {
        switch node.kind {
        case .text:
            measure.length = node.length
            measure.commas = node.commas
        case .link where node.traits.isLink && !node.traits.contains(.leadsToFile):
            measure.linked = node.traits.contains(.isFragment) ? measure.length * 3 / 10 : measure.length
        default: break
        }
    }

    /// Adds an element's own effect on its ancestors, in addition to the effect of its content.
    private static func contribute(_ measure: inout PageMeasure, _ node: PageTree.Node) {
        let kind = node.kind
        if kind.keepsDivision { measure.hasBlock = true }
        switch kind {
        case .paragraph: measure.paragraphs &+= 1
        case .picture: measure.pictures &+= 1
        case .item: measure.items &+= 1
        case .input: measure.inputs &+= 1
        case .player, .frame:
            if node.traits.contains(.isPlayer) { measure.players &+= 1 } else { measure.embeds &+= 1 }
        case .row: measure.rows &+= 1
        case .cell: measure.cells &+= 1
        case .headerCell, .tableCaption, .tableColumn, .tableGroup:
            if kind == .headerCell { measure.cells &+= 1 }
            if kind != .tableGroup { measure.hasTableParts = true }
        case .link: measure.links &+= 1
        case .table: measure.hasTable = true
        case .heading1, .heading2, .heading: measure.headingLength = measure.length
        case .list, .orderedList: measure.listLength = measure.length
        default: break
        }
        if kind == .figure || node.hints.contains(.galleryPart) { measure.figures = measure.pictures }
        switch kind {
        case .span, .item, .cell, .quote, .definitionList, .division, .orderedList, .paragraph, .preformatted, .table,
            .list:
            measure.textual = measure.length
        default: break
        }
    }
}

extension PageTree {
    /// Minimum length, in characters, of the words next to an element that is part of their sentence.
    private static let minimumSentenceLength: Int32 = 40

    /// True for an inline element of a paragraph next to many words: a sentence needs it, whatever its class says.
    func isInSentence(_ index: Int) -> Bool {
        let parent = nodes[index].parent
        guard nodes[index].kind.isPhrasing, nodes[Int(parent)].kind == .paragraph, !isTag(index) else { return false }
        return [index - 1, Int(nodes[index].subtreeEnd)].contains { beside in
            guard nodes.indices.contains(beside), nodes[beside].kind == .text else { return false }
            return nodes[beside].parent == parent && nodes[beside].length >= Self.minimumSentenceLength
        }
    }

    /// True for the author of a source in a list: a comma follows.
    func isInCitation(_ index: Int) -> Bool {
        let end = Int(nodes[index].subtreeEnd)
        guard nodes[index].kind.isPhrasing, isInside(index, anyOf: .item, .definition), nodes.indices.contains(end),
            nodes[end].kind == .text, nodes[end].parent == nodes[index].parent
        else { return false }
        return bytes[Int(nodes[end].start)] == UInt8(ascii: ",")
    }

    /// True for a few words after the last sentence of a paragraph, such as a number of comments.
    private func isTag(_ index: Int) -> Bool {
        guard isAfterSentence(index) else { return false }
        let words = nodes[index..<Int(nodes[index].subtreeEnd)].filter { $0.kind == .text }
        return words.reduce(0) { $0 + $1.length } <= Self.minimumSentenceLength
            && words.last?.traits.contains(.endsSentence) == false
    }

    /// Maximum length of a note's mark, in characters: `[12]`.
    private static let maximumMarkLength: Int32 = 4

    /// True for a short text that is raised, or links to a position on the page.
    fileprivate func isNoteMark(_ index: Int) -> Bool {
        guard nodes[index].length <= Self.maximumMarkLength else { return false }
        var outer = Int(nodes[index].parent)
        while nodes[outer].kind == .inline || nodes[outer].kind == .link {
            if nodes[outer].traits.contains(.isFragment) { return true }
            let name = Int(nodes[outer].start) + 1
            if name + 3 <= bytes.count, ShortName(bytes, name..<name + 3) == "sup" { return true }
            outer = Int(nodes[outer].parent)
        }
        return false
    }
}
