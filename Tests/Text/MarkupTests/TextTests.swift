import Markup
import Testing

@Suite struct TextTests {
    @Test(arguments: [
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
        ("caf&eacute; &mdash; &hellip;", "café — …"),
        ("&Dagger;&thetasym;&diams;&fnof;&OElig;", "‡ϑ♦ƒŒ"),
        ("&ell;&hbar;&sime;&lsim;&varphi;&oint;&ThinSpace;&InvisibleTimes;", "ℓℏ≃≲ϕ∮\u{2009}\u{2062}"),
        ("&#8217;&#x2019;&#X2019", "’’’"),
        ("don&#146;t &#128;", "don’t €"),
        ("a&#0;b&#27;c&#55357;d&#x110000;e&#99999999999999999999;f&#x202e;g&#xFFFE;h", "abcdefgh"),
        ("Q & A at AT&T; R&D &nosuchname; &", "Q & A at AT&T; R&D &nosuchname; &"),
        ("?page=1&copy=2&lt=3", "?page=1&copy=2&lt=3"),
        ("&copy 2020 &eacutes", "© 2020 &eacutes"),
        ("&#;&#x;&#xg;", "&#;&#x;&#xg;"),
    ])
    func `Character references are decoded`(_ source: String, _ text: String) {
        var scanner = MarkupScanner(html: source)
        #expect(scanner.decodedText(0..<source.utf8.count) == text)
    }

    @Test("XML requires the semicolon after a name") func xmlDecodesNoNameWithoutItsSemicolon() {
        var scanner = MarkupScanner(Array("a &copy b &amp c".utf8), dialect: .xml)
        #expect(scanner.decodedText(0..<16) == "a &copy b &amp c")
    }

    @Test(
        "Unsafe bytes are removed",
        arguments: [
            ([0x61, 0x1B, 0x5B, 0x62], "a[b"),
            ([0x61, 0xC2, 0x9B, 0x62, 0xC2, 0x81, 0xC2, 0xA0], "a›b\u{A0}"),
            ([0xE2, 0x80, 0xAE, 0x61, 0xE2, 0x81, 0xA6], "a"),
            ([0x61, 0x0D, 0x0A, 0x62, 0x0D, 0x63, 0x0A, 0x0D], "a\nb\nc\n\n"),
            ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
            ([0xEF, 0xBF, 0xBE, 0x61, 0x00, 0x7F], "a"),
            ([0xE2, 0x80, 0x8F, 0x09, 0x61], "\u{200F}\ta"),
            ([0x61, 0xF4, 0x8E, 0xBB, 0xAE, 0x62, 0xF4, 0x8E, 0xBB, 0xAF], "ab\u{10EEEF}"),
        ] as [([UInt8], String)])
    func unsafeBytesGo(_ bytes: [UInt8], _ text: String) {
        // The fast path reads eight bytes at a time, so every position in a word is tested.
        for padding in 0..<8 {
            let padded = [UInt8](repeating: 0x78, count: padding) + bytes
            #expect(SafeText.clean(padded) == Array((String(repeating: "x", count: padding) + text).utf8))
        }
    }

    @Test(
        "In JSON unsafe characters are escaped, so that its values stay the same",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"b"}"#), ("[\n\t\"é\u{A0}\"]", "[\n\t\"é\u{A0}\"]"),
            ("[\"\u{9B}31m\"]", #"["\u009b31m"]"#), ("[\"\u{80}\u{9F}\u{7F}\"]", #"["\u0080\u009f\u007f"]"#),
            ("[\"a\u{202E}b\u{2066}\"]", #"["a\u202eb\u2066"]"#), ("[\"\u{10EEEE}\"]", #"["\udbfb\udeee"]"#),
        ])
    func escapedJSON(_ json: String, _ escaped: String) {
        for padding in 0..<8 {
            let padded = Array((String(repeating: " ", count: padding) + json).utf8)
            let expected = Array((String(repeating: " ", count: padding) + escaped).utf8)
            #expect(SafeText.escaped(json: padded) == expected)
        }
    }

    @Test(
        "The check recognises UTF-8",
        arguments: [
            [0xC3, 0xA9], [0xE6, 0x97, 0xA5], [0xF0, 0x9F, 0x87, 0xAB], [0xC3], [0xA9], [0xE6, 0x97], [0xC0, 0xAF],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE6, 0x78, 0x97, 0xA5], [],
        ] as [[UInt8]])
    func whetherBytesAreUTF8(_ bytes: [UInt8]) {
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        for before in 0...16 {
            for after in 0...16 {
                let (start, end) = ([UInt8](repeating: 0x78, count: before), [UInt8](repeating: 0x78, count: after))
                #expect((start + bytes + end).isUTF8 == isUTF8)
                #expect((start + bytes + end + [0xC3, 0xA9]).isUTF8 == isUTF8)
            }
        }
    }

    @Test("Clean text stays unchanged") func cleanTextIsLeftAsItIs() {
        let text = "Straße — 日本\u{200E} 🇫🇷\n\tзавтра"
        #expect(SafeText.clean(text) == text)
        #expect(SafeText.line("  one\n two\u{1B}  ") == "one two")
    }

    @Test(
        "The check recognises HTML",
        arguments: [
            ("AT&amp;T", true), ("A <b>bold</b> move", true), ("1 < 2", false), ("Array<String>", false),
            ("Q & A", false),
            ("a<br>b", true), ("x</p>", true), ("&#8217;", true), ("<!-- -->", true), ("?a=1&copy=2", false),
        ])
    func textLikeHTML(_ text: String, _ isHTML: Bool) {
        #expect(PlainText.looksLikeHTML(Array(text.utf8)) == isHTML)
    }

    @Test(
        "The search index receives the words of a text",
        arguments: [
            ("a<b>b</b>c", "abc"), ("<p>a</p><p>b</p>", " a  b "), ("a<br/>b<BR>c", "a b c"),
            ("1 < 2 > 0 <3", "1 < 2 > 0 <3"), ("a<!-- <b> --->b", "ab"), ("a<script>if (a<b) {}</script >b", "ab"),
            ("<img alt='a>b' title=\"c'd>\">e", "e"), ("Caf&eacute;&hellip;", "Café…"),
            ("&amp;&lt;&eacute;&#233;&#xE9;&szlig;", "&<éééß"), ("Schiff&shy;fahrt\u{AD}en", "Schifffahrten"), ("", ""),
        ])
    func indexedWords(_ html: String, _ words: String) {
        #expect(PlainText.words(html: html, limit: 1_000) == words)
    }

    @Test("Words are read up to the limit")
    func limitOfWords() {
        #expect(PlainText.words(html: String(repeating: "a", count: 1_000), limit: 10) == "aaaaaaaaaa")
    }

    @Test(
        "Hostile text takes linear time", arguments: ["<", "&", "<!--", "<a ", "<a '", "</script", "<script>", "&#"])
    func hostileWords(_ piece: String) {
        // Quadratic time would take minutes.
        let html = String(repeating: piece, count: 2_000_000 / piece.utf8.count)
        #expect(PlainText.words(html: html, limit: .max).utf8.count <= html.utf8.count)
    }

    @Test(arguments: [
        ("A <b>bold</b>  move\n", "A bold move"), ("<p>one</p><p>two</p>", "one two"), ("a&nbsp;b", "a\u{A0}b"),
        ("<style>p {}</style>x<script>y</script>", "x"), ("<title>hidden</title>seen", "seen"),
        ("<object>instead</object>", "instead"),
        ("10<sup>5</sup> or 2<SUP>-3</SUP>, 2<sup>−3</sup>, 2<sup>–3</sup>", "10^5 or 2^-3, 2^−3, 2^–3"),
        ("21<sup>st</sup>, CO<sub>2</sub>, <sup>14</sup>C, word<sup>1</sup>", "21st, CO2, 14C, word1"),
        ("<![CDATA[data]]>", "data"), ("", ""),
    ])
    func `A line of plain text has the visible text of its markup`(_ html: String, _ line: String) {
        #expect(PlainText.line(html: Array(html.utf8)) == line)
    }
}
