/// Removes passages that a reader's header already shows, and passages near the paragraphs that do not belong to the
/// text: the title, dates, author cards, captions, teasers.
struct ArticleTrimmer: ~Copyable {
    let tree: PageTree
    let root: Int
    private let range: Range<Int>
    private let total: Int32
    /// Maximum length of a label, in characters.
    static let maximumLabelLength: Int32 = 60
    /// Maximum length, in characters, of a phrase that counts as an announcement even if nothing follows it.
    private static let maximumAnnouncementLength: Int32 = 40
    /// Maximum number of passages of a text whose lines are compared with phrases.
    private static let maximumPassages = 10_000

    static func trim(_ remains: inout PageRemains, _ root: Int) {
        let trimmer = ArticleTrimmer(remains, root)
        trimmer.removeTitles(&remains)
        trimmer.removeNamedAsides(&remains)
        remains.measure(trimmer.range)
        trimmer.removeContents(&remains)
        trimmer.removeTeasers(&remains)
        remains.measure(trimmer.range)
        trimmer.removeAnnounced(&remains)
        remains.measure(trimmer.range)
        trimmer.removeRepeated(&remains)
        trimmer.removeRepeatedSections(&remains)
        trimmer.removeClosing(&remains)
        remains.measure(trimmer.range)
        trimmer.removeEnds(&remains)
    }

    private init(_ remains: PageRemains, _ root: Int) {
        tree = remains.tree
        self.root = root
        range = root..<Int(remains.tree.nodes[root].subtreeEnd)
        total = remains.measures[root].length
    }

    // MARK: By name

    /// Maximum length, in characters, of the text above a heading that may say the title in other words. Further below,
    /// such a heading begins a section.
    static let maximumLengthAboveTitle: Int32 = 500

    private func removeTitles(_ remains: inout PageRemains) {
        var headings = 0
        var lengthAbove: Int32 = 0
        remains.prune(range) { node, index, measure in
            lengthAbove &+= node.length
            guard node.kind.isHeading, index != root, measure.length < 400, headings < PageTree.maximumHeadings else {
                return false
            }
            headings += 1
            let words = WordSet(text(index))
            let isAbove = node.kind == .heading1 || lengthAbove <= Self.maximumLengthAboveTitle
            return tree.titles.contains { isAbove ? $0.isLike(words) : $0.hasSameWords(as: words) }
        }
    }

    func isTitle(_ line: String) -> Bool {
        let words = WordSet(line)
        return tree.titles.contains { $0.isLike(words) }
    }

    private func removeNamedAsides(_ remains: inout PageRemains) {
        remains.prune(range) { node, index, measure in
            guard index != root, !node.hints.contains(.body), node.kind != .text else { return false }
            if node.kind == .link, node.traits.contains(.isFragment), measure.length <= 1, !isNoteMark(index) {
                return true
            }
            if node.kind == .link, isControl(index, measure) { return true }
            if node.hints.contains(.box), !Self.tableParts.contains(node.kind) { return measure.length * 4 < total }
            if node.hints.contains(.aside) { return measure.length * 2 < total && !tree.isInSentence(index) }
            if node.traits.contains(.isAuthor), !node.kind.isPhrasing { return measure.length * 4 < total }
            guard node.hints.contains(.teaser), measure.links > 0, measure.linkDensity > 0.1 else { return false }
            return measure.length * 4 < total
        }
    }

    /// The names of a table and its cells say that it is a box: `infobox-label`.
    private static let tableParts: Set<PageElement> = [.table, .tableGroup, .row, .cell, .headerCell]

    /// True for a number or a sign that refers to a note; other signs mark the position of a heading.
    private func isNoteMark(_ index: Int) -> Bool {
        guard let mark = text(index).unicodeScalars.first else { return false }
        return mark.properties.numericType != nil || mark == "*" || mark == "†" || mark == "‡"
    }

    // MARK: By content

    /// Returns the paragraphs, items and the like that contain no other block.
    func passages(_ remains: PageRemains) -> [Int] {
        var found: [Int] = []
        var index = root + 1
        while index < range.upperBound {
            let node = tree.nodes[index]
            if remains.isRemoved[index] {
                index = Int(node.subtreeEnd)
            } else if node.kind == .table || node.kind == .preformatted || isCardOfTeaser(index, remains) {
                found.append(index)
                index = Int(node.subtreeEnd)
            } else if remains.measures[index].hasBlock || node.kind == .figure || node.kind == .body
                || isAroundHeading(index, remains)
            {
                index += 1
            } else {
                if remains.measures[index].length > 0 { found.append(index) }
                index = Int(node.subtreeEnd)
            }
        }
        return found
    }

    /// True for a link around a heading or paragraphs. These count as text without a link, but their page is another.
    private func isCardOfTeaser(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        return remains.isCard(index) && (measure.paragraphs > 0 || measure.headingLength > 0)
    }

    /// True for a division whose words are all in headings.
    private func isAroundHeading(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        guard Self.around.contains(tree.nodes[index].kind) else { return false }
        return measure.length > 0 && measure.headingLength == measure.length
    }

    private static let around: Set<PageElement> = [.division, .section, .header, .custom]

    func isProse(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        let kind = tree.nodes[index].kind
        // A command may be as short as `make`.
        if kind == .preformatted { return measure.length > 0 }
        if kind == .table { return measure.length >= 20 }
        guard !kind.isHeading, kind != .caption, measure.linkDensity < 0.5 else { return false }
        return measure.length >= 120 || (measure.length >= 40 && remains.endsSentence(index))
    }

    /// Removes paragraphs that are only a link: teasers of other articles.
    private func removeTeasers(_ remains: inout PageRemains) {
        let passages = passages(remains)
        let entries = entryTitles(passages, remains)
        for index in passages {
            let measure = remains.measures[index]
            let kind = tree.nodes[index].kind
            if kind == .list || kind == .orderedList {
                if isListOfTeasers(measure) { remains.remove(index) }
                continue
            }
            guard kind == .paragraph || kind.isHeading || kind == .division || kind == .link || kind == .quote else {
                continue
            }
            guard measure.length >= 12, measure.length < 300, measure.pictures == 0, measure.linkDensity >= 0.75 else {
                continue
            }
            guard measure.length * 5 < total, !entries.contains(index), !isEmbed(index, remains) else { continue }
            // A link next to words is part of their sentence.
            if kind == .link, remains.measures[Int(tree.nodes[index].parent)].linkDensity < 0.75 { continue }
            remains.remove(index)
        }
    }

    /// Returns the titles of a collection of links: each is a link in a heading, and a sentence about its page is below
    /// it, or each is a link in an item with more words below it.
    private func entryTitles(_ passages: [Int], _ remains: PageRemains) -> Set<Int> {
        let titles = passages.indices.dropLast().filter { position in
            let (title, below) = (passages[position], passages[position + 1])
            let parent = tree.nodes[title].parent
            guard remains.measures[title].linkDensity >= 0.75, parent == tree.nodes[below].parent,
                remains.measures[below].linkDensity < 0.5
            else { return false }
            if tree.nodes[title].kind.isHeading { return remains.endsSentence(below) }
            // Below a teaser there is only its date.
            return tree.nodes[Int(parent)].kind == .item && remains.measures[below].length >= Self.minimumWords
        }
        guard titles.count >= Self.minimumEntries, let first = titles.first, let last = titles.last else { return [] }
        let paragraphs = passages[first..<last].count { isProse($0, remains) }
        return paragraphs > Self.maximumEntryParagraphs * (titles.count - 1) ? [] : Set(titles.map { passages[$0] })
    }

    /// Minimum number of entries of a collection, and maximum number of their paragraphs on average. Fewer headings, or
    /// headings further apart, may be teasers between the paragraphs of an article.
    private static let minimumEntries = 3
    /// Minimum length, in characters, of the words below a title in an item.
    private static let minimumWords: Int32 = 20
    private static let maximumEntryParagraphs = 3

    /// True for a list that holds only links as long as titles.
    private func isListOfTeasers(_ measure: PageMeasure) -> Bool {
        measure.links > 1 && measure.linkDensity >= 0.9 && measure.length >= measure.links * Self.minimumTeaserLength
            && measure.length * 5 < total
    }

    private static let minimumTeaserLength: Int32 = 25

    /// Removes "Read also" and the like: the heading, and the links after it up to the next heading.
    private func removeAnnounced(_ remains: inout PageRemains) {
        let passages = passages(remains)
        guard passages.count <= Self.maximumPassages else { return }
        for index in passages where isListOfAnnouncements(index, remains) { remains.remove(index) }
        var skipsTo = 0
        for (position, index) in passages.enumerated()
        where position >= skipsTo && remains.measures[index].length <= AnnouncingPhrases.maximumLineLength
            && !remains.isRemoved[index]
        {
            guard AnnouncingPhrases.begin(text(index)), !opensSection(position, passages, remains),
                !namesContentsOfBook(position, passages, remains)
            else { continue }
            if let box = box(announcedBy: index, remains) ?? request(announcedBy: index, remains) {
                remains.remove(box)
                continue
            }
            // A phrase that contains a link does not announce the passages after it.
            let isWhole = remains.measures[index].links > 0 && !tree.nodes[index].kind.isHeading
            let last = lastAnnounced(after: position, passages, onlyLinks: isWhole, remains)
            let isShort = remains.measures[index].length <= Self.maximumAnnouncementLength
            let isAlone = isShort && !remains.endsSentence(index) || isWhole && announcesLink(index, remains)
            let isLate = position * 2 > passages.count
            guard last > position || isAlone || isLate || tree.nodes[index].kind.isHeading else { continue }
            for position in position...last { remains.remove(passages[position]) }
            skipsTo = last + 1
        }
    }

    /// Returns the position of the last passage that a phrase announces; the phrase's own if it announces none.
    private func lastAnnounced(
        after position: Int, _ passages: [Int], onlyLinks: Bool, _ remains: PageRemains
    ) -> Int {
        var last = position
        for next in passages.indices.dropFirst(position + 1) {
            let index = passages[next]
            guard !tree.nodes[index].kind.isHeading,
                remains.measures[index].linkDensity > 0.3 || (!onlyLinks && !isProse(index, remains))
            else { break }
            last = next
        }
        return last
    }

    /// Maximum number of items of a list of announcements.
    private static let maximumAnnouncements = 8

    /// True for a list in which each item is a phrase and links: "Next message: Fog".
    private func isListOfAnnouncements(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        guard tree.nodes[index].kind == .list, measure.links >= measure.items,
            measure.items <= Self.maximumAnnouncements
        else { return false }
        return tree.children(of: index).filter { tree.nodes[$0].kind == .item }.allSatisfy { item in
            remains.measures[item].links > 0 && remains.measures[item].length <= AnnouncingPhrases.maximumLineLength
                && AnnouncingPhrases.begin(text(item))
        }
    }

    /// True for a phrase with a link after it, and nothing else: "Read also: Fog closes the harbour".
    private func announcesLink(_ index: Int, _ remains: PageRemains) -> Bool {
        let range = index..<Int(tree.nodes[index].subtreeEnd)
        guard remains.measures[index].links == 1, let link = range.first(where: { tree.nodes[$0].kind == .link }),
            tree.nodes[link].traits.contains(.leadsAway)
        else { return false }
        let label = range.filter { $0 < link && tree.nodes[$0].kind == .text }
        let isLast = !range.contains { $0 >= Int(tree.nodes[link].subtreeEnd) && tree.nodes[$0].length > 1 }
        let words = label.map { tree.text(of: $0) }.joined(separator: " ")
        return isLast && (words.hasSuffix(":") || AnnouncingPhrases.are(words))
    }

    /// Minimum length, in characters, of the text below a heading that is not an announcement.
    private static let minimumSectionLength: Int32 = 200

    /// True for a heading such as "Related work" or "Comments in code": it says more than the phrase with which it
    /// begins, and sentences without links follow it.
    private func opensSection(_ position: Int, _ passages: [Int], _ remains: PageRemains) -> Bool {
        let heading = passages[position]
        guard tree.nodes[heading].kind.isHeading, remains.measures[heading].links == 0,
            !AnnouncingPhrases.are(text(heading))
        else { return false }
        var length: Int32 = 0
        for index in passages[(position + 1)...] where length < Self.minimumSectionLength {
            guard remains.measures[index].links == 0, isProse(index, remains),
                tree.nodes[index].parent == tree.nodes[heading].parent
            else { return false }
            length &+= remains.measures[index].length
        }
        return length >= Self.minimumSectionLength
    }

    /// Returns the division that begins with a heading such as "Newsletter", if it is a small part of the text.
    private func box(announcedBy index: Int, _ remains: PageRemains) -> Int? {
        let parent = Int(tree.nodes[index].parent)
        guard tree.nodes[index].kind.isHeading, parent > root, remains.measures[parent].length * 3 < total,
            remains.measures[parent].headingLength == remains.measures[index].length,
            remains.measures[parent].length > remains.measures[index].length
        else { return nil }
        return isFirst(index, in: parent, remains) ? parent : nil
    }

    private func isFirst(_ index: Int, in parent: Int, _ remains: PageRemains) -> Bool {
        !(parent + 1..<index).contains { tree.nodes[$0].kind == .text && !remains.isRemoved[$0] }
    }

    /// Maximum length of a request for consent, in characters.
    private static let maximumRequestLength: Int32 = 900

    /// Returns the element that begins with a label such as "External content" and asks for consent to load it.
    private func request(announcedBy index: Int, _ remains: PageRemains) -> Int? {
        let parent = Int(tree.nodes[index].parent)
        let length = remains.measures[parent].length
        guard parent > root, length <= Self.maximumRequestLength, length * 3 < total,
            length > remains.measures[index].length, AnnouncingPhrases.nameExternalContent(text(index))
        else { return nil }
        return isFirst(index, in: parent, remains) ? parent : nil
    }

    /// Removes captions that repeat an earlier one word for word, as galleries do.
    private func removeRepeated(_ remains: inout PageRemains) {
        var known: Set<String> = []
        let passages = passages(remains)
        guard passages.count <= Self.maximumPassages else { return }
        for index in passages where Self.repeatable.contains(remains.measures[index].length) {
            guard tree.nodes[index].kind != .preformatted, tree.nodes[index].kind != .table else { continue }
            if isInCaption(index), !known.insert(text(index)).inserted { remains.remove(index) }
        }
    }

    private func isInCaption(_ index: Int) -> Bool {
        tree.nodes[index].hints.contains(.caption) || tree.nodes[index].kind == .caption
            || tree.isInside(index, anyOf: .figure, .caption)
            || tree.nodes[Int(tree.nodes[index].parent)].hints.contains(.caption)
    }

    /// Lengths, in characters, of captions that are compared: shorter ones may be credits of different pictures, and
    /// longer ones are not read to their end.
    private static let repeatable: ClosedRange<Int32> = 60...900

    func text(_ index: Int) -> String {
        tree.text(of: index)
    }
}
