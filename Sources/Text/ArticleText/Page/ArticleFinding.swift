/// The parts of a page that hold its text, in document order, and the rest of the page.
struct ArticleFinding {
    var roots: [Int]
    var remains: PageRemains
    /// Characters of text.
    var length = 0
    /// The same before the ends were trimmed.
    var lengthBeforeTrimming = 0

    /// Removes the captions of pictures.
    mutating func removeCaptions() {
        for root in roots {
            remains.prune(root..<Int(remains.tree.nodes[root].last)) { node, index, measure in
                index != root && node.kind != .text && (node.kind == .caption || node.hints.contains(.caption))
                    && measure.length < Self.longestCaption
            }
        }
    }

    private static let longestCaption: Int32 = 1_000

    /// True if the page shows hardly more than the finding: then the short text is complete. Links are no text.
    func isWholePage(from shortest: Int) -> Bool {
        let all = remains.tree.nodes.reduce(0) { $0 + Int($1.length) }
        let own = roots.reduce(0) { $0 + Int(remains.measures[$1].length - remains.measures[$1].linked) }
        return own >= shortest && length * 2 >= all
    }

    /// The ranges to leave out of a root, in order.
    func cuts(in root: Int) -> [Range<Int>] {
        var cuts: [Range<Int>] = []
        var index = root + 1
        let nodes = remains.tree.nodes
        while index < Int(nodes[root].last) {
            if remains.isRemoved[index] {
                cuts.append(Int(nodes[index].start)..<Int(nodes[index].end))
                index = Int(nodes[index].last)
            } else {
                index += 1
            }
        }
        return cuts
    }
}
