import Markup

/// Ids that repeat a heading, as publishing software gives them to headings and to the sections below them. An id such
/// as `social-media` or `hidden-markov-models` then names the subject of a text, and no part of the page.
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

    /// The element itself if it is a heading, or the first heading of a `div` that Sphinx or Pandoc makes a section.
    private func heading(of index: Int) -> Int? {
        let node = nodes[index]
        if node.kind.isHeading { return index }
        guard node.kind == .division, let names = attribute("class", of: index),
            names.split(separator: " ").contains("section")
        else { return nil }
        return (index..<Int(node.subtreeEnd)).prefix(Self.maximumNodesToHeading).first { nodes[$0].kind.isHeading }
    }

    private func attribute(_ name: StaticString, of index: Int) -> String? {
        var scanner = MarkupScanner(bytes, in: Int(nodes[index].start)..<Int(nodes[index].end), dialect: .html)
        guard case .startTag(let tag)? = scanner.next() else { return nil }
        return scanner.attribute(name, of: tag)
    }
}
