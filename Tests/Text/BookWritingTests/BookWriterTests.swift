import ArticleText
import Foundation
import Testing
import WrittenBooks

@testable import BookWriting

@Suite struct BookWriterTests {
    private static let png = BookPicture(.png, [UInt8](repeating: 7, count: 70_000))
    private static let jpeg = BookPicture(.jpeg, [1, 2, 3])

    @Test("The first bytes of a book identify its format")
    func format() throws {
        let bytes = try BookRig.bytes([BookRig.chapter("<p>a</p>")])
        #expect(String(decoding: bytes[30..<58], as: UTF8.self) == "mimetypeapplication/epub+zip")
        let files = try WrittenBook(bytes).files
        #expect(files[0].name == "mimetype" && !files[0].isCompressed)
        let container = try #require(files.first { $0.name == "META-INF/container.xml" })
        #expect(container.text.contains("full-path=\"EPUB/package.opf\""))
    }

    @Test("The same articles give the same bytes, and all files but pictures are compressed if that saves space")
    func deterministic() throws {
        let html = String(repeating: "<p>The ferry leaves at ten. <img src=/a.png></p>", count: 50)
        let pictures = ["https://example.org/a.png": Self.png]
        let bytes = try BookRig.bytes([BookRig.chapter(html)], pictures: pictures)
        #expect(try BookRig.bytes([BookRig.chapter(html)], pictures: pictures) == bytes)
        let book = try WrittenBook(bytes)
        #expect(try book.file("EPUB/article-1.xhtml").isCompressed)
        #expect(try !book.file("EPUB/picture-1.png").isCompressed)
        #expect(try book.file("EPUB/picture-1.png").bytes == Self.png.bytes)
    }

    @Test("The table of contents lists the articles by feed, for new and for old e-readers")
    func contents() throws {
        let book = try BookRig.read([
            BookRig.chapter("", feed: "Sea & Sky", title: "One <b>"),
            BookRig.chapter("", feed: "Sea & Sky", title: "Two"),
            BookRig.chapter("", feed: "", title: "Three"),
        ])
        let navigation = try book.file("EPUB/nav.xhtml").text
        #expect(
            navigation.contains(
                """
                <ol>
                <li><a href="article-1.xhtml">Sea &amp; Sky</a>
                <ol>
                <li><a href="article-1.xhtml">One &lt;b&gt;</a></li>
                <li><a href="article-2.xhtml">Two</a></li>
                </ol></li>
                <li><a href="article-3.xhtml">Feed</a>
                <ol>
                <li><a href="article-3.xhtml">Three</a></li>
                </ol></li>
                </ol>
                """))
        let ncx = try book.file("EPUB/toc.ncx").text
        #expect(ncx.contains("<navPoint id=\"feed-1\" playOrder=\"1\"><navLabel><text>Sea &amp; Sky</text></navLabel>"))
        #expect(ncx.contains("<navPoint id=\"article-3\" playOrder=\"3\"><navLabel><text>Three</text></navLabel>"))
        let package = try book.file("EPUB/package.opf").text
        #expect(package.contains("<meta property=\"dcterms:modified\">2026-11-29T08:00:00Z</meta>"))
        #expect(package.contains("<dc:language>und</dc:language>"))
        for (name, text) in [("nav", navigation), ("ncx", ncx), ("package", package)] {
            #expect(XMLProblem(in: text) == nil, "\(name)")
        }
    }

    @Test("The package lists each file once")
    func manifest() throws {
        let chapters = ["a", "b"].map { BookRig.chapter("<p>x</p><img src=/\($0).png alt=x><img src=/c.jpg>") }
        let pictures = ["a.png": Self.png, "c.jpg": Self.jpeg].map { ("https://example.org/\($0)", $1) }
        let book = try BookRig.read(chapters, pictures: Dictionary(uniqueKeysWithValues: pictures))
        let package = try book.file("EPUB/package.opf").text
        let named = package.matches(of: /href="([^"]+)"/).map { String($0.output.1) }
        let files = book.files.dropFirst(2).map { String($0.name.dropFirst(5)) }.filter { $0 != "package.opf" }
        #expect(named.sorted() == files.sorted())
        #expect(files.filter { $0.hasPrefix("picture") } == ["picture-1.png", "picture-2.jpeg"])
        #expect(package.contains("href=\"picture-2.jpeg\" media-type=\"image/jpeg\""))
    }

    @Test("E-readers turn from the table of contents to the articles, in their order")
    func spine() throws {
        let package = try BookRig.read((1...3).map { BookRig.chapter("", title: "\($0)") }).file("EPUB/package.opf")
            .text
        let order = package.matches(of: /<itemref idref="([^"]+)"\/>/).map { String($0.output.1) }
        #expect(order == ["nav", "article-1", "article-2", "article-3"])
        let files = package.matches(of: /<item id="(article-\d)" href="([^"]+)"/).map { ($0.output.1, $0.output.2) }
        #expect(files.allSatisfy { $1 == "\($0).xhtml" } && files.count == 3)
    }

    @Test("A book with another title, time, or title or address of an article has another identifier")
    func identifier() throws {
        func identifier(_ book: Book, _ chapter: BookChapter) throws -> String? {
            var bytes: [UInt8] = []
            var writer = try BookWriter(book, picture: { _ in nil }) { bytes += $0 }
            try writer.append(chapter)
            try writer.finish()
            let package = try WrittenBook(bytes).file("EPUB/package.opf").text
            return package.firstMatch(of: /urn:lede:book:[0-9a-f]{16}/).map { String($0.output) }
        }
        let (book, chapter) = (BookRig.book, BookRig.chapter("a"))
        let other = Book(title: "other", date: book.date, day: book.day)
        let later = Book(title: book.title, date: book.date.addingTimeInterval(1), day: book.day)
        var elsewhere = chapter
        elsewhere.address = "https://example.org/other"
        let identifiers = try [
            identifier(book, chapter), identifier(other, chapter), identifier(later, chapter),
            identifier(book, elsewhere), identifier(book, BookRig.chapter("a", title: "Fog")),
        ]
        #expect(Set(identifiers.compactMap { $0 }).count == 5)
        #expect(try identifier(book, BookRig.chapter("b")) == identifiers[0])
    }

    @Test("The book's language is that of most chapters")
    func language() throws {
        var chapters = (0..<4).map { _ in BookRig.chapter("<p>a</p>") }
        for (index, language) in ["de-CH", "de-CH", "fr", "x\"y"].enumerated() { chapters[index].language = language }
        let book = try BookRig.read(chapters)
        #expect(try book.file("EPUB/package.opf").text.contains("<dc:language>de-CH</dc:language>"))
        #expect(
            book.chapters[2].text.contains("<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"fr\" lang=\"fr\">"))
        #expect(!book.chapters[3].text.contains("lang="))
    }

    @Test("Regions of one language count together, however they are spelled")
    func regions() throws {
        let tags = ["de", "de", "de", "en_US", "EN", "en-gb", "en-US"]
        let chapters = tags.map { tag in
            var chapter = BookRig.chapter("<p>a</p>")
            chapter.language = tag
            return chapter
        }
        let package = try BookRig.read(chapters).file("EPUB/package.opf").text
        #expect(package.contains("<dc:language>en-US</dc:language>"))
    }

    @Test("A book above the limit is refused")
    func limit() throws {
        let chapter = BookRig.chapter("<img src=/a.png>")
        let pictures = ["https://example.org/a.png": Self.png]
        #expect(throws: BookError.tooLarge) {
            try BookRig.bytes([chapter], sizeLimit: 70_000, pictures: pictures)
        }
        #expect(BookError.tooLarge.description == "the book would be larger than 1 GB; choose fewer articles")
    }
}
