import ArticleText
import Basics
import Markup

/// The names of a book's chapters and pictures, and the files that list them.
struct BookContents {
    private struct Section {
        let title: String
        /// The numbers of its chapters, from 1.
        var chapters: ClosedRange<Int>

        /// The feed's title as XML; a link needs text.
        var shownTitle: String { title.isEmpty ? "Feed" : title.asContent }
    }

    private var sections: [Section] = []
    private var titles: [String] = []
    var chapterCount: Int { titles.count }
    private(set) var pictures: [BookPicture.Format] = []
    /// The numbers of chapters with each language tag, by the language without its region.
    private var languages: [String: [String: Int]] = [:]
    private var hash = Fingerprint()

    /// Adds a chapter; returns the name of its file.
    mutating func add(_ chapter: BookChapter) -> String {
        titles.append(SafeText.line(chapter.title))
        if let last = sections.last, last.title == chapter.feed {
            sections[sections.count - 1].chapters = last.chapters.lowerBound...titles.count
        } else {
            sections.append(Section(title: chapter.feed, chapters: titles.count...titles.count))
        }
        if let tag = chapter.language.flatMap(LanguageTag.wellFormed) {
            languages[tag.lowercased().prefix { $0 != "-" }.description, default: [:]][tag, default: 0] += 1
        }
        hash.add(chapter.address)
        hash.add(chapter.title)
        return Self.chapter(titles.count)
    }

    /// Adds a picture; returns the name of its file.
    mutating func add(_ format: BookPicture.Format) -> String {
        pictures.append(format)
        return Self.picture(pictures.count, format)
    }

    private static func chapter(_ number: Int) -> String { "article-\(number).xhtml" }

    private static func picture(_ number: Int, _ format: BookPicture.Format) -> String {
        "picture-\(number).\(format.rawValue)"
    }

    /// The language of most chapters, in its most frequent spelling; "und" (undetermined) if none is known.
    private var language: String {
        let totals = languages.mapValues { $0.values.reduce(0, +) }
        return Self.mostFrequent(totals).flatMap { languages[$0] }.flatMap(Self.mostFrequent) ?? "und"
    }

    private static func mostFrequent(_ counts: [String: Int]) -> String? {
        counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    // MARK: - Table of contents

    /// Returns the table of contents, by feed (EPUB 3.3 §7).
    func navigation(_ book: Book) -> [UInt8] {
        var text = Self.declaration
        text += """
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
            <head>
            <title>\(book.title.asContent)</title>
            <link rel="stylesheet" type="text/css" href="style.css"/>
            </head>
            <body>
            <nav epub:type="toc">
            <h1>\(book.title.asContent)</h1>
            <ol>

            """
        for section in sections {
            let first = Self.chapter(section.chapters.lowerBound)
            text += "<li><a href=\"\(first)\">\(section.shownTitle)</a>\n<ol>\n"
            for number in section.chapters {
                text += "<li><a href=\"\(Self.chapter(number))\">\(titles[number - 1].asContent)</a></li>\n"
            }
            text += "</ol></li>\n"
        }
        return Array((text + "</ol>\n</nav>\n</body>\n</html>\n").utf8)
    }

    /// Returns the table of contents for old e-readers (OPF 2.0.1 §2.4.1).
    func ncx(_ book: Book) -> [UInt8] {
        var text = Self.declaration
        text += """
            <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
            <head>
            <meta name="dtb:uid" content="\(identifier(book))"/>
            <meta name="dtb:depth" content="2"/>
            <meta name="dtb:totalPageCount" content="0"/>
            <meta name="dtb:maxPageNumber" content="0"/>
            </head>
            <docTitle><text>\(book.title.asContent)</text></docTitle>
            <navMap>

            """
        for (index, section) in sections.enumerated() {
            // A feed leads to its first chapter, so that both have the same position.
            text += Self.point("feed-\(index + 1)", section.chapters.lowerBound, section.shownTitle)
            for number in section.chapters {
                text += Self.point("article-\(number)", number, titles[number - 1].asContent) + "</navPoint>\n"
            }
            text += "</navPoint>\n"
        }
        return Array((text + "</navMap>\n</ncx>\n").utf8)
    }

    private static func point(_ id: String, _ number: Int, _ title: String) -> String {
        """
        <navPoint id="\(id)" playOrder="\(number)"><navLabel><text>\(title)</text></navLabel>\
        <content src="\(chapter(number))"/>

        """
    }

    // MARK: - Package document

    /// Returns the package document (EPUB 3.3 §5): the book's metadata, its files and their order.
    func package(_ book: Book) -> [UInt8] {
        var text = Self.declaration
        text += """
            <package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
            <dc:identifier id="id">\(identifier(book))</dc:identifier>
            <dc:title>\(book.title.asContent)</dc:title>
            <dc:creator>lede</dc:creator>
            <dc:language>\(language)</dc:language>
            <dc:date>\(book.day)</dc:date>
            <meta property="dcterms:modified">\(book.date.timestamp)</meta>
            </metadata>
            <manifest>
            <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
            <item id="style" href="style.css" media-type="text/css"/>

            """
        for number in titles.indices.map({ $0 + 1 }) {
            text += "<item id=\"article-\(number)\" href=\"\(Self.chapter(number))\" "
            text += "media-type=\"application/xhtml+xml\"/>\n"
        }
        for (index, format) in pictures.enumerated() {
            text += "<item id=\"picture-\(index + 1)\" href=\"\(Self.picture(index + 1, format))\" "
            text += "media-type=\"image/\(format.rawValue)\"/>\n"
        }
        text += "</manifest>\n<spine toc=\"ncx\">\n<itemref idref=\"nav\"/>\n"
        for number in titles.indices.map({ $0 + 1 }) { text += "<itemref idref=\"article-\(number)\"/>\n" }
        return Array((text + "</spine>\n</package>\n").utf8)
    }

    /// The same for a book with the same articles that is written at the same time.
    private func identifier(_ book: Book) -> String {
        var hash = hash
        hash.add(book.title)
        hash.add(book.date.timestamp)
        return "urn:lede:book:\(Hexadecimal.digits(hash.value))"
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
}

extension String {
    /// The text as one line of XML.
    fileprivate var asContent: String { SafeText.line(self).escaped(for: .content) }
}
