import Markup

/// A page that stands between the reader and what was asked for: a login, a hotspot's welcome.
public enum GatePage {
    /// A page that asks for something and does not speak of the article is not the article's, unless it says more than this
    /// (in characters).
    private static let foreignText = 4_000
    /// The same for a page that asks for no password.
    private static let shortText = 1_500
    /// Less text than this beside a field for a password only explains it, whatever the title says.
    private static let explanation = 150
    /// Shorter words (in characters) are on every page, and a title of fewer longer ones than two tells nothing.
    private static let shortestWord = 4
    private static let fewestWords = 2

    /// Whether the page holds a form in place of the article. A field for a password alone says nothing: many pages have a
    /// login in their header. The page of an article holds words of its title.
    ///
    /// - Parameters:
    ///   - textLength: how much text the page's main part holds, in characters.
    ///   - title: the article's, as its feed has it; nil where nobody knows it.
    public static func isGate(html: String, textLength: Int, title: String?) -> Bool {
        guard textLength < foreignText else { return false }
        let forms = Forms(html)
        guard forms.wantPassword || (forms.send && textLength < shortText) else { return false }
        if forms.wantPassword, textLength < explanation { return true }
        return !mayMention(title ?? "", html)
    }

    /// Whether half of the title's words are shown somewhere on the page; true where too few of them say anything.
    private static func mayMention(_ title: String, _ html: String) -> Bool {
        let words = Set(title.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count >= shortestWord })
        guard words.count >= fewestWords else { return true }
        let page = html.lowercased()
        return words.count { page.contains($0) } * 2 >= words.count
    }
}

/// What a page asks of its reader.
private struct Forms {
    /// Something that is more than a search.
    private(set) var send = false
    private(set) var wantPassword = false

    init(_ html: String) {
        var scanner = MarkupScanner(html.bytes(upTo: MainContent.longestPage), dialect: .html)
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
