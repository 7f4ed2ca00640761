import Markup

/// Ids that repeat a heading: publishing software gives them to headings and to the sections below them. Such an id,
/// like `social-media` or `hidden-markov-models`, names the subject of a text, not a part of the page.
extension PageTree {
    /// Maximum number of nodes from the start of a section to its heading.
    private static let maximumNodesToHeading = 12

    /// The indices of the elements whose id gives a hint although it only repeats a heading.
    var namedAfterHeadings: [Int] {
        var compared = 0
        return nodes.indices.filter { index in
            guard !nodes[index].idHints.isEmpty, compared < Self.maximumHeadings, let heading = heading(of: index)
            else { return false }
            compared += 1
            let (name, words) = (WordSet(attribute("id", of: index) ?? ""), WordSet(text(of: heading)))
            return name.isLike(words) && words.isLike(name)
        }
    }

    /// True for a heading below the first level, and for an element that contains nothing else.
    func isSectionHeader(_ index: Int) -> Bool {
        var inner = index
        while !nodes[inner].kind.isHeading {
            var contents = children(of: inner)
            guard let only = contents.next(), contents.next() == nil else { return false }
            inner = only
        }
        return nodes[inner].kind != .heading1
    }

    /// Maximum number of nodes in the header of an entry.
    private static let maximumNodesInEntryHeader = 40

    /// True for the header of an entry in a live blog: inside one of the articles below the page's title, with one
    /// heading that is no link.
    func isEntryHeader(_ index: Int) -> Bool {
        let end = Int(nodes[index].subtreeEnd)
        guard let title = titleHeading, title < index, end - index <= Self.maximumNodesInEntryHeader else {
            return false
        }
        var entry = index
        for _ in 0..<3 where nodes[entry].kind != .article { entry = Int(nodes[entry].parent) }
        guard nodes[entry].kind == .article, title < entry else { return false }
        let headings = (index..<end).filter { nodes[$0].kind.isHeading }
        guard headings.count == 1, nodes[headings[0]].kind != .heading1 else { return false }
        let isLink = (headings[0]..<Int(nodes[headings[0]].subtreeEnd)).contains {
            nodes[$0].traits.contains(.leadsAway)
        }
        return !isLink && !isInside(headings[0], anyOf: .link)
    }

    /// Returns the element itself if it is a heading, or the first heading of a section.
    private func heading(of index: Int) -> Int? {
        if nodes[index].kind.isHeading { return index }
        guard isSection(index) else { return nil }
        let first = (index..<Int(nodes[index].subtreeEnd)).prefix(Self.maximumNodesToHeading)
        return first.first { nodes[$0].kind.isHeading }
    }

    /// True for a section as Sphinx and Pandoc write them: a `div` with this class, a `section` with the class of a
    /// level, or one without a class directly inside another.
    private func isSection(_ index: Int) -> Bool {
        let node = nodes[index]
        guard node.kind == .division || node.kind == .section else { return false }
        let names = (attribute("class", of: index) ?? "").split(separator: " ")
        if node.kind == .division { return names.contains("section") }
        return names.isEmpty
            ? nodes[Int(node.parent)].kind == .section : names.contains { $0.hasPrefix("level") && $0.count == 6 }
    }

    private func attribute(_ name: StaticString, of index: Int) -> String? {
        var scanner = MarkupScanner(bytes, in: Int(nodes[index].start)..<Int(nodes[index].end), dialect: .html)
        guard case .startTag(let tag)? = scanner.next() else { return nil }
        return scanner.attribute(name, of: tag)
    }
}
