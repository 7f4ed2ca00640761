/// The first reason why a text is not well-formed XML (XML 1.0 §2.1), as far as a book could break it: elements that are
/// not closed in order, attributes without quotation marks, references other than XML's own, forbidden characters.
package struct XMLProblem: Equatable, CustomStringConvertible {
    package let description: String

    /// Nil for well-formed XML.
    package init?(in text: String) {
        do {
            try Self.check(text)
            return nil
        } catch {
            description = error.reason
        }
    }

    private struct Malformed: Error {
        let reason: String
    }

    private static func check(_ text: String) throws(Malformed) {
        for scalar in text.unicodeScalars where !isAllowed(scalar) { throw Malformed(reason: "U+\(scalar.value)") }
        var open: [Substring] = []
        var roots = 0
        var rest = text[...]
        while !rest.isEmpty {
            let words = rest.prefix { $0 != "<" }
            try check(content: words)
            rest = rest.dropFirst(words.count)
            guard !rest.isEmpty else { break }
            guard let end = endOfTag(in: rest) else { throw Malformed(reason: "tag without an end: \(rest)") }
            let tag = rest[..<end].dropFirst()
            rest = rest[end...].dropFirst()
            if tag.hasPrefix("?") || tag.hasPrefix("!DOCTYPE") { continue }
            if tag.hasPrefix("/") {
                guard open.popLast() == tag.dropFirst() else { throw Malformed(reason: "<\(tag)> closes \(open)") }
                continue
            }
            let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == ":" }
            try check(attributes: tag.dropFirst(name.count))
            if open.isEmpty { roots += 1 }
            if !tag.hasSuffix("/") { open.append(name) }
        }
        guard open.isEmpty, roots == 1 else { throw Malformed(reason: "\(roots) roots, open: \(open)") }
    }

    /// Returns the position of the first `>` outside of quotation marks.
    private static func endOfTag(in text: Substring) -> Substring.Index? {
        var isQuoted = false
        return text.indices.first { index in
            if text[index] == "\"" { isQuoted.toggle() }
            return text[index] == ">" && !isQuoted
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
        default: false
        }
    }

    private static func check(content: Substring) throws(Malformed) {
        guard !content.contains("]]>") else { throw Malformed(reason: "]]> in \(content)") }
        try check(references: content)
    }

    private static func check(references text: Substring) throws(Malformed) {
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
        where !["amp;", "lt;", "gt;", "quot;"].contains(where: { part.hasPrefix($0) }) {
            throw Malformed(reason: "reference &\(part)")
        }
    }

    /// Reads ` name="value"`, any number of times.
    private static func check(attributes: Substring) throws(Malformed) {
        var rest = attributes
        var names: Set<Substring> = []
        while let first = rest.first, first != "/" {
            let parts = rest.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].first == " ", parts[0].last == "=", !parts[1].contains("<"),
                names.insert(parts[0]).inserted
            else { throw Malformed(reason: "attributes\(attributes)") }
            try check(references: parts[1])
            rest = parts[2]
        }
        guard rest.isEmpty || rest == "/" else { throw Malformed(reason: "attributes\(attributes)") }
    }
}
