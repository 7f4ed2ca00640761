/// The parts of a page that hold its text, in document order, and the rest of the page.
struct ArticleFinding {
    var roots: [Int]
    var remains: PageRemains
    /// Characters of text.
    var length = 0
    /// The same before the ends were trimmed.
    var lengthBeforeTrimming = 0

    /// A shorter text (in characters) is no article body, unless it is a third of the finding.
    private static let shortestBody = 150
    /// A page with more bodies is a list of articles.
    private static let mostBodies = 3
    private static let shortestNamed = 60

    /// This finding, or the article body that the page names, if the finding lies wholly outside of it.
    func unlessNamedElsewhere(_ remains: PageRemains) -> ArticleFinding {
        let tree = remains.tree
        var bodies: [Int] = []
        for (index, node) in tree.nodes.enumerated() where node.isNamedBody && !remains.isRemoved[index] {
            if let last = bodies.last, index < Int(tree.nodes[last].last) { continue }
            bodies.append(index)
        }
        let overlaps = bodies.contains { body in
            roots.contains { $0 < Int(tree.nodes[body].last) && body < Int(tree.nodes[$0].last) }
        }
        guard !overlaps, let body = bodies.first, bodies.count <= Self.mostBodies else { return self }
        let other = ArticleCleaner.cleaned(ArticleFinding(roots: [body], remains: remains), .names)
        return other.length >= Self.shortestBody || other.length * 3 >= length ? other : self
    }

    /// This finding, or the container around it that the page names as its text, if that holds much more: texts in many
    /// small boxes (recipes, forums, pages made of blocks) give no box enough points.
    func widened(_ remains: PageRemains) -> ArticleFinding {
        guard let first = roots.first, let last = roots.last else { return self }
        let tree = remains.tree
        var body: Int?
        var others: [Int] = []
        var outer = first
        while outer > tree.body {
            outer = Int(tree.nodes[outer].parent)
            let node = tree.nodes[outer]
            guard last < Int(node.last) else { continue }
            if node.isNamedBody { body = outer }
            if node.kind == .article || node.kind == .main || node.traits.contains(.isMain) { others.append(outer) }
        }
        if let body {
            let wider = ArticleCleaner.cleaned(ArticleFinding(roots: [body], remains: remains), .names)
            if wider.length * 10 >= length * 14 { return wider }
        }
        guard length < Self.fewCharacters else { return self }
        for container in others {
            let wider = ArticleCleaner.cleaned(ArticleFinding(roots: [container], remains: remains), .names)
            if wider.length >= length * 2 { return wider }
        }
        return self
    }

    /// Findings below this (in characters) are compared with the containers around them.
    private static let fewCharacters = 1_200

    /// The part that the page names as its text: an article body, else an article, else its main part.
    static func named(in remains: PageRemains) -> ArticleFinding? {
        let kinds: [(PageTree.Node) -> Bool] = [
            { $0.isNamedBody }, { $0.kind == .article }, { $0.kind == .main || $0.traits.contains(.isMain) },
        ]
        for isNamed in kinds {
            for (index, node) in remains.tree.nodes.enumerated() where isNamed(node) && !remains.isRemoved[index] {
                let finding = ArticleCleaner.cleaned(ArticleFinding(roots: [index], remains: remains), .names)
                if finding.length >= shortestNamed { return finding }
                break
            }
        }
        return nil
    }

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

    /// True if the page shows hardly more than the finding: then the short text is complete.
    var isNearlyAllOfThePage: Bool {
        let all = remains.tree.nodes.reduce(0) { $0 + Int($1.length) }
        return length * 2 >= all
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

extension PageTree.Node {
    /// True if class, id or microdata name it the body of an article.
    fileprivate var isNamedBody: Bool {
        traits.contains(.isBody) || (hints.contains(.body) && kind != .body && kind != .html && kind != .text)
    }
}
