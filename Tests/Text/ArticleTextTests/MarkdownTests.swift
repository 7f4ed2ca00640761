import ArticleText
import Testing

@Suite struct MarkdownTests {
    @Test(
        "Text that uses Markdown is read as Markdown",
        arguments: [
            ("# One\n\nSome **strong** text", "h1 One\nSome s{strong} text"),
            ("See [the page](https://a.example/x) now", "See [the page]1 now"),
            ("**Bold** and `code`", "s{Bold} and c{code}"),
            ("# T\n\n```\na <b\n  c\n```", "h1 T\npre a <b⏎  c"),
            ("# `T`\n\n- a\n- b\n\n1. c\n2. d", "h1 c{T}\n• a\n• b\n1. c\n2. d"),
            ("# `T`\n\n> a\n> b", "h1 c{T}\n> a b"),
            ("Title\n=====\n\n`x` **y**", "h1 Title\nc{x} s{y}"),
            ("# `T`\n\n---\n\na", "h1 c{T}\nhr\na"),
            ("[a](https://x.example) snake_case_name 2 * 3 * 4", "[a]1 snake_case_name 2 * 3 * 4"),
            ("[a](javascript:alert(1)) [b](https://x.example) <script>", "a) [b]1 <script>"),
            ("# `T`\n\n<HTTPS://x.example/> <httpd.conf>", "h1 c{T}\n[HTTPS://x.example/]1 <httpd.conf>"),
        ])
    func reads(_ text: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(text: text)) == expected)
    }

    @Test(
        "A Markdown table is read as a table",
        arguments: [
            ("| a | b |\n|---|---|\n| 1 | 2 |", "table! a|b / 1|2"),
            ("a | b\n:-: | --:\n1 | 2\n\nafter", "table! a|b / 1|2\nafter"),
            ("before\n| a | b |\n|---|---|\n| 1 |\n> quote", "before\ntable! a|b / 1\n> quote"),
            ("| a \\| b | c |\n|---|---|\n| `x \\| y` | **z** |", "table! a | b|c / c{x | y}|s{z}"),
            ("# `T`\n> | a | b |\n> |---|---|\n> | 1 | 2 |", "h1 c{T}\n> table! a|b / 1|2"),
            ("- | a | b |\n  |---|---|\n  | <i> | 2 |\n\n| a |\n|--|\n", "• table! a|b / <i>|2\na"),
            ("| a | b |\n|---|---|\n| 1 | 2 |\n\n# Next", "table! a|b / 1|2\nh1 Next"),
            ("| a | b |\n|---|---|\n- 1 | 2 |\n\n`x`", "table! a|b\n• 1 | 2 |\nc{x}"),
        ])
    func tables(_ text: String, _ expected: String) {
        #expect(outline(DocumentBuilder.document(text: text)) == expected)
    }

    @Test("A column of a Markdown table is right-aligned if its dashes have a colon only at the end")
    func rightColumns() throws {
        let text = "| a | b | c | d |\n|---|--:|:-:|:--|\n| 1 | 2 | 3 | 4 | 5 |\n| 6 |"
        guard case .table(let table)? = DocumentBuilder.document(text: text).blocks.first?.content else {
            Issue.record("no table")
            return
        }
        #expect(table.rightColumns == [1] && table.hasHeader)
    }

    @Test(
        "Plain text stays plain text",
        arguments: ["2 * 3 * 4", "#1 in the charts", "a * b\nc * d", "It's 5 o'clock `and so on", "[sic] (really)"])
    func staysPlain(_ text: String) {
        #expect(outline(DocumentBuilder.document(text: text)).filter { $0 != "⏎" } == text.filter { $0 != "\n" })
    }

    @Test(
        "Lines with bars are a table only with a row of dashes that matches the head",
        arguments: [
            "a | b\n---\nc", "a | b\n---|---|---\nc", "a\n|-|:\nb", "a | b\n1 | 2", " id | name\n----+------\n  1 | x",
        ])
    func noTable(_ text: String) {
        #expect(!outline(DocumentBuilder.document(text: text)).contains("table"))
    }

    @Test("Marks without partners, nested a thousand times, are read in time proportional to the text")
    func hostile() {
        for piece in ["[", "**a ", "`a ", "> ", "![", "* ", "_a", "|", "|-", "|a|\n|-|\n"] {
            let text = "# T\n`x` **y**\n" + String(repeating: piece, count: 5_000)
            #expect(!DocumentBuilder.document(text: text).blocks.isEmpty)
        }
    }
}
