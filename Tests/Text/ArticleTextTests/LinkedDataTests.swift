import Testing

@testable import ArticleText

/// The author and the date that a page names only in JSON-LD.
@Suite struct LinkedDataTests {
    private func read(_ json: String) -> LinkedData {
        var data = LinkedData()
        data.read(Array(json.utf8), 0..<json.utf8.count)
        return data
    }

    @Test(
        "The author is a name, an object with a name, or the first of a list",
        arguments: [
            (#"{"author": "Nora  Lind"}"#, "Nora Lind"),
            (#"{"author":{"@type":"Person","name":"Nora Lind"}}"#, "Nora Lind"),
            (#"{"author" : [ {"name" : "Nora Lind"}, {"name":"Ada"} ]}"#, "Nora Lind"),
            (#"{"author":{"@id":"a"},"publisher":{"name":"The News"}}"#, nil), (#"{"author":7,"name":"Ada"}"#, nil),
            (#"{"author":"Nora"#, nil), (#"{"authors":"Nora"}"#, nil),
            (#"{"author":"\u004e\u00f8ra \ud83d\ude00\tL\/ind"}"#, "Nøra 😀 L/ind"),
        ])
    func author(_ json: String, _ author: String?) {
        #expect(read(json).author == author)
    }

    @Test("A name of more than 400 bytes is not one, and one more than 400 bytes after its object's start neither")
    func longNames() {
        let name = { String(repeating: "n", count: $0) }
        #expect(read(#"{"author":"\#(name(399))"}"#).author?.count == 399)
        #expect(read(#"{"author":"\#(name(400))"}"#).author == nil)
        #expect(read(#"{"author":{"url":"\#(name(400))","name":"Ada"}}"#).author == nil)
    }

    @Test("The first date and author of several scripts apply")
    func severalScripts() {
        var data = read(#"{"datePublished":"2026-03-12"}"#)
        let later = Array(#"{"datePublished":"2027-01-01","author":"Ada","articleBody":"a\nb"}"#.utf8)
        data.read(later, later.indices)
        #expect(data.datePublished == "2026-03-12" && data.author == "Ada" && data.articleBody == "a\nb")
    }

    @Test("They are the article's author and date if the page names none outside the script")
    func page() throws {
        let prose = String(
            repeating: "<p>The counter of ships writes down each one, with its name and its port, every day.</p>",
            count: 9)
        let script = """
            <script type="application/ld+json">{"author":{"name":"Nora Lind"},"datePublished":"2026-03-12"}</script>
            """
        let main = try #require(MainContent.extract(html: script + prose, url: ""))
        #expect(main.author == "Nora Lind" && main.date == "2026-03-12")
        let named = "<meta name=author content='Ada'>" + script + prose
        #expect(try #require(MainContent.extract(html: named, url: "")).author == "Ada")
    }
}
