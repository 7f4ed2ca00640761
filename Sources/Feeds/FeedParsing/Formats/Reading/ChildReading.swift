internal import Markup

/// Finds elements inside a captured one, by local name: the children of `image`, `author`, `source`.
extension MarkupScanner {
    /// Returns the direct children named `name` (in lower case), with any prefix, up to a small number.
    func children(_ name: StaticString, in capture: Capture) -> [Capture] {
        var found: [Capture] = []
        var inside = MarkupScanner(bytes, in: capture.range, dialect: .xml)
        while found.count < 100, let token = inside.next() {
            guard case .startTag(let tag) = token else { continue }
            let child = inside.capture(tag)
            if isNamed(tag.name, name) { found.append(child) }
        }
        return found
    }

    /// Returns the last direct child `content`, with any prefix, that is not blank and whose `type` is wanted, and its
    /// tag.
    func lastContent(
        in capture: Capture, where isWanted: (_ type: String?) -> Bool
    ) -> (tag: StartTag, capture: Capture)? {
        var last: (tag: StartTag, capture: Capture)?
        var inside = MarkupScanner(bytes, in: capture.range, dialect: .xml)
        while let token = inside.next() {
            guard case .startTag(let tag) = token else { continue }
            let child = inside.capture(tag)
            guard isNamed(tag.name, "content"), !isBlank(child) else { continue }
            if isWanted(inside.attribute("type", of: tag)) { last = (tag, child) }
        }
        return last
    }

    /// Returns the text of the first child with this name.
    mutating func childText(_ name: StaticString, in capture: Capture) -> String? {
        descendant(name, in: capture).flatMap { value($0) }
    }

    /// Returns the first child with this name, as one line of plain text.
    mutating func childLine(_ name: StaticString, in capture: Capture) -> String? {
        descendant(name, in: capture).flatMap { line(TextElement(capture: $0, form: .guess, base: nil)) }
    }

    /// Returns the first element with this name at any depth: some feeds wrap `name` in a `foaf:Person`.
    private func descendant(_ name: StaticString, in capture: Capture) -> Capture? {
        var inside = MarkupScanner(bytes, in: capture.range, dialect: .xml)
        while let token = inside.next() {
            guard case .startTag(let tag) = token, isNamed(tag.name, name) else { continue }
            let found = inside.capture(tag)
            if !isBlank(found) { return found }
        }
        return nil
    }

    /// Returns the part of a name before the colon, as written.
    func prefix(of name: Range<Int>) -> String {
        bytes.firstIndex(of: UInt8(ascii: ":"), in: name).map { rawText(name.lowerBound..<$0) } ?? ""
    }

    private func isNamed(_ qualified: Range<Int>, _ name: StaticString) -> Bool {
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"), in: qualified)
        let local = (colon.map { $0 + 1 } ?? qualified.lowerBound)..<qualified.upperBound
        return bytes.equals(ignoringCase: name, in: local)
    }

    /// True if the element holds nothing but white space.
    func isBlank(_ capture: Capture) -> Bool {
        switch capture.content {
        case .nothing: return true
        case .text(let range), .characterData(let range): return bytes.trimmed(range).isEmpty
        case .markup: return false
        case .pieces:
            var pieces = MarkupScanner(bytes, in: capture.range, dialect: .xml)
            while let token = pieces.next() {
                switch token {
                case .text(let range), .characterData(let range): if !bytes.trimmed(range).isEmpty { return false }
                default: break
                }
            }
            return true
        }
    }
}
