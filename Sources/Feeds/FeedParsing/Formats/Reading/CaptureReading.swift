internal import Markup

/// Reads whole elements: their meaning is decided after their content is known.
extension MarkupScanner {
    /// Reads up to the end tag of `tag`, which is the start tag returned last.
    ///
    /// A missing or misspelt end tag costs as little as possible: the element also ends before the end tag of an item
    /// or a feed, before the next item and, if `isShort`, before an element that can only be its neighbour.
    mutating func capture(_ tag: StartTag, isShort: Bool = false) -> Capture {
        guard !tag.isSelfClosing else { return .empty }
        var capture = Capture(range: position..<position, content: .nothing)
        var children: [Range<Int>] = []
        while let token = next() {
            switch token {
            case .text(let range): capture.add(text: range)
            case .characterData(let range): capture.add(characterData: unclosed(range, in: tag) ?? range)
            case .startTag(let child):
                if isFeedStructure(child.name) || (isShort && isNeighbour(child.name)) {
                    return endedBefore(capture)
                }
                capture.content = .markup
                if !child.isSelfClosing, !isVoidElement(child.name) { children.append(child.name) }
            case .endTag(let name):
                switch matching(name, of: tag.name, children) {
                case .child(let index): children.removeSubrange(index...)
                case .own:
                    capture.range = capture.range.lowerBound..<tokenStart
                    return capture
                case .outer: return endedBefore(capture)
                case .unmatched: break
                }
            case .comment, .instruction, .doctype, .rawText: break
            }
        }
        capture.range = capture.range.lowerBound..<position
        return capture
    }

    private enum Match {
        case child(Int), own, outer, unmatched
    }

    private func matching(_ name: Range<Int>, of own: Range<Int>, _ children: [Range<Int>]) -> Match {
        if let last = children.last, bytes.sameName(name, last) { return .child(children.count - 1) }
        if bytes.sameName(name, own) { return .own }
        // Compares only the nearest, since the document may nest elements to any depth.
        if let index = children.suffix(16).lastIndex(where: { bytes.sameName(name, $0) }) { return .child(index) }
        if isFeedStructure(name) || isFeedRoot(name) { return .outer }
        if children.isEmpty, !HTMLElement.isKnown(lowercasedName(name)) { return .own }
        return .unmatched
    }

    /// Returns the capture up to the last tag returned, which will be read again.
    private mutating func endedBefore(_ capture: Capture) -> Capture {
        var capture = capture
        capture.range = capture.range.lowerBound..<tokenStart
        skip(to: tokenStart)
        return capture
    }

    /// Returns the part of an unclosed CDATA section that belongs to the element itself: up to its end tag or, if that
    /// is missing too, to the end of the item.
    private mutating func unclosed(_ range: Range<Int>, in tag: StartTag) -> Range<Int>? {
        guard range.upperBound == position else { return nil }
        var from = range.lowerBound
        while let bracket = bytes.firstRange(of: "</", in: from..<range.upperBound) {
            let name = bracket.upperBound..<min(bracket.upperBound + tag.name.count, range.upperBound)
            if bytes.sameName(name, tag.name) || endsItem(at: bracket.upperBound, before: range.upperBound) {
                skip(to: bracket.lowerBound)
                return range.lowerBound..<bracket.lowerBound
            }
            from = bracket.upperBound
        }
        return nil
    }

    private func endsItem(at nameStart: Int, before end: Int) -> Bool {
        let name = bytes.endOfName(in: nameStart..<end)
        return isFeedStructure(nameStart..<name)
    }

    private func isVoidElement(_ name: Range<Int>) -> Bool {
        name.count <= 8 && HTMLElement.isVoid(lowercasedName(name))
    }

    /// True if the name, with any prefix, never occurs inside a text element.
    private func isFeedStructure(_ name: Range<Int>) -> Bool {
        switch name.count {
        case 4: bytes.hasBytes(ignoringCase: "item", at: name.lowerBound)
        case 5: bytes.hasBytes(ignoringCase: "entry", at: name.lowerBound)
        case 7: bytes.hasBytes(ignoringCase: "channel", at: name.lowerBound)
        default: false
        }
    }

    /// True if the name belongs to an element that occurs beside short elements, and never inside them.
    private func isNeighbour(_ name: Range<Int>) -> Bool {
        name.count <= 15 && neighbours.contains(lowercasedName(name))
    }

    private func isFeedRoot(_ name: Range<Int>) -> Bool {
        switch name.count {
        case 3: bytes.hasBytes(ignoringCase: "rss", at: name.lowerBound)
        case 4: bytes.hasBytes(ignoringCase: "feed", at: name.lowerBound)
        case 7: bytes.hasBytes(ignoringCase: "rdf:rdf", at: name.lowerBound)
        default: false
        }
    }
}

private let neighbours: Set<String> = [
    "title", "link", "guid", "description", "pubdate", "author", "category", "enclosure", "content", "content:encoded",
    "dc:creator", "dc:date", "updated", "published", "id",
]
