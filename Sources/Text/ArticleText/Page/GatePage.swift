import Markup

/// Recognises a page that replaces the article: a login page, or a hotspot's welcome page.
public enum GatePage {
    /// From this text length, in characters, a page with a form counts as the article, even if it does not mention the
    /// article's title.
    private static let foreignText = 4_000
    /// From this text length, a page with a form but no password field counts as the article.
    private static let shortText = 1_500
    /// Below this text length, in characters, the text next to a password field only explains it, whatever words it
    /// contains.
    private static let explanation = 150
    /// Minimum length, in characters, of a word that counts as evidence: shorter ones are on every page.
    private static let minimumWordLength = 4
    /// Minimum number of long words that make a title evidence; next to a password field one word suffices.
    private static let minimumWordCount = 2
    /// Maximum number of long words of a title that are searched for, and the length in bytes of the start of the page
    /// that is searched: each word reads all of it.
    private static let maximumWords = 64
    private static let searchedPage = 1 << 20

    /// True if the page shows a form in place of the article. A password field alone does not decide: many pages have a
    /// login in their header. The page of an article contains words of its title.
    ///
    /// - Parameters:
    ///   - html: the page as text.
    ///   - textLength: the length of the text in the page's main part, in characters.
    ///   - title: the article's title in its feed; nil if it is unknown.
    public static func isGate(html: String, textLength: Int, title: String?) -> Bool {
        textLength < foreignText && isGate(page: Array(html.utf8), textLength: textLength, title: title)
    }

    /// True if a page in UTF-8 shows a form in place of the article.
    package static func isGate(page: [UInt8], textLength: Int, title: String?) -> Bool {
        guard textLength < foreignText else { return false }
        let forms = Forms(page)
        guard forms.wantPassword || (forms.send && textLength < shortText) else { return false }
        if forms.wantPassword, textLength < explanation { return true }
        return !mayMention(title ?? "", page, minimumWordCount: forms.wantPassword ? 1 : minimumWordCount)
    }

    /// True if the page contains half of the title's words, or if too few of them are evidence.
    private static func mayMention(_ title: String, _ page: [UInt8], minimumWordCount: Int) -> Bool {
        let words = evidence(title).prefix(maximumWords)
        guard words.count >= minimumWordCount else { return true }
        let text = Array(String(decoding: page.prefix(searchedPage), as: UTF8.self).lowercased().utf8)
        var found = 0
        for word in words where contains(text, Array(word.utf8)) {
            found += 1
            if found * 2 >= words.count { return true }
        }
        return false
    }

    /// Compares bytes: a search by characters takes many times longer.
    private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
        guard let first = word.first, text.count >= word.count else { return false }
        let end = text.count - word.count + 1
        var from = 0
        while from < end, let start = text.firstIndex(of: first, in: from..<end) {
            if text[start..<start + word.count].elementsEqual(word) { return true }
            from = start + 1
        }
        return false
    }

    /// Returns the long words of a title without repetitions. In scripts without spaces between words it returns pairs
    /// of neighbouring characters.
    private static func evidence(_ title: String) -> [Substring] {
        var words: [Substring] = []
        for word in title.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let isIdeographic = word.unicodeScalars.contains { 0x3040...0xD7AF ~= $0.value }
            if isIdeographic {
                for (first, second) in zip(word.indices, word.indices.dropFirst()) {
                    words.append(word[first...second])
                }
            } else if word.count >= minimumWordLength {
                words.append(word)
            }
        }
        var known: Set<Substring> = []
        return words.filter { known.insert($0).inserted }
    }
}

/// The input that a page asks its reader for.
private struct Forms {
    /// True if a form is more than a search.
    private(set) var send = false
    private(set) var wantPassword = false

    init(_ page: [UInt8]) {
        var scanner = MarkupScanner(page, in: 0..<min(page.count, MainContent.maximumPageSize), dialect: .html)
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
