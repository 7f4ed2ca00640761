import Testing

@testable import ArticleText

/// Lines before the first paragraph of a page and after its last one.
@Suite struct PageEdgeTests {
    private static let words = ShipsArticle.words
    private static let prose = ShipsArticle.prose

    private func text(_ body: String) throws -> String {
        try mainText(ofPage: "<title>Ships</title><body><article>\(body)</article></body>")
    }

    @Test(
        "A line with a date and little else is a date",
        arguments: [
            "3 April 2020", "Updated: 03.04.2020, 19:49 Uhr", "Published 4:00 am CST, Wednesday, November 20, 2019",
            "Thứ Năm, ngày 20 tháng 11 năm 2025, 10:30 (GMT+7)", "Thứ Hai, 20 Tháng Mười Một, 2023 10:30 SA",
            "2020年4月3日", "更新: 2020年4月3日（金）19時49分", "2020년 4월 3일 19:49",
        ])
    func dates(_ line: String) {
        #expect(DateLine.isDate(line))
    }

    @Test(
        "Other lines are no dates",
        arguments: [
            "April 2020", "Ships of 2020", "2020年4月号の特集は港の古い灯台について", "Ships 101, 2020 and 2021",
            "In 2020 the 3 ships of the old line were sold to Bergen",
        ])
    func otherLines(_ line: String) {
        #expect(!DateLine.isDate(line))
    }

    @Test("a byline with the date of publication is left out before the first paragraph")
    func publication() throws {
        let line = """
            <p>The Harbour News, desk of the north | <time itemprop=datePublished>04.05.2015 at 13:36</time> • changed
            <time itemprop="dateModified">05.05.2015 at 20:13</time> | By</p>
            """
        #expect(try text(line + Self.prose).hasPrefix("The keeper"))
        let sentence = "<p>The light was built <time itemprop=datePublished>04.05.2015</time> by the brothers Lind.</p>"
        #expect(try text(sentence + Self.prose).hasPrefix("The light was built"))
    }

    @Test(
        "A phrase with a link to another article is left out between paragraphs",
        arguments: [
            "Lesen Sie auch: <a href=/b>Der alte Leuchtturm im Norden steht noch</a>",
            "<b>Read more: <a href=/b>Der alte Leuchtturm im Norden steht noch</a></b>",
        ])
    func announcedLinks(_ line: String) throws {
        #expect(try !text(Self.prose + "<p>\(line)</p>" + Self.prose + Self.prose).contains("Leuchtturm"))
        let sentence = "<p>\(line), but not its lamp, which the museum in the harbour has</p>"
        #expect(try text(Self.prose + sentence + Self.prose + Self.prose).contains("Leuchtturm"))
    }

    @Test("The heading of a gallery's last picture stays")
    func lastCaption() throws {
        let figures = ["Fog at the pier", "Calm again"].map {
            "<figure><img src=/p.jpg alt=Pier><figcaption><h3>\($0)</h3><p>A flat sea.</p></figcaption></figure>"
        }
        #expect(try text(Self.prose + figures.joined()).contains("Calm again"))
    }

    @Test("The questions of an accordion at the end of a text stay above their answers")
    func lastQuestions() throws {
        let part = "<div><h3><button>May I park here?</button></h3><div><p>No, nobody may.</p></div></div>"
        #expect(try text(Self.prose + part).hasSuffix("h3 May I park here?\nNo, nobody may."))
    }

    @Test("The words of a title in several elements are separate")
    func wordsOfTitle() throws {
        let title = "<h1><span>After the storm</span> <b>the harbour is closed</b></h1>"
        let page = "<title>After the storm the harbour is closed</title><body><article>\(title)\(Self.prose)</article>"
        let main = try #require(MainContent.extract(html: page.replacing(/<title>.*<.title>/, with: ""), url: ""))
        #expect(main.title == "After the storm the harbour is closed")
        let heading = "<h4><i>After the</i> <i>storm</i> <i>the harbour</i> <i>is</i> <i>closed</i></h4>"
        #expect(try !mainText(ofPage: page.replacing("<p>", with: heading + "<p>", maxReplacements: 1)).contains("h4"))
    }

    @Test("The author of a source stays in a list of sources")
    func sources() throws {
        let source = "<dd><span class=author>Lind, N.</span>, <i>The lights of the north</i>, 1840.</dd>"
        let shown = try text(Self.prose + "<dl><dt>[1]</dt>\(source)</dl>" + Self.prose)
        #expect(shown.contains("Lind, N., e{The lights of the north}, 1840."))
    }

    @Test("The notes below a text keep their numbers")
    func notes() throws {
        let substack = "<div class=footnote><a href=#r1>1</a><div><p>As he said in the paper of May.</p></div></div>"
        let shown = try text(Self.prose + "<div>\(substack)</div>")
        #expect(shown.hasSuffix("\n1 As he said in the paper of May."), "\(shown)")
        let list = "<ol><li><a href=#r1>1</a> <a href=/s>Ships, a history</a></li></ol>"
        #expect(try text(Self.prose + "<div>\(list)</div>").contains("Ships, a history"))
        #expect(try text(Self.prose + "<h2>Sources</h2>" + list).contains("h2 Sources\n1. 1 [Ships, a history]"))
    }

    @Test("The name of the author in an address is left out before the first paragraph")
    func address() throws {
        #expect(try text("<address>Nora Lind</address>" + Self.prose).hasPrefix("The keeper"))
        #expect(try text(Self.prose + "<address>Quay 7</address>" + Self.prose).contains("Quay 7"))
    }

    @Test("a heading that is a sentence stays below a title, but not at the end of a text")
    func sentenceAsHeading() throws {
        let heading = "<h3>Do you like to read about ships, and do you want to know more about the light?</h3>"
        #expect(try !text(Self.prose + Self.prose + heading).contains("Do you like"))
        #expect(try text("<div><p>\(Self.words)</p>\(heading)</div>").contains("h3 Do you like"))
    }

    @Test(
        "A number of comments is left out",
        arguments: [
            "<p>The ferry left at noon. <a href='#comments'>12 comments</a></p>",
            "<p>The ferry left at noon, long after the fog. <a href='/a#respond'>Leave a comment</a></p>",
            "<p>The ferry left at noon, long after the fog. <span class='comment-count'>12 comments</span></p>",
            "<p>The ferry left at noon.</p><div>12 comments</div>",
            "<p>The ferry left at noon.</p><h3>1,024 Kommentare</h3>",
        ])
    func comments(_ part: String) throws {
        let shown = try text(Self.prose + part + Self.prose)
        #expect(shown.contains("The ferry left at noon"))
        #expect(!shown.lowercased().contains("comment") && !shown.contains("Kommentare"))
    }

    @Test("A link to the comments inside a sentence stays")
    func sentenceWithComments() throws {
        let part = "<p>The <a href='#comments'>comments</a> of the pilots, which are below, say something else.</p>"
        #expect(try text(Self.prose + part + Self.prose).contains("comments"))
    }
}
