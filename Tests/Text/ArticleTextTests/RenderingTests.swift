import ArticleText
import Testing

@Suite struct RenderingTests {
    private func text(_ html: String) -> String {
        outline(DocumentBuilder.document(html: html, base: "https://example.org/a"))
    }

    @Test(
        "Media are shown as links with a title or a file name, and the host",
        arguments: [
            (
                "<iframe src='https://www.youtube.com/embed/dQw4' title='How ferries work'></iframe>",
                "video: [How ferries work (youtube.com)]1"
            ),
            ("<iframe src='https://player.vimeo.com/video/1234'></iframe>", "video: [player.vimeo.com]1"),
            (
                "<video><source src='https://cdn.example.org/a/storm.webm'></video>",
                "video: [storm.webm (cdn.example.org)]1"
            ),
            ("<audio src='/pod.mp3' title='Part 2'></audio>", "audio: [Part 2 (example.org)]1"),
        ])
    func media(_ html: String, _ expected: String) {
        #expect(text(html) == expected)
    }

    @Test("A reversed list counts down to 1, or from its start value, and ignores the items of nested lists")
    func reversed() {
        #expect(
            text("<ol reversed><li>a<ul><li>x</li></ul></li><li>b</li></ol>").split(separator: "\n").first == "2. a")
        #expect(text("<ol reversed start=9><li>a</li><li>b</li></ol>") == "9. a\n8. b")
        #expect(text("<ol reversed><li>a</li><li>b</li><li>c</li></ol>") == "3. a\n2. b\n1. c")
    }

    @Test("Reversed lists nested a thousand levels deep are read to their end")
    func reversedDeep() {
        let html = String(repeating: "<ol reversed><li>", count: 2_000) + String(repeating: "</li></ol>", count: 2_000)
        #expect(DocumentBuilder.document(html: html, base: nil).blocks.count < 3_000)
    }

    @Test("Bare addresses in text are links, but not in code, and not twice in a link")
    func bareAddresses() {
        #expect(text("<p>See https://a.example/x.</p>") == "See [https://a.example/x]1.")
        #expect(text("<p>See <b>www.a.example</b></p>") == "See [s{www.a.example}]1")
        #expect(text("<p>Mail <i>a@b.example</i>, please</p>") == "Mail [e{a@b.example}]1, please")
        #expect(text("<p>Mail mailto:a@b.example</p>") == "Mail [mailto:a@b.example]1")
        #expect(text("<p><code>https://a.example</code></p>") == "c{https://a.example}")
        #expect(text("<p><a href='https://b.example'>https://a.example</a></p>") == "[https://a.example]1")
        #expect(text("<p>12:30 and a: b // c</p>") == "12:30 and a: b // c")
    }

    @Test("The summary of folded text is marked")
    func details() {
        #expect(text("<details><summary>More</summary><p>Text</p></details>") == "s{▾ More}\nText")
        #expect(text("<details open>\n<!-- x -->\n<SUMMARY>More</SUMMARY>Text</details>") == "s{▾ More}\nText")
        #expect(
            text("<details><summary> <h3>More</h3></summary>Text</details><h4>b</h4>")
                == "h3 s{▾ More}\nText\nh4 b")
        #expect(text("a<details>Text</details>b") == "a\ns{▾ Details}\nText\nb")
        #expect(text("a<details>\n</details>b<details>") == "a\nb")
    }
}
