import ArticleText
import Testing

@Suite struct PlainTextTests {
    @Test(arguments: [
        ("one\n\ntwo", "one\ntwo"),
        ("Roses\nViolets", "Roses⏎Violets"),
        (
            "This line was broken by a program because it was full,\nand the next one goes on with what it has begun.",
            "This line was broken by a program because it was full, and the next one goes on with what it has begun."
        ),
        ("- a\n- b\n  more\n3. c", "• a\n• b⏎more\n3. c"),
        ("9. a\n10) b\n- c", " 9. a\n10) b\n• c"),
        ("* a\n  - b\n    more\n    + c\n  - d\n* e", "• a\n_ ◦ b⏎more\n_ _ ▪ c\n_ ◦ d\n• e"),
        ("1. a\n   - b\n2. c", "1. a\n_ ◦ b\n2. c"), ("  - a\n  - b\n- c", "• a\n• b\n• c"),
        (" 9. a\n10. b", " 9. a\n10. b"), ("- a\n- b\n---\nc", "• a\n• b\n---⏎c"), ("a\n===\nb", "a⏎===⏎b"),
        ("> a\n>> b\nc", "> a\n> > b\nc"),
        ("a\tb\nc\td", "pre a       b⏎c       d"),
        ("  x = 1\n  y = 2", "pre   x = 1⏎  y = 2"),
        ("a <b>c</b> &amp;", "a <b>c</b> &amp;"),
        ("Donau\u{AD}dampf\n\n- Fähr\u{AD}schiff", "Donaudampf\n• Fährschiff"),
        ("", ""),
    ])
    func `Plain text keeps its lists, quotations and lines`(_ text: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(text: text)) == expected)
    }

    @Test(
        "A page of plain text keeps its paragraphs and lines, and the indentation of code",
        arguments: [
            ("one\n\ntwo", "one\ntwo"), ("one\r\ntwo\n\n\nthree", "one⏎two\nthree"),
            (
                "This line was broken by a program because it was full,\nand the next one goes on with what it began.",
                "This line was broken by a program because it was full,⏎and the next one goes on with what it began."
            ),
            ("- a\n- b", "- a⏎- b"), ("> a\n>> b\nc", "> a\n> > b\nc"),
            ("  x = 1\n  y = 2", "pre   x = 1⏎  y = 2"), ("a <b>c</b> &amp;", "a <b>c</b> &amp;"),
            ("# Fog\ndef f():\n    return `x`", "pre # Fog⏎def f():⏎    return `x`"),
        ])
    func page(_ text: String, _ expected: String) {
        let main = MainContent.extract(text: text, url: "https://quay.example/a.txt")
        #expect(outline(DocumentBuilder.document(html: main?.html ?? "", base: nil)) == expected)
    }

    @Test("A page of Markdown is formatted, and its links are absolute")
    func markdownPage() {
        let main = MainContent.extract(
            text: "# Fog\n\nA `tide` and\na [mark](/m).", url: "https://quay.example/a.md", isMarkdown: true)
        let document = DocumentBuilder.document(html: main?.html ?? "", base: nil)
        #expect(outline(document) == "h1 Fog\nA c{tide} and a [mark]1.")
        #expect(document.links.map(\.url) == ["https://quay.example/m"])
    }

    @Test("A blank page of plain text has no main part")
    func blankPage() {
        #expect(MainContent.extract(text: " \n\n", url: "https://quay.example/a.txt") == nil)
    }

    @Test(
        "An empty line separates two lists, but not the items of one",
        arguments: [
            ("- a\n- b\n\n1. c\n2. d\n\n- e", [2, 4]), ("- a\n\n- b\n\n- c", []), ("1. a\n\n2. b", []),
            ("- a\n- b\n\ntext\n\n1. c", []),
        ] as [(String, [Int])])
    func lists(_ text: String, _ apart: [Int]) {
        let blocks = DocumentBuilder.document(text: text).blocks
        #expect(blocks.indices.filter { blocks[$0].spacing == .apart } == apart)
    }

    @Test(
        "Bare addresses become links",
        arguments: [
            ("see https://example.org/a.", "see [https://example.org/a]1."),
            ("(https://example.org/a_(b))", "([https://example.org/a_(b)]1)"),
            ("(http://example.org)", "([http://example.org]1)"),
            ("<mailto:a@example.org>", "<[mailto:a@example.org]1>"),
            ("gemini://example.org/日本", "[gemini://example.org/]1日本"),
            ("https:// and javascript:alert(1) and a: b", "https:// and javascript:alert(1) and a: b"),
            ("xhttp://example.org", "xhttp://example.org"),
            (
                "(www.example.org/a_(b)), or http://www.example.org.",
                "([www.example.org/a_(b)]1), or [http://www.example.org]2."
            ),
            ("www.example, www..org, www.1.2", "www.example, www..org, www.1.2"),
            ("a: www.example.org b: c awww.example.org", "a: [www.example.org]1 b: c awww.example.org"),
            ("<ada@example.org>, a.b+c_d@x-y.example.", "<[ada@example.org]1>, [a.b+c_d@x-y.example]2."),
            ("ada@example.org: (ada@example.org)", "[ada@example.org]1: ([ada@example.org]1)"),
            (
                "@ada@example.org a@b a@1.2.3 a@b.c a.@b.example .a@b.example @b.example",
                "@ada@example.org a@b a@1.2.3 a@b.c a.@b.example .a@b.example @b.example"
            ),
            (
                "git@example.org:a/b ü@example.org a@b..example a@-b.example a@b.example/c",
                "git@example.org:a/b ü@example.org a@b..example a@-b.example a@b.example/c"
            ),
            (
                "https://ada@example.org/ mailto:ada@example.org a@www.example.org",
                "[https://ada@example.org/]1 [mailto:ada@example.org]2 [a@www.example.org]3"
            ),
            (
                "http://a.example http://b.example http://a.example",
                "[http://a.example]1 [http://b.example]2 [http://a.example]1"
            ),
        ])
    func bareAddresses(_ text: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(text: text)) == expected)
    }

    @Test("A bare address without a scheme opens by HTTPS")
    func addressWithoutScheme() {
        #expect(
            DocumentBuilder.document(text: "see www.example.org/a").links.map(\.url) == ["https://www.example.org/a"])
        #expect(DocumentBuilder.document(text: "to a@b.example").links.map(\.url) == ["mailto:a@b.example"])
    }
}
