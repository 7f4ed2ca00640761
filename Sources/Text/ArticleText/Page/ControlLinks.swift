/// Recognises links that are controls of the page, and links that stand for an embedded page.
extension ArticleTrimmer {
    /// Maximum length, in characters, of the words of a control.
    private static let maximumControlLength: Int32 = 40

    /// True for a button of a script, or a link to the comments of readers, after the last sentence of a paragraph.
    func isControl(_ index: Int, _ measure: PageMeasure) -> Bool {
        let traits = tree.nodes[index].traits
        guard !traits.isDisjoint(with: [.isButton, .leadsToComments]), measure.length <= Self.maximumControlLength,
            measure.pictures == 0
        else { return false }
        // Accordions have such a button in each of their headings.
        let isPart =
            traits.contains(.isButton)
            && tree.isInside(index, anyOf: .heading1, .heading2, .heading, .item, .definition, .cell, .table)
        return !isPart && tree.isAfterSentence(index)
    }

    /// True for a passage that is only a link to a video, a recording or a message.
    func isEmbed(_ index: Int, _ remains: PageRemains) -> Bool {
        guard remains.measures[index].links <= 1 else { return false }
        let range = index..<Int(tree.nodes[index].subtreeEnd)
        return range.contains { tree.nodes[$0].traits.contains(.leadsToEmbed) && !remains.isRemoved[$0] }
    }
}

extension PageTree {
    /// True for an inline element with nothing after it in its paragraph, and a finished sentence or nothing before it.
    func isAfterSentence(_ index: Int) -> Bool {
        let (parent, end) = (nodes[index].parent, Int(nodes[index].subtreeEnd))
        if end < nodes.count, nodes[end].parent == parent, nodes[end].kind.isPhrasing, nodes[end].kind != .breakLine {
            return false
        }
        let before = nodes[index - 1]
        return before.kind != .text || before.traits.contains(.endsSentence)
    }
}
