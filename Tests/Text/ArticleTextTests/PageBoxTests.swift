import Testing

/// Boxes, entries and siblings that make up the text of a page, or repeat a part of it.
@Suite struct PageBoxTests {
    private static let words = ShipsArticle.words
    private static let prose = ShipsArticle.prose

    private func text(_ body: String) throws -> String {
        try mainText(ofPage: "<title>Ships</title><body>\(body)</body>")
    }

    @Test("A box that is there twice is shown once")
    func twice() throws {
        let box = """
            <div><h2>The light of the north</h2><div><p>It was built in 1840 by the brothers Lind, and burnt down twice,
            in 1850 and in 1901.</p></div></div>
            """
        let shown = try text("<article>\(box)\(Self.prose)\(box)\(Self.prose)</article>")
        #expect(shown.matches(of: /brothers Lind/).count == 1 && shown.matches(of: /h2 The light/).count == 1)
    }

    @Test("A refrain below a short heading stays, and so does a heading with another text")
    func refrain() throws {
        let refrain = "<h3>Refrain</h3><p>Oh the light, the light of the north, it burns for those who are at sea.</p>"
        let shown = try text("<article>\(refrain)\(Self.prose)\(refrain)\(Self.prose)</article>")
        #expect(shown.matches(of: /burns for those/).count == 2)
        let heading = "<h2>The light of the north</h2>"
        let other = try text("<article>\(heading)<p>\(Self.words)</p>\(heading)<p>Others say so, too.</p></article>")
        #expect(other.matches(of: /h2 The light/).count == 2)
    }

    @Test("A table keeps its cells although their names say that it is a box")
    func infobox() throws {
        let rows = [("Built", "1840"), ("Height", "31 m")].map {
            "<tr><th class=infobox-label>\($0)</th><td class=infobox-data>\($1)</td></tr>"
        }
        let shown = try text("<article><table class=infobox>\(rows.joined())</table>\(Self.prose)</article>")
        #expect(shown.hasPrefix("table Built|1840 / Height|31 m\nThe keeper"), "\(shown)")
    }

    @Test("A link around the title and the first words of another page is left out at the end")
    func cards() throws {
        let card = "<a href=/b><h3>The old light</h3><p>It has been dark for ten years, but it stands.</p></a>"
        let tags = "<div><ul><li><a href=/t>Lights</a></li></ul></div>"
        let page = "<article>\(Self.prose)\(tags)<div>\(card)</div></article>"
        #expect(try text(page).hasSuffix("were fewer."))
        #expect(try text("<article>\(Self.prose)\(card)\(Self.prose)</article>").contains("The old light"))
    }

    @Test("The links of a list stay if words are below each, but teasers with dates do not")
    func linkList() throws {
        func list(_ words: String) -> String {
            let items = (1...4).map { "<li><p><a href=/\($0)>The lamps of pier \($0)</a></p><p>\(words)</p></li>" }
            return "<ul>\(items.joined())</ul>"
        }
        let page = "<article>\(Self.prose)\(list("via the Harbour News of today"))\(Self.prose)</article>"
        #expect(try text(page).contains("[The lamps of pier 3]"))
        let teasers = "<article>\(Self.prose)\(list("12 March 2026"))\(Self.prose)</article>"
        #expect(try !text(teasers).contains("The lamps"))
    }

    @Test("Lists, tables and quotations between the parts of a text belong to it")
    func between() throws {
        let parts = "<ul><li>Fog</li><li>Foam</li></ul><table><tr><td>a<td>b<tr><td>1<td>2</table>"
        let quotation = "<blockquote><p>Fog is fog</p></blockquote>"
        let shown = try text("<div>\(Self.prose)</div>\(parts)\(quotation)<div>\(Self.prose)</div>")
        #expect(shown.contains("fewer.\n• Fog\n• Foam\ntable a|b / 1|2\n> Fog is fog\nThe keeper"), "\(shown)")
    }

    @Test("A part with the class of the text belongs to it although it is a list of short items")
    func sibling() throws {
        let items = (1...12).map { "<li>The boat number \($0) leaves at noon</li>" }.joined()
        let page = """
            <div><div class=item><h2>Boats</h2><ul>\(items)</ul></div><div class=item>\(Self.prose + Self.prose)</div>
            <div class=item>\(Self.prose + Self.prose)</div></div>
            """
        #expect(try text(page).contains("• The boat number 7 leaves at noon"))
    }

    @Test("The headings above the parts of a text belong to it")
    func headingsOfParts() throws {
        let parts = ["Sails", "Masts"].map {
            "<section><h2>\($0)</h2><div class=part-content>\(Self.prose)</div></section>"
        }
        let links = (1...8).map { "<li><a href=/\($0)>The lamps of the outer pier, number \($0)</a></li>" }.joined()
        let shown = try text("<article>\(parts[0])<div class=box><ul>\(links)</ul></div>\(parts[1])</article>")
        #expect(shown.hasPrefix("h2 Sails\nThe keeper") && shown.contains("h2 Masts\nThe keeper"), "\(shown)")
    }

    @Test("The price of a product is above its description, but not those of other products")
    func price() throws {
        let text = "<div itemprop=description>\(Self.prose)</div>"
        let offer = "<div itemprop=offers>Price: <span itemprop=price>36.00 EUR</span></div>"
        let one = "<div itemscope itemtype='https://schema.org/Product'>\(offer)<div>\(text)</div></div>"
        #expect(try self.text(one).hasPrefix("Price: 36.00 EUR\nThe keeper"))
        let two = "<div itemscope itemtype='https://schema.org/Product'>\(offer)\(offer)<div>\(text)</div></div>"
        #expect(try self.text(two).hasPrefix("The keeper"))
    }

    @Test("A box with only the title and the date of publication is left out")
    func dateBox() throws {
        let date = "<time itemprop=datePublished>4:00 am CST, Wednesday, November 20, 2019</time>"
        let title = "<h1>Ships</h1><p class=byline>By <a href=/n>Nora</a></p><span>Published \(date)</span>"
        let box = "<div class=article-title>\(title)</div><div class=article-body>\(Self.prose + Self.prose)</div>"
        #expect(try text("<div class=article-content>\(box)</div>").hasPrefix("The keeper"))
    }

    @Test("Columns of pictures that are only in noscript stay")
    func columns() throws {
        let column = "<div><noscript><img src=/a.jpg alt='A quay'></noscript></div>"
        let shown = try text("<article>\(Self.prose)<div class=row>\(column)\(column)</div>\(Self.prose)</article>")
        #expect(shown.contains("A quay"))
    }
}
