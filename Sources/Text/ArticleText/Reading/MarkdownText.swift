import Basics
import Markup

/// Converts Markdown marks within lines to HTML. One object serves a whole document and counts the marks: after too
/// many, further marks are plain text, which bounds the time for a text.
final class MarkdownText {
    /// The number of marks for which a closing mark is still searched (default 20,000).
    private var searchesLeft = 20_000

    private static let marks: Set<Character> = ["`", "*", "_", "~", "!", "[", "<"]
    /// Maximum length of a row of backticks.
    private static let maximumMarkLength = 16

    /// Returns the text as HTML. Marks without a closing mark stay as they are.
    func html(_ text: Substring) -> String {
        var html = ""
        var rest = text
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                html += String(next).escaped(for: .anywhere)
                rest = rest.dropFirst(2)
            } else if Self.marks.contains(character), searchesLeft > 0,
                let (replacement, end) = nextSpan(at: rest, after: html.last)
            {
                html += replacement
                rest = rest[end...]
            } else {
                html += String(character).escaped(for: .anywhere)
                rest = rest.dropFirst()
            }
        }
        return html
    }

    private func nextSpan(at text: Substring, after before: Character?) -> (String, String.Index)? {
        searchesLeft -= 1
        return span(at: text, after: before)
    }

    /// Returns the element that begins here, and the index after it.
    private func span(at text: Substring, after before: Character?) -> (String, String.Index)? {
        switch text.first {
        case "`":
            let mark = text.prefix(Self.maximumMarkLength).prefix { $0 == "`" }
            guard let close = range(of: mark, in: text.dropFirst(mark.count).prefix(Self.maximumSpanLength)) else {
                return nil
            }
            let code = text[mark.endIndex..<close.lowerBound]
            return ("<code>\(String(code).escaped(for: .anywhere))</code>", close.upperBound)
        case "*", "_", "~":
            return emphasis(at: text, after: before)
        case "!":
            guard text.hasPrefix("!["), let (words, address, end) = link(at: text.dropFirst()) else { return nil }
            let (source, alternative) = (address.escaped(for: .anywhere), String(words).escaped(for: .anywhere))
            return ("<img src=\"\(source)\" alt=\"\(alternative)\">", end)
        case "[":
            guard let (words, address, end) = link(at: text) else { return nil }
            return ("<a href=\"\(address.escaped(for: .anywhere))\">\(html(words))</a>", end)
        case "<":
            guard let close = text.prefix(LinkTable.maximumAddressLength).firstIndex(of: ">") else { return nil }
            let address = text[text.index(after: text.startIndex)..<close]
            guard WebAddress.isHTTP(String(address)), !address.contains(" ") else { return nil }
            let escaped = String(address).escaped(for: .anywhere)
            return ("<a href=\"\(escaped)\">\(escaped)</a>", text.index(after: close))
        default: return nil
        }
    }

    private static let tags = ["**": "strong", "__": "strong", "*": "em", "_": "em", "~~": "del"]

    private func emphasis(at text: Substring, after before: Character?) -> (String, String.Index)? {
        for mark in ["**", "__", "~~", "*", "_"] where text.hasPrefix(mark) {
            let inside = text.dropFirst(mark.count)
            guard let tag = Self.tags[mark], let first = inside.first, first != " ", first != "\n" else { return nil }
            // `snake_case` is not emphasis.
            if mark.first == "_", before?.isLetter == true || before?.isNumber == true { return nil }
            guard let close = range(of: mark[...], in: inside.prefix(Self.maximumSpanLength)),
                close.lowerBound > inside.startIndex,
                inside[inside.index(before: close.lowerBound)] != " "
            else { continue }
            return ("<\(tag)>\(html(inside[..<close.lowerBound]))</\(tag)>", close.upperBound)
        }
        return nil
    }

    /// Maximum length of emphasis and of a link's text, in characters.
    private static let maximumSpanLength = 1_000

    /// Reads `[words](address "title")`.
    private func link(at text: Substring) -> (words: Substring, address: String, end: String.Index)? {
        var depth = 0
        var close: String.Index?
        for index in text.prefix(Self.maximumSpanLength).indices {
            if text[index] == "[" { depth += 1 }
            if text[index] == "]" { depth -= 1 }
            if depth == 0 {
                close = index
                break
            }
        }
        guard let close, text[close...].hasPrefix("](") else { return nil }
        let target = text[text.index(close, offsetBy: 2)...].prefix(LinkTable.maximumAddressLength)
        guard let end = target.firstIndex(of: ")") else { return nil }
        let address = target[..<end].prefix { $0 != " " }
        return (text[text.index(after: text.startIndex)..<close], String(address), text.index(after: end))
    }

    private func range(of mark: Substring, in text: Substring) -> Range<String.Index>? {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(mark) { return start..<text.index(start, offsetBy: mark.count) }
            start = text.index(after: start)
        }
        return nil
    }
}
