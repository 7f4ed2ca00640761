import Markup

/// Recognises a page that appears in place of the article: a login, a hotspot's welcome.
public enum GatePage {
    /// A page that asks for something and does not mention the article is foreign, unless its text is longer than this
    /// (in characters).
    private static let foreignText = 4_000
    /// The same for a page that asks for no password.
    private static let shortText = 1_500
    /// Less text than this beside a field for a password only explains it, whatever the title says.
    private static let explanation = 150
    /// Shorter words (in characters) are on every page.
    private static let shortestWord = 4
    /// A title with fewer long words is no evidence; beside a field for a password, one word is.
    private static let fewestWords = 2

    /// True if the page holds a form in place of the article. A password field alone is no evidence: many pages have a
    /// login in their header. The page of an article holds words of its title.
    ///
    /// - Parameters:
    ///   - textLength: the length of the text in the page's main part, in characters.
    ///   - title: the article's title in its feed; nil if it is unknown.
    public static func isGate(html: String, textLength: Int, title: String?) -> Bool {
        textLength < foreignText && isGate(page: Array(html.utf8), textLength: textLength, title: title)
    }

    /// The same for a page in UTF-8.
    package static func isGate(page: [UInt8], textLength: Int, title: String?) -> Bool {
        guard textLength < foreignText else { return false }
        let forms = Forms(page)
        guard forms.wantPassword || (forms.send && textLength < shortText) else { return false }
        if forms.wantPassword, textLength < explanation { return true }
        return !mayMention(title ?? "", page, fewestWords: forms.wantPassword ? 1 : fewestWords)
    }

    /// True if the page shows half of the title's words, or if too few of them are evidence.
    private static func mayMention(_ title: String, _ page: [UInt8], fewestWords: Int) -> Bool {
        let words = evidence(title)
        guard words.count >= fewestWords else { return true }
        let text = String(decoding: page, as: UTF8.self).lowercased()
        return words.count { text.contains($0) } * 2 >= words.count
    }

    /// The long words of a title. Scripts without spaces between words give pairs of characters.
    private static func evidence(_ title: String) -> Set<Substring> {
        var words: Set<Substring> = []
        for word in title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let isIdeographic = word.unicodeScalars.contains { 0x3040...0xD7AF ~= $0.value }
            if isIdeographic {
                for (first, second) in zip(word.indices, word.indices.dropFirst()) {
                    words.insert(word[first...second])
                }
            } else if word.count >= shortestWord {
                words.insert(word)
            }
        }
        return words
    }
}

/// The input that a page asks of its reader.
private struct Forms {
    /// True if a form is more than a search.
    private(set) var send = false
    private(set) var wantPassword = false

    init(_ page: [UInt8]) {
        var scanner = MarkupScanner(page, in: 0..<min(page.count, MainContent.longestPage), dialect: .html)
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            switch ShortName(scanner.bytes, tag.name) {
            case "form": send = send || scanner.attribute("method", of: tag)?.lowercased() == "post"
            case "input": wantPassword = wantPassword || scanner.attribute("type", of: tag)?.lowercased() == "password"
            default: break
            }
        }
    }
}
