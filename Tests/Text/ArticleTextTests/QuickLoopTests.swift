import Markup
import Testing

@testable import ArticleText

/// Loops over eight bytes at a time give the same results as loops over single characters.
@Suite struct QuickLoopTests {
    private static let pieces = [
        "a", "harbour", "lighthouse", " ", " ", "  ", "\n", "\t", ",", ".", "é", "’", "、", "😀", "\u{AD}", "\u{200B}",
        "\u{2060}", "ﬀ", "\u{7F}", "Œ",
    ]

    private static func texts(_ pieces: [String]) -> [String] {
        var random = SystemRandomNumberGenerator()
        return (0..<3_000).map { _ in
            (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
        }
    }

    @Test("The length of text is counted in visible characters")
    func measure() {
        for text in Self.texts(Self.pieces + ["&nbsp;", "&amp;", "&#160;"]) {
            let bytes = Array("<p>\(text)</p>".utf8)
            let measured = TextLength(bytes, 3..<bytes.count - 4)
            let plain = text.replacing("&nbsp;", with: " ").replacing("&amp;", with: "+").replacing("&#160;", with: " ")
            let isSpace: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 || $0 == "\u{200B}" }
            let words = plain.unicodeScalars.split(whereSeparator: isSpace)
            #expect(
                measured.characters == words.map(\.count).reduce(max(0, words.count - 1), +), "\(text.debugDescription)"
            )
            #expect(
                measured.commas == plain.unicodeScalars.count { $0 == "," || $0 == "、" }, "\(text.debugDescription)")
            #expect(measured.endsSentence == (words.last?.last == "."), "\(text.debugDescription)")
        }
    }

    @Test("A paragraph has one space between its words, and no invisible characters")
    func paragraph() {
        for text in Self.texts(Self.pieces.filter { $0 != "\u{7F}" }) {
            // Between two ideographic characters, a line break is not a space (CSS Text 3 §4.1.3).
            let joined = text.replacing(/、[ \t]*\n[ \t\n]*(?=、)/, with: "、")
            let visible = joined.unicodeScalars.filter { !["\u{AD}", "\u{200B}", "\u{2060}"].contains($0) }
            let isSpace: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 }
            let words = visible.split(whereSeparator: isSpace).map { String(String.UnicodeScalarView($0)) }
            // Without the tag, empty lines would separate paragraphs.
            let document = DocumentBuilder.document(html: "<p>\(text)", base: nil)
            let shown = document.blocks.compactMap { block -> String? in
                if case .paragraph(let runs) = block.content { runs.map(\.text).joined() } else { nil }
            }
            #expect(shown == (words.isEmpty ? [] : [words.joined(separator: " ")]), "\(text.debugDescription)")
        }
    }

    @Test("Cleaned text loses only unsafe characters, and has one kind of line end")
    func cleanText() {
        let faults = [
            "\r", "\r\n", "\n\r", "\u{1B}", "\0", "\u{80}", "\u{81}", "\u{9F}", "\u{A0}", "\u{202A}",
            "\u{202E}", "\u{202F}", "\u{2066}", "\u{2069}", "\u{206A}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}",
            "\u{10EEEE}", "\u{10EEEF}",
        ]
        for text in Self.texts(Self.pieces + faults) {
            #expect(SafeText.clean(Array(text.utf8)) == Array(Self.cleaned(text).utf8), "\(text.debugDescription)")
        }
    }

    /// Applies the rule of `SafeText`, character by character.
    private static func cleaned(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": output.append("\n")
            case "\n": if previous != "\r" { output.append("\n") }
            case "\u{80}"..."\u{9F}":
                if let meant = Windows1252.scalar(UInt8(scalar.value)) { output.append(meant) }
            default: if !SafeText.isUnsafe(scalar) { output.append(scalar) }
            }
            previous = scalar
        }
        return String(output)
    }

    @Test("The length of a page's text counts its visible characters")
    func textLength() throws {
        let lead = String(repeating: "The harbour was closed. ", count: 10)
        for text in Self.texts(Self.pieces.filter { $0 != "\u{7F}" } + ["&shy;", "&lt;", "&"]).prefix(500) {
            let page = "<article><p>\(lead)\(text)x</p></article>"
            let main = try #require(MainContent.extract(html: page, url: "https://quay.example/"))
            let counted = (lead + text + "x").replacing("\u{AD}", with: "").replacing("&shy;", with: "").unicodeScalars
                .count { $0.value > 0x20 }
            #expect(main.textLength == counted, "\(text.debugDescription)")
            #expect(!main.html.contains("\u{AD}") && !main.html.contains("&shy;"))
        }
    }

    @Test(
        "The pictures found in text are the pictures of its document",
        arguments: [
            "<p>No picture.</p>", "<p>Fog <img src=a.png alt=Fog> and <IMG src=b.png></p>",
            "<a href=large.jpg><img src=small.jpg></a><a href=page.html><img src=c.png></a>",
            "<figure><img src=a.png><figcaption>Fog</figcaption></figure><img src=a.png>",
            "<table><tr><td><img src=a.png><td><img src=b.png><tr><td>Fog<td>Tide</table>",
            "<img src=x.png width=1><img srcset='s.png 640w, l.png 2000w' src=l.png><img class=emoji alt=:) src=e.png>",
            "<ul><li><img src=a.png>One<li>Two<img src=b.png></ul><blockquote><img src=c.png></blockquote>",
        ])
    func pictures(_ html: String) {
        func pictures(_ document: Document) -> [String] {
            document.blocks.compactMap { block in
                guard case .picture(_, let link?, _, _) = block.content else { return nil }
                let shown = document.links[link]
                return "\(shown.url) \(shown.picture?.address ?? "")"
            }
        }
        let base = "https://quay.example/"
        let whole = DocumentBuilder.document(html: html, base: base)
        #expect(pictures(DocumentBuilder.pictures(html: html, base: base)) == pictures(whole))
    }
}
