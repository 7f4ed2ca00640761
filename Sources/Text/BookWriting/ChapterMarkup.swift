import ArticleText
import Basics
import Markup
import Screen

/// Writes a chapter as an XHTML document (EPUB 3.3 §6.1): it runs no script, and refers to no file outside of the book.
struct ChapterMarkup {
    private let chapter: BookChapter
    /// The names of embedded pictures, by their addresses.
    private let pictures: [String: String]
    private var containers = ChapterContainers()
    private var output: [UInt8] = []

    static func xhtml(of chapter: BookChapter, pictures: [String: String]) -> [UInt8] {
        var markup = ChapterMarkup(chapter, pictures)
        markup.writeHead()
        for block in chapter.document.blocks { markup.write(block) }
        markup.containers.closeAll(&markup.output)
        if chapter.document.blocks.isEmpty { markup.write("<p class=\"facts\">No text is stored.</p>\n") }
        markup.writeEnclosures()
        markup.write("</body>\n</html>\n")
        return markup.output
    }

    private init(_ chapter: BookChapter, _ pictures: [String: String]) {
        self.chapter = chapter
        self.pictures = pictures
    }

    // MARK: - Head

    private mutating func writeHead() {
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n")
        write("<html xmlns=\"http://www.w3.org/1999/xhtml\"")
        if let language = chapter.language.flatMap(LanguageTag.wellFormed) {
            write(" xml:lang=\"\(language)\" lang=\"\(language)\"")
        }
        write(">\n<head>\n<title>")
        write(text: SafeText.line(chapter.title))
        write("</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n<body>\n")
        if chapter.showsTitle {
            write("<h1\(Self.direction(chapter.title, in: false))>")
            write(text: SafeText.line(chapter.title))
            write("</h1>\n")
        }
        let facts = chapter.facts.map(SafeText.line).joined(separator: " · ")
        write("<p class=\"facts\"\(Self.direction(facts, in: false))>")
        write(text: facts)
        if let address = chapter.address.map(SafeText.line) {
            if !facts.isEmpty { write("<br/>") }
            write(text: address, linkedTo: LinkTarget.address(address))
        }
        write("</p>\n")
    }

    // MARK: - Enclosures

    private mutating func writeEnclosures() {
        guard !chapter.enclosures.isEmpty else { return }
        write("<ul class=\"facts\">\n")
        for enclosure in chapter.enclosures {
            let name = SafeText.line(enclosure.name)
            let facts = enclosure.facts.map { " · " + SafeText.line($0) }.joined()
            write("<li\(Self.direction(name, in: false))>")
            write(text: name, linkedTo: LinkTarget.address(enclosure.address))
            write(text: facts)
            write("</li>\n")
        }
        if chapter.moreEnclosures > 0 { write("<li>\(Numbers.grouped(chapter.moreEnclosures)) more</li>\n") }
        write("</ul>\n")
    }

    // MARK: - Blocks

    private mutating func write(_ block: Block) {
        let text = Self.text(of: block.content)
        let isRightToLeft = text.map { BidiOrder.isRightToLeft($0) } ?? containers.isRightToLeft
        containers.enter(block, isRightToLeft: isRightToLeft, &output)
        let direction = text.map { Self.direction($0, in: containers.isRightToLeft) } ?? ""
        switch block.content {
        case .paragraph(let runs):
            let name = Self.name(of: block.spacing).map { " class=\"\($0)\"" } ?? ""
            write("<p\(name)\(direction)>")
            write(runs)
            write("</p>\n")
        case .heading(let level, let runs):
            // The title is the only heading of the first level.
            let element = "h\(min(max(level, 2), 6))"
            write("<\(element)\(direction)>")
            write(runs)
            write("</\(element)>\n")
        case .preformatted(let lines):
            write("<pre dir=\"ltr\">")
            write(text: lines.joined(separator: "\n"))
            write("</pre>\n")
        case .table(let table): write(table, direction)
        case .rule: write("<hr/>\n")
        case .picture(let alternative, let link, let target, let isDescribed):
            writePicture(isDescribed ? alternative : "", name: alternative, link, target)
        }
    }

    /// Returns the text that decides in which direction the block is read; nil if it has none.
    private static func text(of content: Block.Content) -> String? {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): runs.lazy.map(\.text).joined()
        case .table(let table): table.rows.joined().joined().map(\.text).joined()
        case .preformatted, .rule, .picture: nil
        }
    }

    /// Returns the attribute for a text whose direction differs from the one around it.
    private static func direction(_ text: String, in isRightToLeft: Bool) -> String {
        let own = BidiOrder.isRightToLeft(text)
        return own == isRightToLeft ? "" : own ? " dir=\"rtl\"" : " dir=\"ltr\""
    }

    private static func name(of spacing: Block.Spacing) -> String? {
        switch spacing {
        case .usual, .apart, .betweenQuotations: nil
        case .tight: "tight"
        case .caption: "caption"
        }
    }

    private mutating func write(_ table: Table, _ direction: String) {
        write("<table\(direction)>\n")
        if !table.caption.isEmpty {
            write("<caption>")
            write(table.caption)
            write("</caption>\n")
        }
        let body = table.rows.dropFirst(table.hasHeader ? 1 : 0)
        if table.hasHeader, let header = table.rows.first {
            write("<thead>\n")
            write(header, "th", table.rightColumns)
            write("</thead>\n")
        }
        write("<tbody>\n")
        for row in body { write(row, "td", table.rightColumns) }
        write("</tbody>\n</table>\n")
    }

    private mutating func write(_ row: [[Run]], _ element: String, _ rightColumns: Set<Int>) {
        write("<tr>")
        for (column, cell) in row.enumerated() {
            write(rightColumns.contains(column) ? "<\(element) class=\"right\">" : "<\(element)>")
            write(cell)
            write("</\(element)>")
        }
        write("</tr>\n")
    }

    /// - Parameters:
    ///   - description: the author's description; empty if there is none.
    ///   - name: the description, or the name of the file.
    private mutating func writePicture(_ description: String, name: String, _ link: Int?, _ target: Int?) {
        let links = chapter.document.links
        let picture = link.map { links[$0] }
        let page = target.flatMap { LinkTarget.address(links[$0].url) }
        write("<p class=\"picture\">")
        if let file = picture.flatMap({ pictures[$0.shownAddress] }) {
            if let page { write("<a href=\"\(page.escaped(for: .anywhere))\">") }
            write("<img src=\"\(file)\" alt=\"\(SafeText.line(description).escaped(for: .anywhere))\"/>")
            if page != nil { write("</a>") }
        } else {
            write(text: "[picture: \(name)]", linkedTo: page ?? picture.flatMap { LinkTarget.address($0.url) })
        }
        write("</p>\n")
    }

    // MARK: - Runs

    /// Writes neighbouring runs of one link as one link.
    private mutating func write(_ runs: [Run]) {
        var rest = runs[...]
        while let first = rest.first {
            let part = rest.prefix { $0.link == first.link }
            rest = rest.dropFirst(part.count)
            let address = first.link.flatMap { LinkTarget.address(chapter.document.links[$0].url) }
            if let address { write("<a href=\"\(address.escaped(for: .anywhere))\">") }
            for run in part { write(run) }
            if address != nil { write("</a>") }
        }
    }

    private static let styles: [(style: Run.Style, element: String)] = [
        (.mark, "mark"), (.strikethrough, "del"), (.strong, "strong"), (.emphasis, "em"), (.code, "code"),
    ]

    private mutating func write(_ run: Run) {
        let elements = Self.styles.filter { run.style.contains($0.style) }.map(\.element)
        for element in elements { write("<\(element)>") }
        for (index, line) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { write("<br/>") }
            write(text: String(line))
        }
        for element in elements.reversed() { write("</\(element)>") }
    }

    private mutating func write(text: String, linkedTo address: String?) {
        if let address { write("<a href=\"\(address.escaped(for: .anywhere))\">") }
        write(text: text)
        if address != nil { write("</a>") }
    }

    private mutating func write(text: String) {
        output.append(escaped: SafeText.clean(text), for: .content)
    }

    private mutating func write(_ markup: String) {
        output.append(contentsOf: markup.utf8)
    }
}
