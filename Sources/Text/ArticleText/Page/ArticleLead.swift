import Markup

/// The picture and the first sentences that many pages place separately, between the title and the text.
struct ArticleLead: ~Copyable {
    private let tree: PageTree
    private let remains: PageRemains
    private let summary: WordSet
    /// Lengths of a lead, in characters.
    private static let lengths: Range<Int32> = 40..<800
    /// From this length, in characters, a passage that is named a lead needs no full stop.
    private static let longEnough: Int32 = 70
    private static let maximumComparisons = 40

    init(_ remains: PageRemains) {
        tree = remains.tree
        self.remains = remains
        summary = WordSet(tree.metadata.description ?? "")
    }

    /// Returns the elements of the lead of a text that begins at `first`.
    func roots(before first: Int) -> [Int] {
        guard first > tree.body, let heading = heading(before: first), let region = region(heading, first) else {
            return []
        }
        var found: [Int] = []
        var hasPicture = false
        var hasText = false
        var comparisons = 0
        var index = region.lowerBound
        while index < region.upperBound {
            let node = tree.nodes[index]
            if remains.isRemoved[index] || isBeside(node) {
                index = Int(node.subtreeEnd)
            } else if node.kind == .picture, !hasPicture {
                hasPicture = true
                found.append(index)
                index += 1
            } else if !hasText, Int(node.subtreeEnd) <= region.upperBound, isLead(index, &comparisons) {
                hasText = true
                if !isRepeated(index, in: first) { found.append(index) }
                index = Int(node.subtreeEnd)
            } else {
                index += 1
            }
        }
        if !hasPicture, let picture = picture(above: heading, first) { found.insert(picture, at: 0) }
        return found
    }

    /// True if the text begins with the lead, too, as some pages have it for readers without its header.
    private func isRepeated(_ lead: Int, in first: Int) -> Bool {
        let length = remains.measures[lead].length
        let end = min(Int(tree.nodes[first].subtreeEnd), first + Self.maximumNodesToLead)
        var index = first
        while index < end {
            guard !remains.isRemoved[index] else {
                index = Int(tree.nodes[index].subtreeEnd)
                continue
            }
            let isLike = remains.measures[index].length == length && tree.nodes[index].kind != .text
            if isLike, tree.text(of: index) == tree.text(of: lead) { return true }
            index += 1
        }
        return false
    }

    /// Maximum number of nodes from the start of a text to its lead.
    private static let maximumNodesToLead = 300

    /// Returns the nodes after the heading that may be a lead. The heading is above the text, or inside a header that is
    /// left out of the text. Above the text's article, only the header of the page's title counts.
    private func region(_ heading: Int, _ first: Int) -> Range<Int>? {
        let start = Int(tree.nodes[heading].subtreeEnd)
        if let header = leftOutHeader(heading, first) { return start..<Int(tree.nodes[header].subtreeEnd) }
        guard heading < first else { return nil }
        // A heading that never ends contains the text.
        if heading > tree.enclosingArticle(of: first) { return start..<max(start, first) }
        let parent = Int(tree.nodes[heading].parent)
        guard heading == tree.titleHeading, parent > tree.body else { return nil }
        return start..<max(start, min(Int(tree.nodes[parent].subtreeEnd), first))
    }

    /// Returns the part of the text that contains the heading and is left out; nil if there is none.
    private func leftOutHeader(_ heading: Int, _ first: Int) -> Int? {
        var outer = heading
        while outer > first {
            outer = Int(tree.nodes[outer].parent)
            if outer > first, remains.isRemoved[outer] { return outer }
        }
        return nil
    }

    /// Returns the picture that the article or its header shows above the title, unless it may be a logo.
    private func picture(above heading: Int, _ first: Int) -> Int? {
        guard heading == tree.titleHeading else { return nil }
        var outer = tree.enclosingArticle(of: heading)
        var needsName = false
        if outer == tree.body || tree.nodes[outer].kind != .article {
            let page = outer
            outer = Int(tree.nodes[heading].parent)
            while outer > page, tree.nodes[outer].kind != .header, !tree.nodes[outer].hints.contains(.header) {
                outer = Int(tree.nodes[outer].parent)
            }
            // The main part of a page may have other figures above the title.
            needsName = outer == page
            guard outer > page || tree.nodes[page].kind == .main else { return nil }
        }
        return (outer + 1..<heading).first { index in
            guard tree.nodes[index].kind == .picture, isTitlePicture(index, needsName: needsName) else { return false }
            // One inside the text is shown anyway.
            return index < first || leftOutHeader(index, first) != nil
        }
    }

    /// True for a picture in a figure, or in an element that is named after the article's picture.
    private func isTitlePicture(_ index: Int, needsName: Bool) -> Bool {
        var outer = index
        for _ in 0..<Self.pictureLevels {
            let node = tree.nodes[outer]
            if node.kind == .figure, !needsName { return true }
            let names = Int(node.classRange.lowerBound)..<Int(node.classRange.upperBound)
            if Self.pictureNames.contains(where: { tree.bytes.firstRange(of: $0, in: names) != nil }) { return true }
            outer = Int(node.parent)
        }
        return false
    }

    private static let pictureNames: [StaticString] = ["post-thumbnail", "featured", "wp-post-image"]
    private static let pictureLevels = 4

    /// True for an element whose content is no lead. A link to the file of a picture contains that picture.
    private func isBeside(_ node: PageTree.Node) -> Bool {
        Self.beside.contains(node.kind) && !(node.kind == .link && node.traits.contains(.leadsToFile))
    }

    private static let beside: Set<PageElement> = [
        .list, .orderedList, .aside, .table, .form, .navigation, .caption, .link,
    ]

    /// Returns the heading with the page's title, which may be in a header inside the text, or else the first one of the
    /// highest rank.
    private func heading(before first: Int) -> Int? {
        if let title = tree.titleHeading, title < Int(tree.nodes[first].subtreeEnd), !remains.isRemoved[title] {
            return title
        }
        return (tree.body..<first).first { tree.nodes[$0].kind == .heading1 && !remains.isRemoved[$0] }
    }

    /// True if an element is named as the article's lead, or has the words of the page's own summary.
    private func isLead(_ index: Int, _ comparisons: inout Int) -> Bool {
        let node = tree.nodes[index]
        let measure = remains.measures[index]
        guard node.kind == .paragraph || node.kind.isHeading || (node.kind == .division && !measure.hasBlock),
            Self.lengths.contains(measure.length), measure.linkDensity < 0.2
        else { return false }
        let isNamed = node.hints.contains(.lead) || tree.nodes[Int(node.parent)].hints.contains(.lead)
        if isNamed || node.traits.contains(.isDescription) {
            return measure.length >= Self.longEnough || remains.endsSentence(index)
        }
        guard !summary.isEmpty, comparisons < Self.maximumComparisons else { return false }
        comparisons += 1
        let words = WordSet(tree.text(of: index))
        return summary.isLike(words) || words.isLike(summary)
    }
}
