import Markup

/// Removes passages that a reader's header already shows, and passages around the paragraphs that do not belong to the
/// text: the title, dates, author cards, captions, teasers.
struct ArticleTrimmer {
    private let tree: PageTree
    private let root: Int
    private let range: Range<Int>
    private let total: Int32
    /// Longer passages (in characters) are no labels.
    private static let longestLabel: Int32 = 60
    /// A phrase of no more characters announces something even if nothing follows it.
    private static let longestAnnouncement: Int32 = 40
    /// The lines of longer texts are not compared with phrases.
    private static let mostPassages = 10_000

    static func trim(_ remains: inout PageRemains, _ root: Int) {
        let trimmer = ArticleTrimmer(remains, root)
        trimmer.removeTitles(&remains)
        trimmer.removeNamedAsides(&remains)
        remains.measure(trimmer.range)
        trimmer.removeTeasers(&remains)
        remains.measure(trimmer.range)
        trimmer.removeAnnounced(&remains)
        remains.measure(trimmer.range)
        trimmer.removeEnds(&remains)
    }

    private init(_ remains: PageRemains, _ root: Int) {
        tree = remains.tree
        self.root = root
        range = root..<Int(remains.tree.nodes[root].last)
        total = remains.measures[root].length
    }

    // MARK: By name

    private func removeTitles(_ remains: inout PageRemains) {
        let titles = tree.facts.titles.map(WordSet.init).filter { !$0.isEmpty }
        var headings = 0
        for index in range where tree.nodes[index].kind.isHeading && index != root && !remains.isRemoved[index] {
            guard remains.measures[index].length < 400, headings < PageTree.mostHeadings else { continue }
            headings += 1
            let words = WordSet(text(index))
            if titles.contains(where: { $0.isLike(words) }) { remains.remove(index) }
        }
    }

    private func removeNamedAsides(_ remains: inout PageRemains) {
        remains.prune(range) { node, index, measure in
            guard index != root, !node.hints.contains(.body), node.kind != .text else { return false }
            if node.kind == .link, node.traits.contains(.isPlace), measure.length <= 1 { return true }
            if node.hints.contains(.box), node.kind != .table { return measure.length * 4 < total }
            if node.hints.contains(.aside) { return measure.length * 2 < total }
            if node.traits.contains(.isAuthor), !node.kind.isPhrasing { return measure.length * 4 < total }
            guard node.hints.contains(.teaser), measure.links > 0, measure.linkDensity > 0.1 else { return false }
            return measure.length * 4 < total
        }
    }

    // MARK: By content

    /// The paragraphs, items and the like that hold no other block.
    private func passages(_ remains: PageRemains) -> [Int] {
        var found: [Int] = []
        var index = root + 1
        while index < range.upperBound {
            let node = tree.nodes[index]
            if remains.isRemoved[index] {
                index = Int(node.last)
            } else if node.kind == .table || node.kind == .preformatted {
                found.append(index)
                index = Int(node.last)
            } else if remains.measures[index].hasBlock || node.kind == .figure || node.kind == .body {
                index += 1
            } else {
                if remains.measures[index].length > 0 { found.append(index) }
                index = Int(node.last)
            }
        }
        return found
    }

    private func isProse(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        let kind = tree.nodes[index].kind
        if kind == .preformatted || kind == .table { return measure.length >= 20 }
        guard !kind.isHeading, kind != .caption, measure.linkDensity < 0.5 else { return false }
        return measure.length >= 120 || (measure.length >= 40 && endsSentence(index, remains))
    }

    private func endsSentence(_ index: Int, _ remains: PageRemains) -> Bool {
        var current = Int(tree.nodes[index].last) - 1
        while current > index {
            if tree.nodes[current].kind == .text { return tree.nodes[current].traits.contains(.endsSentence) }
            current -= 1
        }
        return tree.nodes[index].traits.contains(.endsSentence)
    }

    /// Removes paragraphs that are only a link: teasers of other articles.
    private func removeTeasers(_ remains: inout PageRemains) {
        for index in passages(remains) {
            let measure = remains.measures[index]
            let kind = tree.nodes[index].kind
            guard kind == .paragraph || kind.isHeading || kind == .division || kind == .link || kind == .quote else {
                continue
            }
            guard measure.length >= 12, measure.length < 300, measure.pictures == 0, measure.linkDensity >= 0.75 else {
                continue
            }
            guard measure.length * 5 < total else { continue }
            remains.remove(index)
        }
    }

    /// Removes "Read also" and the like: the heading, and the links that follow it up to the next heading.
    private func removeAnnounced(_ remains: inout PageRemains) {
        let passages = passages(remains)
        guard passages.count <= Self.mostPassages else { return }
        var skipsTo = 0
        for (position, index) in passages.enumerated()
        where position >= skipsTo && remains.measures[index].length <= AnnouncingPhrases.longestLine {
            guard AnnouncingPhrases.begin(text(index)) else { continue }
            if let box = box(announcedBy: index, remains) {
                remains.remove(box)
                continue
            }
            var last = position
            var next = position + 1
            while next < passages.count, !tree.nodes[passages[next]].kind.isHeading {
                let measure = remains.measures[passages[next]]
                guard measure.linkDensity > 0.3 || !isProse(passages[next], remains) else { break }
                last = next
                next += 1
            }
            let isAlone = remains.measures[index].length <= Self.longestAnnouncement && !endsSentence(index, remains)
            let isLate = position * 2 > passages.count
            guard last > position || isAlone || isLate || tree.nodes[index].kind.isHeading else { continue }
            for position in position...last { remains.remove(passages[position]) }
            skipsTo = last + 1
        }
    }

    /// The division that begins with a heading such as "Newsletter", if it is a small part of the text.
    private func box(announcedBy index: Int, _ remains: PageRemains) -> Int? {
        let parent = Int(tree.nodes[index].parent)
        guard tree.nodes[index].kind.isHeading, parent > root, remains.measures[parent].length * 3 < total,
            remains.measures[parent].headingLength == remains.measures[index].length
        else { return nil }
        let hasTextBefore = (parent + 1..<index).contains { tree.nodes[$0].kind == .text && !remains.isRemoved[$0] }
        return hasTextBefore ? nil : parent
    }

    /// Removes labels and dates before the first paragraph, and all but text after the last one.
    private func removeEnds(_ remains: inout PageRemains) {
        let passages = passages(remains)
        guard let first = passages.firstIndex(where: { isProse($0, remains) }),
            let last = passages.lastIndex(where: { isProse($0, remains) })
        else { return }
        let firstParent = tree.nodes[passages[first]].parent
        for index in passages[..<first] {
            if isInList(index), isLinks(index, remains) {
                remains.remove(index)
                continue
            }
            let isShort = remains.measures[index].length < Self.longestLabel
            if tree.nodes[index].kind == .heading1, tree.titleHeading == nil {
                remains.remove(index)
            } else if isShort, !isKept(index, remains) {
                if tree.nodes[index].parent != firstParent || DateLine.isDate(text(index)) { remains.remove(index) }
            }
        }
        let lastParent = tree.nodes[passages[last]].parent
        for index in passages[(last + 1)...] {
            let isBeside = tree.nodes[index].parent == lastParent
            if tree.nodes[index].kind.isHeading || (!isBeside && endsNothing(index, remains)) { remains.remove(index) }
        }
    }

    /// True if a passage is mostly links.
    private func isLinks(_ index: Int, _ remains: PageRemains) -> Bool {
        remains.measures[index].linkDensity > (isInList(index) ? 0.45 : 0.6)
    }

    private func isInList(_ index: Int) -> Bool {
        let kind = tree.nodes[index].kind
        return kind == .item || kind == .list || kind == .orderedList
    }

    /// True if the content after the last paragraph is a label or links.
    private func endsNothing(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        if isLinks(index, remains) { return true }
        guard measure.length < Self.longestLabel, !endsSentence(index, remains), !isKept(index, remains) else {
            return false
        }
        return tree.nodes[index].kind != .item || measure.linkDensity > 0.5
    }

    private func isKept(_ index: Int, _ remains: PageRemains) -> Bool {
        let node = tree.nodes[index]
        if remains.measures[index].pictures > 0 || node.kind == .caption || node.kind == .picture { return true }
        return node.kind.isHeading || tree.stands(index, in: .figure, .list, .orderedList, depth: 4)
            || node.kind == .item
            || node.hints.contains(.caption)
    }

    private func text(_ index: Int) -> String {
        tree.text(of: index)
    }
}

/// The words of a line, for comparing titles.
struct WordSet {
    private let words: [Substring]
    private let set: Set<String>

    init(_ text: String) {
        words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        set = Set(words.map(String.init))
    }

    var isEmpty: Bool { words.isEmpty }

    /// True if these words include nearly all of the other's words, by their length.
    func isLike(_ other: WordSet) -> Bool {
        let all = other.words.reduce(0) { $0 + $1.count }
        let known = other.words.reduce(0) { $0 + (set.contains(String($1)) ? $1.count : 0) }
        return all > 0 && known * 4 > all * 3 && all * 3 >= words.reduce(0) { $0 + $1.count }
    }
}
