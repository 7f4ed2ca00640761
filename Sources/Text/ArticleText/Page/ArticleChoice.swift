/// Chooses between the text found by points and the parts that the page names as its text.
extension ArticleFinding {
    /// Minimum length of an article body, in characters; a third of the finding's length also suffices.
    private static let minimumBodyLength = 150
    /// Maximum number of bodies of a page that is not a list of articles.
    private static let maximumBodies = 3
    private static let minimumNamedBodyLength = 60

    /// Returns this finding, or a better one if the page's own markup names one.
    func completed(_ remains: PageRemains) -> ArticleFinding {
        preferringNamedBody(remains).belowTitle(remains).withMessages(remains).widened(remains)
    }

    /// Returns this finding or, if that is outside the part around the heading with the page's title and no longer than
    /// this part, the part.
    private func belowTitle(_ remains: PageRemains) -> ArticleFinding {
        let tree = remains.tree
        guard let heading = tree.titleHeading, !remains.isRemoved[heading] else { return self }
        var part = heading
        while part > tree.body, remains.measures[part].length - remains.measures[part].linked < Self.minimumPartLength {
            part = Int(tree.nodes[part].parent)
        }
        guard part > tree.body else { return self }
        guard !roots.contains(where: { tree.overlap($0, part) }) else { return self }
        let other = ArticleCleaner.cleaned(ArticleFinding(roots: [part], remains: remains), .names)
        return other.length >= length ? other : self
    }

    /// Minimum length of the part around a title, in characters without links.
    private static let minimumPartLength: Int32 = 600

    /// Returns this finding, or all messages of the thread if the finding is one message.
    private func withMessages(_ remains: PageRemains) -> ArticleFinding {
        let messages = remains.outermostNodes { $0.hints.contains(.message) }
        guard messages.count > 1, messages.count <= Self.maximumMessages else { return self }
        let isMessages = roots.allSatisfy { root in
            messages.contains { remains.tree.overlap(root, $0) }
        }
        guard isMessages else { return self }
        let thread = ArticleCleaner.cleaned(ArticleFinding(roots: messages, remains: remains), .names)
        return thread.length * 2 >= length ? thread : self
    }

    /// Maximum number of messages that are examined; a forum page has fewer.
    private static let maximumMessages = 200

    /// Returns this finding, or the article body that the page names if the finding is wholly outside that body.
    private func preferringNamedBody(_ remains: PageRemains) -> ArticleFinding {
        let bodies = remains.outermostNodes(where: \.isNamedBody)
        let overlaps = bodies.contains { body in
            roots.contains { remains.tree.overlap($0, body) }
        }
        guard !overlaps, let body = bodies.first, bodies.count <= Self.maximumBodies else { return self }
        let other = ArticleCleaner.cleaned(ArticleFinding(roots: [body], remains: remains), .names)
        return other.length >= Self.minimumBodyLength || other.length * 3 >= length ? other : self
    }

    /// Returns this finding, or the container around it that the page names as its text if that holds much more: in
    /// texts made of many small boxes (recipes, forums, pages made of blocks) no single box gets enough points.
    private func widened(_ remains: PageRemains) -> ArticleFinding {
        guard let first = roots.first, let last = roots.last else { return self }
        let tree = remains.tree
        var body: Int?
        var others: [Int] = []
        var outer = first
        while outer > tree.body {
            outer = Int(tree.nodes[outer].parent)
            let node = tree.nodes[outer]
            guard last < Int(node.subtreeEnd) else { continue }
            if node.isNamedBody { body = outer }
            if node.kind == .article || node.kind == .main || node.traits.contains(.isMain) { others.append(outer) }
        }
        if let body {
            let wider = ArticleCleaner.cleaned(ArticleFinding(roots: [body], remains: remains), .names)
            if wider.length * 10 >= length * 14 { return wider }
        }
        guard length < Self.fewCharacters else { return self }
        for container in others.suffix(Self.maximumContainers) {
            let wider = ArticleCleaner.cleaned(ArticleFinding(roots: [container], remains: remains), .names)
            if wider.length * 2 >= length * 3 { return wider }
        }
        return self
    }

    /// Below this length, in characters, a finding is compared with the containers around it.
    private static let fewCharacters = 1_200
    /// Maximum number of containers that are compared, the outermost ones: the page is cleaned for each.
    private static let maximumContainers = 8

    /// Returns the part that the page names as its text: an article body, or else an article, or else its main part.
    static func named(in remains: PageRemains) -> ArticleFinding? {
        let kinds: [(PageTree.Node) -> Bool] = [
            { $0.isNamedBody }, { $0.kind == .article }, { $0.kind == .main || $0.traits.contains(.isMain) },
        ]
        for isNamed in kinds {
            for (index, node) in remains.tree.nodes.enumerated() where isNamed(node) && !remains.isRemoved[index] {
                let finding = ArticleCleaner.cleaned(ArticleFinding(roots: [index], remains: remains), .names)
                if finding.length >= minimumNamedBodyLength { return finding }
                break
            }
        }
        return nil
    }

    /// Returns this finding with the lead before it.
    func withLead() -> ArticleFinding {
        guard let first = roots.first else { return self }
        var lead = ArticleLead(remains).roots(before: first)
        if let price = remains.tree.price(besideDescription: first) { lead.append(price) }
        guard !lead.isEmpty else { return self }
        var found = ArticleCleaner.cleaned(ArticleFinding(roots: lead, remains: remains), .names, isLead: true)
        found.roots += roots
        found.length += length
        found.lengthBeforeTrimming += lengthBeforeTrimming
        return found
    }
}

extension ArticleFinding {
    /// True if the page names the finding as its text, and it is long enough for one.
    var isNamedBody: Bool {
        guard roots.count == 1, let root = roots.first, length >= Self.minimumBodyLength else { return false }
        return remains.tree.nodes[root].isNamedBody
    }
}

extension PageTree {
    /// Maximum length of a price with its conditions, in characters.
    private static let maximumPriceLength = 200

    /// Returns the price of the product that a text describes, outside that text. Other prices are those of similar
    /// products.
    fileprivate func price(besideDescription root: Int) -> Int? {
        guard hasProduct else { return nil }
        let description = nodes.indices.first {
            nodes[$0].traits.isSuperset(of: [.isBody, .isDescription]) && overlap($0, root)
        }
        guard let description else { return nil }
        var product = Int(nodes[description].parent)
        while product > 0, !nodes[product].traits.contains(.isProduct) { product = Int(nodes[product].parent) }
        guard product > 0 else { return nil }
        let offers = (product..<Int(nodes[product].subtreeEnd)).filter { nodes[$0].traits.contains(.isOffer) }
        guard offers.count == 1, !overlap(offers[0], root) else { return nil }
        let length = text(of: offers[0]).count
        return 1...Self.maximumPriceLength ~= length ? offers[0] : nil
    }

    /// True if one of the two nodes is in the other's subtree.
    fileprivate func overlap(_ one: Int, _ other: Int) -> Bool {
        one < Int(nodes[other].subtreeEnd) && other < Int(nodes[one].subtreeEnd)
    }
}

extension PageRemains {
    /// Returns the nodes that meet a condition and are not inside another one that does.
    fileprivate func outermostNodes(where isWanted: (PageTree.Node) -> Bool) -> [Int] {
        var found: [Int] = []
        for (index, node) in tree.nodes.enumerated() where isWanted(node) && !isRemoved[index] {
            if let last = found.last, index < Int(tree.nodes[last].subtreeEnd) { continue }
            found.append(index)
        }
        return found
    }
}

extension PageTree.Node {
    /// True if class, id or microdata name it the body of an article.
    fileprivate var isNamedBody: Bool {
        traits.contains(.isBody) || (hints.contains(.body) && kind != .body && kind != .html && kind != .text)
    }
}
