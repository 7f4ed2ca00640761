import Markup

/// A page that stands between the reader and what was asked for: a login, a hotspot's welcome.
public enum GatePage {
    /// Less text than this (in characters) beside a field for a password only explains it.
    private static let shortText = 1_500
    /// A page that asks for something and does not speak of the article is not the article's, unless it says more than this.
    private static let foreignText = 4_000
    /// Shorter words (in characters) are on every page, and a title of fewer longer ones than two tells nothing.
    private static let shortestWord = 4
    private static let fewestWords = 2

    /// - Parameters:
    ///   - textLength: how much text the page's main part holds, in characters.
    ///   - title: the article's, as its feed has it.
    public static func isGate(html: String, textLength: Int, title: String?) -> Bool {
        let forms = Forms(html)
        if forms.wantPassword {
            return textLength < shortText || (textLength < foreignText && !mayMention(title ?? "", html))
        }
        return forms.send && textLength < shortText && !mayMention(title ?? "", html)
    }

    /// Whether half of the title's words are somewhere on the page; true where too few of them say anything.
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
