/// The parts of a page that announce other pages.
extension PageRemains {
    /// The length, in characters, from which a part is a text of its own. A link of that length lacks its end tag.
    private static let longestTeaser: Int32 = 1_500

    /// True for a link around blocks: the picture, the title and the first words of another page.
    func isCard(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        return node.kind == .link && node.traits.contains(.leadsAway) && measures[index].hasBlock
            && measures[index].length < Self.longestTeaser
    }
}
