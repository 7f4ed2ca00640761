/// Removes tables of contents: lists that only link to positions on the page, which a terminal does not jump to.
extension ArticleTrimmer {
    /// Minimum number of links in a table of contents.
    private static let minimumContents = 3

    /// Removes the outermost lists that are tables of contents, each with its heading. Below the last paragraph, such
    /// lists hold notes, which lead back to the text.
    func removeContents(_ remains: inout PageRemains) {
        let lists = outermostLists(remains).filter { isContents($0, remains) }
        guard !lists.isEmpty else { return }
        var rest = lists[...]
        // The lists and headings above the next paragraph.
        var found: [Int] = []
        var last: Int?
        var heading: Int?
        for index in passages(remains) {
            rest = rest.drop { Int(tree.nodes[$0].subtreeEnd) <= index }
            if let list = rest.first, index >= list {
                guard found.last != list else { continue }
                heading = last.flatMap { tree.nodes[$0].kind.isHeading || namesContents($0) ? $0 : nil }
                found.append(list)
                continue
            }
            if let title = heading, namesContents(title) || !isSection(title, before: index) { found.append(title) }
            heading = nil
            last = index
            guard isProse(index, remains) else { continue }
            for part in found { remains.remove(part) }
            found = []
        }
    }

    private func namesContents(_ passage: Int) -> Bool {
        AnnouncingPhrases.nameContents(text(passage))
    }

    /// True for the heading of a table of contents above words without links, as on the page of a book.
    func namesContentsOfBook(_ position: Int, _ passages: [Int], _ remains: PageRemains) -> Bool {
        guard position + 1 < passages.count, namesContents(passages[position]) else { return false }
        let below = passages[position + 1]
        return !tree.nodes[below].kind.isHeading && remains.measures[below].links == 0
    }

    private func outermostLists(_ remains: PageRemains) -> [Int] {
        var found: [Int] = []
        var index = root + 1
        while index < Int(tree.nodes[root].subtreeEnd) {
            let isList = tree.nodes[index].kind == .list || tree.nodes[index].kind == .orderedList
            if isList, !remains.isRemoved[index] { found.append(index) }
            index = isList || remains.isRemoved[index] ? Int(tree.nodes[index].subtreeEnd) : index + 1
        }
        return found
    }

    /// True if nearly all words of a list are links to positions on the page, or stand in for them until a script runs.
    private func isContents(_ list: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[list]
        guard measure.links >= Self.minimumContents, measure.pictures == 0 else { return false }
        var length: Int32 = 0
        for index in list..<Int(tree.nodes[list].subtreeEnd) where tree.nodes[index].kind == .link {
            guard !tree.nodes[index].traits.isDisjoint(with: [.isFragment, .isScripted]) else { return false }
            if !remains.isRemoved[index] { length &+= remains.measures[index].length }
        }
        return length * 10 >= measure.length * 9
    }

    /// True if a heading begins a section that continues below a list: with text, or with a heading of a lower level.
    private func isSection(_ heading: Int, before index: Int) -> Bool {
        // The digit in the name of the element.
        func level(_ index: Int) -> UInt8 { tree.bytes[Int(tree.nodes[index].start) + 2] }
        return !tree.nodes[index].kind.isHeading || level(heading) < level(index)
    }
}
