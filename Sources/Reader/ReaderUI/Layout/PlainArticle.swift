import ArticleText
import Basics
package import FeedModel
import Screen

/// Formats an article as plain text: for a pipe, a file, or a terminal without the reader.
package enum PlainArticle {
    /// Returns lines of at most `width` columns, except for addresses: title, author and date, address, text, and the
    /// targets of its links.
    package static func lines(_ open: OpenArticle, clock: Clock, width: Int = 80) -> [String] {
        let item = open.article.item
        let source = open.isFullText ? [open.fullTextName] : []
        let facts = (facts(of: open.article, feedTitle: open.feedTitle, clock: clock) + source)
            .joined(separator: " · ")
        var lines: [String] = []
        if let title = item.title {
            lines += Wrapping.lines(of: title, width: width).map { String(title.utf8Slice($0)) } + [""]
        }
        lines += Wrapping.lines(of: facts, width: width).map { String(facts.utf8Slice($0)) }
        lines += [item.url ?? item.externalURL].compactMap(\.self).map { ShownAddress.of($0) }
        if let comments = item.commentsURL {
            lines.append("\(ArticleHeader.commentsName(item)): \(ShownAddress.of(comments))")
        }
        if let comments = item.commentsFeedURL { lines.append("feed of comments: \(ShownAddress.of(comments))") }
        if let note = open.article.note.map({ "Note: \($0)" }) {
            lines += Wrapping.lines(of: note, width: width).map { String(note.utf8Slice($0)) }
        }
        lines += [""]
        lines += TextLayout(Document(blocks: open.document.blocks), TextLayout.Form(width: width)).lines.map(\.text)
        let links = open.document.links.enumerated().map { "[\($0 + 1)] \($1.url)" }
        lines += links.isEmpty ? [] : [""] + links
        let enclosures = EnclosureList(item.enclosures, below: open.document)
        let files = enclosures.written.map(Self.line)
        lines += files.isEmpty ? [] : [""] + files
        if enclosures.moreCount > 0 { lines.append("… \(Numbers.grouped(enclosures.moreCount)) more") }
        return lines.map { line in
            let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }.map(line.utf8.index(after:))
            return String(line[..<(end ?? line.startIndex)])
        }
    }

    /// Returns the line of an enclosure. The file's name is left out, since the address ends with it.
    private static func line(_ enclosure: Enclosure) -> String {
        let facts = [enclosure.title].compactMap(\.self) + enclosure.facts
        return "\(facts.isEmpty ? "Enclosure" : facts.joined(separator: " · ")): \(enclosure.url)"
    }

    package static func text(_ open: OpenArticle, clock: Clock) -> String {
        lines(open, clock: clock, width: 80).joined(separator: "\n") + "\n"
    }

    /// Returns the article's feed, author and date.
    package static func facts(of article: Article, feedTitle: String, clock: Clock) -> [String] {
        ArticleHeader.facts(of: article, feedTitle: feedTitle, clock: clock)
    }
}
