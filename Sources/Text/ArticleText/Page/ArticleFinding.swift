/// The parts of a page that hold its text, in document order, and the rest of the page.
struct ArticleFinding {
    var roots: [Int]
    var remains: PageRemains
    /// Characters of text.
    var length = 0
    /// The length before the ends were trimmed.
    var lengthBeforeTrimming = 0

    /// Removes the captions of pictures.
    mutating func removeCaptions() {
        let tree = remains.tree
        for root in roots {
            remains.prune(root..<Int(tree.nodes[root].subtreeEnd)) { _, index, measure in
                index != root && measure.length < PageCaptions.maximumLength
                    && PageCaptions.isCaption(index, tree, hasPicture: measure.pictures > 0)
            }
        }
    }

    /// Removes the last parts if only their headings are left.
    mutating func removeLastHeadings() {
        while roots.count > 1, let last = roots.last {
            let measure = remains.measures[last]
            let isHeading = remains.tree.nodes[last].kind.isHeading || measure.headingLength == measure.length
            guard measure.pictures == 0, isHeading else { return }
            roots.removeLast()
            length -= Int(measure.length)
        }
    }

    /// Removes parts that hold only the date of publication, beside the title.
    mutating func removeDates() {
        for root in roots where roots.count > 1 && isDate(root) {
            roots.removeAll { $0 == root }
            length -= Int(remains.measures[root].length)
        }
    }

    private func isDate(_ root: Int) -> Bool {
        let (nodes, measure) = (remains.tree.nodes, remains.measures[root])
        guard measure.length < ArticleTrimmer.maximumPublicationLength, measure.pictures == 0 else { return false }
        var index = root
        while index < Int(nodes[root].subtreeEnd) {
            guard !remains.isRemoved[index] else {
                index = Int(nodes[index].subtreeEnd)
                continue
            }
            if nodes[index].traits.contains(.isPublicationDate) { return !remains.endsSentence(root) }
            index += 1
        }
        return false
    }

    /// True if the page shows hardly more than the finding; a short text is then complete. Links do not count as text.
    func isWholePage(from minimumLength: Int) -> Bool {
        let all = remains.tree.nodes.reduce(0) { $0 + Int($1.length) }
        let own = roots.reduce(0) { $0 + Int(remains.measures[$1].length - remains.measures[$1].linked) }
        return own >= minimumLength && length * 2 >= all
    }

    /// Returns the ranges to leave out of a root, in order.
    func cuts(in root: Int) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var index = root + 1
        let nodes = remains.tree.nodes
        while index < Int(nodes[root].subtreeEnd) {
            if remains.isRemoved[index] {
                cuts.append(Int(nodes[index].start)..<Int(nodes[index].end))
                index = Int(nodes[index].subtreeEnd)
            } else {
                index += 1
            }
        }
        return cuts
    }
}
