/// The parts of a page that announce other pages.
extension PageRemains {
    /// From this length, in characters, a part counts as a separate text. A link of that length lacks its end tag.
    private static let maximumTeaserLength: Int32 = 1_500
    private static let minimumTeasers = 4

    /// True for a link around blocks, such as the picture, the title and the first words of another page.
    func isCard(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        return node.kind == .link && node.traits.contains(.leadsAway) && measures[index].hasBlock
            && measures[index].length < Self.maximumTeaserLength
    }

    /// Removes lists of teasers: parts whose shared class names them so, each with a heading and a link. Together they
    /// may contain more text than the article. What remains is measured again.
    mutating func removeTeasers(_ range: Range<Int>) {
        let tree = tree
        let lists: [ArraySlice<UInt8>: [Int]] = Dictionary(grouping: teasers(in: range)) { index in
            let classes = tree.nodes[index].classRange
            return tree.bytes[Int(classes.lowerBound)..<Int(classes.upperBound)]
        }
        let long = lists.values.filter { $0.count >= Self.minimumTeasers }
        guard !long.isEmpty else { return }
        for index in long.joined() { remove(index) }
        measure(range)
    }

    /// Returns the parts that are named teasers and contain a heading and a link, last first. Of nested ones it takes
    /// the outermost that contains no second teaser. Inside the article they are its sections, whatever their names.
    private func teasers(in range: Range<Int>) -> [Int] {
        let article = titledArticle
        var found: [Int] = []
        var heading = range.upperBound
        for index in range.reversed() {
            let node = tree.nodes[index]
            if node.kind == .heading2 || node.kind == .heading { heading = index }
            guard heading < Int(node.subtreeEnd), isTeaser(index), article?.contains(index) != true else { continue }
            let inner = found.suffix(2).count { $0 < Int(node.subtreeEnd) }
            if inner == 1 { found.removeLast() }
            if inner < 2 { found.append(index) }
        }
        return found
    }

    /// The innermost `article` around the heading with the page's title, or around the first main heading if no heading
    /// has it.
    private var titledArticle: Range<Int>? {
        let heading = tree.titleHeading ?? tree.nodes.firstIndex { $0.kind == .heading1 }
        guard var index = heading else { return nil }
        while index > 0, tree.nodes[index].kind != .article { index = Int(tree.nodes[index].parent) }
        return index > 0 ? index..<Int(tree.nodes[index].subtreeEnd) : nil
    }

    /// True if an element is named a teaser and short enough, unless it is the article itself or its lead.
    private func isTeaser(_ index: Int) -> Bool {
        let node = tree.nodes[index]
        guard node.kind == .article || node.kind == .item || node.kind == .division,
            node.classHints.contains(.teaser), node.classHints.isDisjoint(with: [.lead, .body])
        else { return false }
        if let title = tree.titleHeading, index < title, title < Int(node.subtreeEnd) { return false }
        return measures[index].links > 0 && measures[index].length < Self.maximumTeaserLength
    }
}
