import FeedModel
import Screen

/// An article as plain text: for a pipe, a file, or a terminal without the reader.
public enum PlainArticle {
    /// Lines of at most `width` columns: title, who and when, the text, the targets of its links.
    public static func lines(_ open: OpenArticle, clock: Clock, width: Int = 80) -> [String] {
        var lines: [String] = []
        if let title = open.article.item.title {
            lines += Wrapping.lines(of: title, width: width).map { String(title.utf8Slice($0)) } + [""]
        }
        var short = open
        short.article.item.title = nil
        let header = ArticleHeader.lines(short, width: width, clock: clock, dot: "·")
        lines += TextLayout(open.document, header: header, width: width).lines.map(\.text)
        return lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    public static func text(_ open: OpenArticle, clock: Clock, width: Int = 80) -> String {
        lines(open, clock: clock, width: width).joined(separator: "\n") + "\n"
    }
}
