import ArticleText
import Testing

@Suite struct PictureAttributesTests {
    private func attributes(_ html: String) -> [PictureAttributes] {
        DocumentBuilder.document(html: html, base: "https://example.org/blog/post").links.compactMap(\.picture)
    }

    @Test(
        "The narrowest srcset picture of at least 640 pixels is shown, else the widest; the link stays the src",
        arguments: [
            ("s.jpg 320w, m.jpg 640w, l.jpg 1280w", "m.jpg"), ("l.jpg 2048w, m.jpg 700w", "m.jpg"),
            ("a.jpg 200w, b.jpg 400w", "b.jpg"), ("a.jpg 1x, b.jpg 2x", "src.jpg"),
            ("c,w_320/a.jpg 320w,c,w_800/a.jpg 800w", "c,w_800/a.jpg"), ("a.jpg", "src.jpg"), (" , ", "src.jpg"),
            ("a.jpg 99999999999999999999w, b.jpg 640w", "b.jpg"),
        ])
    func sourceSet(_ list: String, _ address: String) {
        let document = DocumentBuilder.document(
            html: "<img src=src.jpg srcset='\(list)'>", base: "https://example.org/blog/post")
        #expect(document.links.map(\.url) == ["https://example.org/blog/src.jpg"])
        #expect(document.links[0].picture?.address == "https://example.org/blog/" + address)
    }

    @Test("A picture that a script would load later is shown as the data attributes say, not as the blank in its place")
    func loadedLater() {
        let set = "data-srcset='s.jpg 320w, m.jpg 640w, l.jpg 1280w'"
        for start in [
            "src='data:image/gif,x' srcset='data:image/gif,x 1w'", "class=lazy src=blank.gif srcset='blank.gif 1w'",
            "src='data:image/gif,x' data-src=l.jpg",
        ] {
            #expect(attributes("<img \(start) \(set)>")[0].address == "https://example.org/blog/m.jpg", "\(start)")
        }
    }

    @Test("Width and height are given together or not at all")
    func sizes() {
        #expect(attributes("<img src=a.png width=300 height=200>")[0].width == 300)
        #expect(attributes("<img src=a.png width=300px height='200'>")[0].height == 200)
        #expect(attributes("<img src=a.png width=300>")[0].width == nil)
        #expect(attributes("<img src=a.png width=auto height=200>")[0].height == nil)
    }

    /// Returns the descriptions of the pictures; nil for one without.
    private func descriptions(_ document: Document) -> [String?] {
        document.blocks.compactMap { block -> String?? in
            guard case .picture(let alternative, _, _, let isDescribed) = block.content else { return nil }
            return .some(isDescribed ? alternative : nil)
        }
    }

    @Test(
        "The description of a picture is its alt text or its title, never the name of its file",
        arguments: [
            ("<img src=a.png alt=''>", [nil]), ("<img src=a.png title=Harbour>", ["Harbour"]),
            ("<img src=a.png alt='The harbour'>", ["The harbour"]),
            ("<img src=a.png alt='<p>The &amp;lt; <b>harbour</b></p>'>", ["The < harbour"]),
            ("<img src=a.png alt=Mole title='<i>The mole of the harbour</i>'>", ["Mole — The mole of the harbour"]),
            ("<img src=a.png alt='List<String> of 1 < 2'>", ["List<String> of 1 < 2"]),
            ("<a href=/b><img src=a.png></a>", [nil]), ("Fog <img src=a.png> and <img src=b.png alt=b>", [nil, "b"]),
        ] as [(String, [String?])])
    func described(_ html: String, _ expected: [String?]) {
        #expect(descriptions(DocumentBuilder.document(html: html, base: nil)) == expected)
    }

    @Test("Each use of a picture has its own description")
    func usedTwice() {
        let html = "<img src=a.png alt='In June'><p>Then:</p><img src=a.png><img src=a.png alt='In July'>"
        let document = DocumentBuilder.document(html: html, base: nil)
        #expect(descriptions(document) == ["In June", nil, "In July"])
        #expect(document.links.count == 1)
    }

    @Test("A picture that links to a larger one is shown in its own size")
    func larger() {
        let document = DocumentBuilder.document(
            html: "<a href=/large.jpg><img src=/small.jpg alt=A></a>", base: "https://example.org/")
        #expect(document.links.map(\.url) == ["https://example.org/large.jpg"])
        #expect(document.links[0].picture?.address == "https://example.org/small.jpg")
    }

    @Test("A saved page contains stored pictures, links to the others and loads nothing")
    func embedding() {
        let page = StandalonePage(
            title: "T", facts: [], address: nil,
            content: .html("<img src=/a.png alt='An A'><img src=/b.png alt=B>", base: "https://example.org/"))
        let html = page.html { $0.hasSuffix("/a.png") ? "data:image/png;base64,AAAA" : nil }
        #expect(html.contains("<img src=\"data:image/png;base64,AAAA\" alt=\"An A\">"))
        #expect(html.contains("<a href=\"https://example.org/b.png\">[picture: B]</a>"))
        #expect(html.contains("default-src 'none'; img-src data:;"))
    }

    @Test("A page whose noscript elements contain text shows their pictures once, with captions")
    func noscriptPictures() {
        let words = String(repeating: "Words that make a paragraph of some length, with commas. ", count: 12)
        let html = """
            <article><h1>T</h1><p>\(words)</p><figure><img src="data:x" data-src="/a.jpg?w=9" alt=A>
            <noscript><img src="/a.jpg" alt=A></noscript><figcaption>The fog</figcaption></figure><p>\(words)</p>
            <img src="data:x"><noscript><img src="/b.jpg" alt=B></noscript><p>\(words)</p>
            <noscript><img src="/c.jpg" alt=C><p>\(words)</p></noscript></article>
            """
        let main = MainContent.extract(html: html, url: "https://example.org/")
        #expect(
            main?.pictures == [
                PagePicture(address: "https://example.org/a.jpg?w=9", words: "A", caption: "The fog"),
                PagePicture(address: "https://example.org/b.jpg", words: "B"),
                PagePicture(address: "https://example.org/c.jpg", words: "C"),
            ])
        #expect(main?.html.matches(of: /<img\b/).count == 3)
    }

    @Test(
        "A picture that is only in noscript is shown, but no picture is shown twice, and no counter of visits",
        arguments: [
            ("<noscript><img src=/a.jpg></noscript>", 1),
            ("<figure><noscript><picture><source srcset=/a.webp><img src=/a.jpg></picture></noscript></figure>", 1),
            (
                """
                <div><noscript><img src=/a alt='A quay'></noscript></div><div><noscript><img src=/b.jpg></noscript></div>
                """, 2
            ),
            ("<div><img src=/b.jpg></div><p>Fog.</p><noscript><img src=/a.jpg></noscript>", 2),
            ("<div><img src=/a-9.jpg></div> <i></i><!-- a --><noscript><img src=/a.jpg></noscript>", 1),
            ("<noscript><a href=/a.jpg><img src=/a.jpg></a></noscript><span><img src=/a-9.jpg></span>", 1),
            ("<noscript><img src='https://count.example/pixel?id=1'></noscript>", 0),
            ("<noscript><img src=/a.jpg style='display:none'></noscript>", 0),
            ("<noscript>Switch on scripts. <img src=/a.jpg></noscript>", 0),
        ])
    func onlyInNoscript(_ part: String, _ count: Int) {
        let words = String(repeating: "Words that make a paragraph of some length, with commas. ", count: 12)
        let html = "<article><p>\(words)</p>\(part)<p>\(words)</p></article>"
        let main = MainContent.extract(html: html, url: "https://example.org/")
        #expect(main?.pictures.count == count && main?.html.matches(of: /<img\b/).count == count)
        let document = DocumentBuilder.document(html: html, base: nil)
        #expect(descriptions(document).count == count)
    }

    @Test("The main part of a page keeps the attributes of its pictures")
    func mainPart() {
        let words = String(repeating: "Words that make a paragraph of some length, with commas. ", count: 12)
        let html = """
            <html><body><article><h1>T</h1><p>\(words)</p><img src=/a.jpg alt=A width=900 height=600
            srcset='/a-320.jpg 320w, /a-700.jpg 700w'><p>\(words)</p><img src=/b.jpg alt=''><p>\(words)</p></article>
            </body></html>
            """
        let main = MainContent.extract(html: html, url: "https://example.org/")
        let document = DocumentBuilder.document(html: main?.html ?? "", base: nil)
        let attributes = document.links.compactMap(\.picture)
        #expect(attributes.first?.address == "https://example.org/a-700.jpg" && attributes.first?.width == 900)
        // A file's name is not a caption.
        #expect(descriptions(document) == ["A", nil])
    }
}
