/// Finds the part of a page that holds its text, with the method of Mozilla's Readability: paragraphs give points to
/// their ancestors, the element with the most points is the text, and similar neighbours belong to it.
struct ArticleFinder: ~Copyable {
    /// Sufficient length, in characters: after a shorter finding the search is repeated with fewer heuristics.
    static let sufficientLength = 500
    /// Minimum length, in characters, of a paragraph that gives points.
    private static let minimumParagraphLength: Int32 = 25
    private static let candidateCount = 5

    struct Heuristics: OptionSet {
        let rawValue: UInt8
        /// First removes lists of teasers, and parts with the class of a menu, a comment or the like.
        static let unlikelyParts = Heuristics(rawValue: 1 << 0)
        /// Classes and ids give points.
        static let names = Heuristics(rawValue: 1 << 1)
        /// Removes lists of links, forms and the like from the text.
        static let clutter = Heuristics(rawValue: 1 << 2)
        static let all: Heuristics = [.unlikelyParts, .names, .clutter]
    }

    private let tree: PageTree
    private let heuristics: Heuristics
    private var remains: PageRemains
    private var scores: [Double]
    private var isScored: [Bool]
    private var candidates: [Int] = []

    /// Finds the text of a page. If it finds little, it drops the heuristics one after the other, and finally takes the
    /// part that the page names as its text if that holds more.
    static func find(in tree: PageTree) -> ArticleFinding {
        var best: (finding: ArticleFinding, remains: PageRemains)?
        for heuristics in [Heuristics.all, [.names, .clutter], [.clutter], []] as [Heuristics] {
            var finder = ArticleFinder(tree, heuristics)
            let finding = finder.find()
            if finding.lengthBeforeTrimming >= sufficientLength || (heuristics == .all && finding.isNamedBody) {
                return finding.completed(finder.remains).withLead()
            }
            if finding.length > best?.finding.length ?? -1 { best = (finding, finder.remains) }
        }
        guard let best else { return ArticleFinding(roots: [], remains: PageRemains(tree)) }
        let finding = best.finding.completed(best.remains)
        guard let named = ArticleFinding.named(in: best.remains), named.length > finding.length else {
            return finding.withLead()
        }
        return named.withLead()
    }

    private init(_ tree: PageTree, _ heuristics: Heuristics) {
        self.tree = tree
        self.heuristics = heuristics
        remains = PageRemains(tree)
        scores = Array(repeating: 0, count: tree.nodes.count)
        isScored = Array(repeating: false, count: tree.nodes.count)
    }

    private mutating func find() -> ArticleFinding {
        let body = tree.body
        let range = body..<Int(tree.nodes[body].subtreeEnd)
        prune(range)
        remains.measure(range)
        if heuristics.contains(.unlikelyParts) { remains.removeTeasers(range) }
        scoreParagraphs(range)
        let top = top(in: body)
        let roots = withNeighbours(top)
        return ArticleCleaner.cleaned(ArticleFinding(roots: roots, remains: remains), heuristics)
    }

    // MARK: Unlikely parts

    private mutating func prune(_ range: Range<Int>) {
        let tree = tree
        let heuristics = heuristics
        let text = tree.nodes.firstIndex { $0.traits.contains(.isBody) } ?? 0
        remains.prune(range) { node, index, _ in
            guard index != tree.body, node.kind != .text, node.kind != .html else { return false }
            let hints = node.hints
            if node.traits.contains(.isWidget) || hints.contains(.outside) { return true }
            // Bootstrap gives the role to its boxes, which in an article are notes of the author.
            if node.traits.contains(.isAlert) {
                let isInArticle = tree.isInside(index, anyOf: .article, .main, depth: 8)
                guard hints.contains(.notice), isInArticle else { return true }
            }
            let isHeader = hints.contains(.header) && !tree.isSectionHeader(index) && !tree.isEntryHeader(index)
            let isUnlikely = hints.contains(.unlikely) || isHeader
            guard heuristics.contains(.unlikelyParts), isUnlikely, !hints.contains(.maybe), node.kind != .link,
                node.kind != .table
            else { return false }
            // Shops call the tabs around the description of a product a menu.
            if index < text, text < Int(node.subtreeEnd) { return false }
            return !tree.isInside(index, anyOf: .table, .code) && !tree.isInSentence(index)
        }
    }

    // MARK: Points

    private mutating func scoreParagraphs(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            // Text inside a link does not count as linked, so cards would outweigh the article.
            if remains.isRemoved[index] || remains.isCard(index) {
                index = Int(tree.nodes[index].subtreeEnd)
                continue
            }
            let node = tree.nodes[index]
            switch node.kind {
            case .section, .heading2, .heading, .paragraph, .cell, .preformatted:
                score(remains.measures[index].length, remains.measures[index].commas, from: Int(node.parent))
            case .division, .custom: scoreDivision(index)
            default: break
            }
            index += 1
        }
    }

    /// A `div` without blocks is a paragraph; in other elements, each run of text between blocks is a paragraph.
    private mutating func scoreDivision(_ index: Int) {
        guard remains.measures[index].hasBlock else {
            score(remains.measures[index].length, remains.measures[index].commas, from: Int(tree.nodes[index].parent))
            return
        }
        var run: (length: Int32, commas: Int32) = (0, 0)
        var breaks = 0
        for child in tree.children(of: index) where !remains.isRemoved[child] {
            let kind = tree.nodes[child].kind
            if kind == .breakLine {
                breaks += 1
            } else if kind.isPhrasing, !remains.measures[child].hasBlock {
                if breaks > 1 {
                    score(run.length, run.commas, from: index)
                    run = (0, 0)
                }
                breaks = 0
                run.length &+= remains.measures[child].length
                run.commas &+= remains.measures[child].commas
            } else {
                score(run.length, run.commas, from: index)
                run = (0, 0)
                breaks = 0
            }
        }
        score(run.length, run.commas, from: index)
    }

    private mutating func score(_ length: Int32, _ commas: Int32, from parent: Int) {
        guard length >= Self.minimumParagraphLength else { return }
        let points = 2 + Double(commas) + min(Double(length / 100), 3)
        var current = parent
        for level in 0..<5 {
            if !isScored[current] {
                isScored[current] = true
                scores[current] = startingScore(current)
                candidates.append(current)
            }
            scores[current] += points / (level == 0 ? 1 : level == 1 ? 2 : Double(level * 3))
            guard current > tree.body else { return }
            current = Int(tree.nodes[current].parent)
        }
    }

    private func startingScore(_ index: Int) -> Double {
        let node = tree.nodes[index]
        let byKind: Double =
            switch node.kind {
            case .division: 5
            case .preformatted, .cell, .quote: 3
            case .address, .orderedList, .list, .definitionList, .definition, .item, .form: -3
            case .heading1, .heading2, .heading, .headerCell: -5
            default: 0
            }
        return byKind + (heuristics.contains(.names) ? node.weight : 0)
    }

    // MARK: The choice

    private mutating func top(in body: Int) -> Int {
        for index in candidates { scores[index] *= 1 - remains.measures[index].linkDensity }
        let best = candidates.sorted { (scores[$0], $1) > (scores[$1], $0) }.prefix(Self.candidateCount)
        guard var top = best.first, top != body else { return body }
        top = sharedAncestor(of: top, best.dropFirst(), body)
        var lastScore = scores[top]
        let threshold = lastScore / 3
        var parent = Int(tree.nodes[top].parent)
        while parent > body {
            defer { parent = Int(tree.nodes[parent].parent) }
            guard isScored[parent] else { continue }
            if scores[parent] < threshold { break }
            if scores[parent] > lastScore {
                top = parent
                break
            }
            lastScore = scores[parent]
        }
        parent = Int(tree.nodes[top].parent)
        while parent > body, remains.measures[parent].children == 1 {
            top = parent
            parent = Int(tree.nodes[top].parent)
        }
        return top
    }

    /// If several good candidates are neighbours, the element that holds them all is the text.
    private func sharedAncestor(of top: Int, _ others: ArraySlice<Int>, _ body: Int) -> Int {
        let rivals = others.filter { scores[$0] >= scores[top] * 0.75 }
        guard rivals.count >= 3 else { return top }
        var ancestor = Int(tree.nodes[top].parent)
        while ancestor > body {
            let holds = rivals.count { $0 > ancestor && $0 < Int(tree.nodes[ancestor].subtreeEnd) }
            if holds >= 3 { return ancestor }
            ancestor = Int(tree.nodes[ancestor].parent)
        }
        return top
    }

    /// Returns the best element and its neighbours that have points or prose.
    private func withNeighbours(_ top: Int) -> [Int] {
        guard top > tree.body else { return [top] }
        let threshold = max(10, scores[top] * 0.2)
        let topNode = tree.nodes[top]
        let parts = parts(ofClassOf: top)
        if parts.count > 1 { return withHeadings(widened(parts)) }
        let neighbours = tree.children(of: Int(topNode.parent)).filter { index in
            guard !remains.isRemoved[index] else { return false }
            if index == top { return true }
            let node = tree.nodes[index]
            let measure = remains.measures[index]
            if node.weight < 0 || node.isBeside { return false }
            let isAlike = node.hasSameNames(as: topNode, tree.bytes)
            let bonus = isAlike ? scores[top] * 0.2 : 0
            if isScored[index], scores[index] + bonus >= threshold { return true }
            // A part of the text that is a list has no points.
            if isAlike, node.kind == topNode.kind, measure.length >= Self.minimumPartLength, measure.linkDensity < 0.2 {
                return true
            }
            guard node.kind == .paragraph || node.kind == .text || (node.kind == .division && !measure.hasBlock) else {
                return false
            }
            if measure.length > 80 { return measure.linkDensity < 0.25 }
            return measure.length > 0 && measure.linked == 0 && remains.endsSentence(index)
        }
        return withPartsBetween(neighbours, of: Int(topNode.parent))
    }

    /// Minimum length, in characters, of an element that belongs to the text because it has the class of the text.
    private static let minimumPartLength: Int32 = 200

    /// Returns the parts of a text, and the headings, lists, tables and the like between them.
    private func withPartsBetween(_ roots: [Int], of parent: Int) -> [Int] {
        guard let first = roots.first, let last = roots.last, first < last else { return roots }
        let others = tree.children(of: parent).filter { index in
            guard first < index, index < last, !remains.isRemoved[index] else { return false }
            let (node, measure) = (tree.nodes[index], remains.measures[index])
            if node.kind.isHeading || (tree.isSectionHeader(index) && measure.links == 0) { return true }
            // A picture with a link may be an advert.
            let isPicture = node.kind == .division && measure.length == 0 && measure.links == 0 && measure.pictures > 0
            if isPicture, node.weight >= 0, !node.isBeside { return true }
            return Self.parts.contains(node.kind) && node.weight >= 0 && !node.isBeside && measure.linkDensity < 0.3
        }
        return others.isEmpty ? roots : Set(roots + others).sorted()
    }

    private static let parts: Set<PageElement> = [
        .list, .orderedList, .definitionList, .table, .figure, .picture, .preformatted, .quote,
    ]

    /// Returns the parts of a text, or the element around them if it holds hardly more.
    private func widened(_ parts: [Int]) -> [Int] {
        guard let first = parts.first, let last = parts.last else { return parts }
        var outer = first
        while outer > tree.body, Int(tree.nodes[outer].subtreeEnd) <= last { outer = Int(tree.nodes[outer].parent) }
        let measure = remains.measures[outer]
        let length = parts.reduce(0) { $0 &+ remains.measures[$1].length }
        return outer > tree.body && length * 5 >= measure.length * 4 && measure.linkDensity < 0.2 ? [outer] : parts
    }

    /// Returns the parts, and the heading directly before each of them.
    private func withHeadings(_ parts: [Int]) -> [Int] {
        guard parts.count > 1 else { return parts }
        var all = Set(parts)
        for parent in Set(parts.map { tree.nodes[$0].parent }) {
            var heading: Int?
            for child in tree.children(of: Int(parent)) where !remains.isRemoved[child] {
                if let heading, all.contains(child) { all.insert(heading) }
                let kind = tree.nodes[child].kind
                heading = kind.isHeading && kind != .heading1 && child != tree.titleHeading ? child : nil
            }
        }
        return all.sorted()
    }

    /// Returns the parts with the class of the text, in the same article: adverts split some texts.
    private func parts(ofClassOf top: Int) -> [Int] {
        let node = tree.nodes[top]
        guard !node.classRange.isEmpty else { return [] }
        let outer = tree.enclosingArticle(of: top)
        var found: [Int] = []
        for index in candidates
        where index > outer && index < Int(tree.nodes[outer].subtreeEnd) && scores[index] >= scores[top] * 0.2 {
            guard tree.nodes[index].kind == node.kind, tree.nodes[index].parent != node.parent,
                !remains.isRemoved[index],
                node.hasSameNames(as: tree.nodes[index], tree.bytes)
            else { continue }
            found.append(index)
        }
        let all = (found + [top]).sorted()
        // Each must end before the next one begins.
        return zip(all, all.dropFirst()).allSatisfy { Int(tree.nodes[$0].subtreeEnd) <= $1 } ? all : []
    }
}

extension PageTree.Node {
    /// Points for the words of class and id.
    var weight: Double {
        func weight(_ hints: NameHints) -> Double {
            (hints.contains(.negative) && !hints.contains(.layout) ? -25 : 0) + (hints.contains(.positive) ? 25 : 0)
        }
        return weight(classHints) + weight(idHints)
    }

    /// True for a part that is not the text, according to its element or its names.
    fileprivate var isBeside: Bool {
        kind == .aside || kind == .footer || kind == .navigation
            || !hints.isDisjoint(with: [.aside, .box, .outside, .share])
    }

    /// True if two elements have similar classes; neither may be without one.
    fileprivate func hasSameNames(as other: PageTree.Node, _ bytes: [UInt8]) -> Bool {
        classRange.count > 0
            && bytes[Int(classRange.lowerBound)..<Int(classRange.upperBound)].elementsEqual(
                bytes[Int(other.classRange.lowerBound)..<Int(other.classRange.upperBound)])
    }
}
