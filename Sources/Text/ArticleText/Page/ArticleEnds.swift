/// Trims the start and the end of a text: labels and dates before its first paragraph, notices and links after its
/// last.
extension ArticleTrimmer {
    /// Removes labels and dates before the first paragraph, and everything except text after the last.
    func removeEnds(_ remains: inout PageRemains) {
        let passages = passages(remains)
        guard let first = passages.firstIndex(where: { isProse($0, remains) }),
            let last = passages.lastIndex(where: { isProse($0, remains) })
        else { return }
        let lastParent = tree.nodes[passages[last]].parent
        // Found once: a long page has tens of thousands of passages before and after its last paragraph.
        let parents = Set(passages[first...last].filter { isProse($0, remains) }.map { tree.nodes[$0].parent })
        for (position, index) in passages[..<first].enumerated() {
            let isNear = position + Self.nearby >= first
            if isLabel(index, isNear: isNear, before: passages[first], parents, remains) { remains.remove(index) }
        }
        let rest = passages[(last + 1)...]
        let lengthAbove = passages[...last].reduce(0) { $0 &+ remains.measures[$1].length }
        var parentBelow: Int32?
        var isKeptBelow = false
        for index in rest.reversed() where !tree.nodes[index].kind.isHeading {
            let parent = tree.nodes[index].parent
            let isKept =
                isMark(index, remains)
                ? isKeptBelow
                : isNote(index, remains) || isList(index, in: parents, remains)
                    || !isRest(index, besideTextIn: lastParent, isAboveText: parent == parentBelow, remains)
            if isKept { parentBelow = parent } else { remains.remove(index) }
            isKeptBelow = isKept
        }
        removeHeadings(rest, in: parents, isBelowTitle: lengthAbove <= Self.maximumLengthAboveTitle, &remains)
    }

    /// True for a list without links in one of the elements that hold paragraphs: it belongs to the text, even if the
    /// first or last paragraph is in a box or in a quotation.
    private func isList(_ index: Int, in parents: Set<Int32>, _ remains: PageRemains) -> Bool {
        isInList(index) && !isLinks(index, remains) && parents.contains(tree.nodes[index].parent)
    }

    /// Maximum length of the mark of a note, in characters: `[12]`.
    private static let maximumMarkLength: Int32 = 4

    /// True for the number of a note, which leads back to the text.
    private func isMark(_ index: Int, _ remains: PageRemains) -> Bool {
        remains.measures[index].length <= Self.maximumMarkLength && leadsBack(index)
    }

    /// True for a note in a list, or a list of notes: each leads back to the text. Most of its words may be a link to a
    /// source.
    private func isNote(_ index: Int, _ remains: PageRemains) -> Bool {
        guard isInList(index), remains.measures[index].length > Self.maximumMarkLength else { return false }
        if tree.nodes[index].kind == .item { return leadsBack(index) }
        return tree.children(of: index).allSatisfy { tree.nodes[$0].kind != .item || leadsBack($0) }
    }

    /// True if an element is or contains a link to a position on the page with a sign or a number as its words.
    private func leadsBack(_ index: Int) -> Bool {
        (index..<Int(tree.nodes[index].subtreeEnd)).contains { inner in
            guard tree.nodes[inner].traits.contains(.isFragment) else { return false }
            return (1...Self.maximumMarkLength).contains(
                tree.nodes[inner..<Int(tree.nodes[inner].subtreeEnd)].reduce(0) { $0 &+ $1.length })
        }
    }

    /// Removes the headings after the last paragraph, but not those above short lists and the like that remain, and not
    /// a sentence below the title.
    private func removeHeadings(
        _ rest: ArraySlice<Int>, in parents: Set<Int32>, isBelowTitle: Bool, _ remains: inout PageRemains
    ) {
        var next: PageElement?
        var isAboveSentence = false
        for index in rest.reversed() where !remains.isRemoved[index] {
            let node = tree.nodes[index]
            guard node.kind.isHeading, !(isBelowTitle && isSubtitle(index, remains)) else {
                next = isLinks(index, remains) && !isNote(index, remains) ? nil : node.kind
                isAboveSentence = next != nil && remains.endsSentence(index)
                continue
            }
            // A heading may have headings of lower levels directly below it.
            let hasContent = next.map { !$0.isHeading || ($0 == .heading && node.kind != .heading) } ?? false
            let isBeside = parents.contains(node.parent) || tree.isInside(index, anyOf: .caption)
            let isKept = hasContent && (isBeside || isAboveSentence)
            if !isKept { remains.remove(index) }
            next = isKept ? node.kind : nil
        }
    }

    /// Maximum number of passages before the text that may repeat its title, and their maximum length in characters.
    private static let nearby = 30
    private static let maximumTitleLength: Int32 = 200

    /// True for a passage before the first paragraph that does not belong to the text.
    private func isLabel(
        _ index: Int, isNear: Bool, before paragraph: Int, _ parents: Set<Int32>, _ remains: PageRemains
    ) -> Bool {
        let node = tree.nodes[index]
        let length = remains.measures[index].length
        if isInList(index), isLinks(index, remains) { return true }
        if node.kind == .heading1, tree.titleHeading == nil { return true }
        if isNear, length < Self.maximumTitleLength, isTitle(text(index)) { return true }
        if namesPublication(index, remains) { return true }
        guard length < Self.maximumLabelLength, !isKept(index, remains), !isQuestion(index, remains),
            !tree.isEntryHeader(index)
        else { return false }
        if node.kind == .address || DateLine.isDate(text(index)) { return true }
        return node.parent != tree.nodes[paragraph].parent && !isList(index, in: parents, remains)
    }

    /// True for a line with the date of publication that is not a sentence.
    private func namesPublication(_ index: Int, _ remains: PageRemains) -> Bool {
        guard remains.measures[index].length < Self.maximumPublicationLength, !isKept(index, remains) else {
            return false
        }
        let range = index..<Int(tree.nodes[index].subtreeEnd)
        return range.contains { tree.nodes[$0].traits.contains(.isPublicationDate) } && !remains.endsSentence(index)
    }

    /// In characters.
    static let maximumPublicationLength: Int32 = 160

    /// True for a passage after the last paragraph that does not belong to the text. A date above text that stays is
    /// part of a schedule or the like.
    private func isRest(
        _ index: Int, besideTextIn parent: Int32, isAboveText: Bool, _ remains: PageRemains
    ) -> Bool {
        if !isAboveText, isDate(index, remains) { return true }
        if !isInList(index), isEmbed(index, remains) { return false }
        return tree.nodes[index].parent != parent && isLeftover(index, remains)
    }

    /// Removes notices of the site at the end of a text: licences, invitations, addresses of the authors.
    func removeClosing(_ remains: inout PageRemains) {
        let last = passages(remains).dropFirst().suffix(Self.closingPassages)
        for index in last where remains.measures[index].length <= Self.maximumNoticeLength {
            if ClosingPhrases.occur(in: text(index)) { remains.remove(index) }
        }
    }

    /// True for a question, which begins a list of answers.
    private func isQuestion(_ index: Int, _ remains: PageRemains) -> Bool {
        guard remains.measures[index].linked == 0, remains.endsSentence(index) else { return false }
        return text(index).last.map { "?？؟".contains($0) } ?? false
    }

    private func isDate(_ index: Int, _ remains: PageRemains) -> Bool {
        remains.measures[index].length < Self.maximumLabelLength
            && !tree.isInside(index, anyOf: .list, .orderedList, .item)
            && DateLine.isDate(text(index))
    }

    /// True for a sentence without links in a heading, as below a title.
    private func isSubtitle(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        return measure.length >= Self.maximumLabelLength && measure.links == 0 && remains.endsSentence(index)
    }

    /// The number of passages at the end that are searched for notices, and their maximum length in characters.
    private static let closingPassages = 4
    private static let maximumNoticeLength: Int32 = 320

    /// True if a passage is mostly links.
    private func isLinks(_ index: Int, _ remains: PageRemains) -> Bool {
        remains.measures[index].linkDensity > (isInList(index) ? 0.45 : 0.6)
    }

    private func isInList(_ index: Int) -> Bool {
        let kind = tree.nodes[index].kind
        return kind == .item || kind == .list || kind == .orderedList
    }

    /// True if the content after the last paragraph is a label or links.
    private func isLeftover(_ index: Int, _ remains: PageRemains) -> Bool {
        let measure = remains.measures[index]
        if isLinks(index, remains) { return true }
        guard measure.length < Self.maximumLabelLength, !remains.endsSentence(index), !isKept(index, remains) else {
            return false
        }
        return tree.nodes[index].kind != .item || measure.linkDensity > 0.5
    }

    private func isKept(_ index: Int, _ remains: PageRemains) -> Bool {
        let node = tree.nodes[index]
        if remains.measures[index].pictures > 0 || node.kind == .caption || node.kind == .picture { return true }
        return node.kind.isHeading || tree.isInside(index, anyOf: .figure, .list, .orderedList, .quote, depth: 4)
            || node.kind == .item || node.kind == .quote || node.hints.contains(.caption)
    }
}
