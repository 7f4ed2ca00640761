import Markup

/// Recognises a page that comes in place of the article: a login page, or a hotspot's welcome page.
public enum GatePage {
    /// The text length, in characters, from which a page with a form counts as the article, even if it does not mention
    /// the article's title.
    private static let foreignText = 4_000
    /// The same for a page without a password field.
    private static let shortText = 1_500
    /// The text length, in characters, below which the text beside a password field only explains it, whatever words it
    /// has.
    private static let explanation = 150
    /// The shortest word, in characters, that counts as evidence: shorter ones are on every page.
    private static let shortestWord = 4
    /// The fewest long words that make a title evidence; beside a password field one word suffices.
    private static let fewestWords = 2

    /// True if the page holds a form in place of the article. A password field alone does not decide: many pages have a
    /// login in their header. The page of an article holds words of its title.
    ///
    /// - Parameters:
    ///   - html: the page as text.
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

    /// The long words of a title. In scripts without spaces between words, the pairs of neighbouring characters.
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

/// The input that a page requests from its reader.
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
