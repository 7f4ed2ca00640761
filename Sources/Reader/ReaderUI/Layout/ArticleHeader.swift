import ArticleText
import Basics
import FeedModel
import FoundationEssentials
import Screen

/// The lines above an article's text: its author, date, length and address.
enum ArticleHeader {
    /// - Parameters:
    ///   - copiesKey: the key that lists the story's other articles.
    ///   - commentsKey: the key that opens the page of the comments.
    ///   - changesKey: the key that shows what an edit changed.
    static func lines(
        _ open: OpenArticle, width: Int, clock: Clock, dot: String, copiesKey: String, commentsKey: String,
        changesKey: String
    ) -> [TextLayout.Line] {
        let item = open.article.item
        var lines: [TextLayout.Line] = []
        // The column's header shows the title; a title too long for it is shown in full here.
        if let title = item.title, DisplayWidth.of(title) > width {
            lines += wrapped(title, .title, width) + [TextLayout.Line()]
        }
        let parts =
            facts(of: open.article, feedTitle: open.feedTitle, clock: clock)
            + [
                minutes(open.document), open.isFullText ? open.fullTextName : nil, edited(open, key: changesKey),
                comments(on: item, key: commentsKey),
            ].compactMap { $0 }
        lines += wrapped(parts, separator: " \(dot)", .dim, width)
        // A saved address without a page is its own title.
        if let url = item.url, !(open.feedTitle == SavedFeed.title && item.title ?? item.id == url) {
            lines += wrapped(Self.shortened(ShownAddress.of(url)), .dim, width)
        }
        if !open.tags.isEmpty {
            lines += wrapped(open.tags.map { "#\($0)" }.joined(separator: " "), .accent, width)
        }
        if let note = open.article.note { lines += wrapped("Note: \(note)", .accent, width) }
        if !open.copies.isEmpty {
            let feeds = open.copies.prefix(Self.namedCopies).map(\.feedTitle).joined(separator: ", ")
            let more = open.copies.count > Self.namedCopies ? ", …" : ""
            lines += wrapped("Same story in \(feeds)\(more) (\(copiesKey) lists them)", .dim, width)
        }
        lines.append(TextLayout.Line())
        return lines.numbered(in: -1)
    }

    /// Wraps items. If the last one would be alone on the last line, the one before it moves there too.
    static func wrapped(_ parts: [String], separator: String, _ role: Role, _ width: Int) -> [TextLayout.Line] {
        let parts = parts.map { $0.inOnePiece(width) }
        let lines = wrapped(parts.joined(separator: separator + " "), role, width, unended: separator)
        guard parts.count > 2, lines.count > 1, lines.last?.text == shown(parts[parts.count - 1]) else { return lines }
        let (above, below) = (parts.dropLast(2), parts.suffix(2))
        let text = [above, below].map { $0.joined(separator: separator + " ") }.joined(separator: "\n")
        let balanced = wrapped(text, role, width, unended: separator)
        return balanced.count == lines.count ? balanced : lines
    }

    private static func shown(_ text: some StringProtocol) -> String { text.showing(unbroken, as: space) }

    /// Maximum number of feeds that are named as having the same story.
    private static let namedCopies = 5

    /// Returns the number of comments, if the feed gives it, and the key that opens their page, if there is one.
    private static func comments(on item: ParsedItem, key: String) -> String? {
        guard item.commentCount != 0, item.commentCount != nil || item.commentsURL != nil else { return nil }
        return commentsName(item) + (item.commentsURL == nil ? "" : " (\(key))")
    }

    /// Returns "12 comments", or "comments" if their number is unknown.
    static func commentsName(_ item: ParsedItem) -> String { item.commentCount?.counting("comment") ?? "comments" }

    private static func edited(_ open: OpenArticle, key: String) -> String? {
        open.showsChanges ? "changes" : open.isEdited ? "edited since it arrived (\(key))" : nil
    }

    /// Returns the article's feed, author and date.
    static func facts(of article: Article, feedTitle: String, clock: Clock) -> [String] {
        let parts = [feedTitle, authors(article.item, unlessNamed: feedTitle), date(of: article, in: feedTitle, clock)]
        return parts.compactMap { $0?.isEmpty == false ? $0 : nil }
    }

    /// Returns the article's date, or the time of its arrival if it has none or one in the future.
    private static func date(of article: Article, in feedTitle: String, _ clock: Clock) -> String {
        let arrival = clock.local(article.received).full
        guard let date = article.item.published ?? article.item.updated else {
            return feedTitle == SavedFeed.title ? "saved \(arrival)" : "arrived \(arrival), undated"
        }
        let isInFuture = date.timeIntervalSince(article.received) > toleratedLead
        return isInFuture ? "arrived \(arrival), dated \(clock.local(date).full)" : clock.local(date).full
    }

    /// Maximum lead of a server's clock that is tolerated, in seconds.
    private static let toleratedLead = 86_400.0

    /// Returns an address without its scheme and `www.`.
    private static func shortened(_ url: String) -> String {
        for scheme in ["https://www.", "http://www.", "https://", "http://"] where url.hasPrefix(scheme) {
            return String(url.dropFirst(scheme.count))
        }
        return url
    }

    private static func authors(_ item: ParsedItem, unlessNamed feed: String) -> String? {
        let names = item.authors.compactMap { $0.name ?? $0.email }.filter { $0 != feed }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// Returns the reading time, at 1,320 bytes a minute: 220 words of six bytes, or 440 ideographs.
    private static func minutes(_ document: Document) -> String? {
        let length = document.blocks.reduce(0) { $0 + $1.textLength }
        let bytes = min(Int(saturating: Double(length) / document.share), 1 << 40)
        let minutes = (bytes + 660) / 1_320
        return minutes > 0 ? "\(minutes) min" : nil
    }

    // These are the characters in UTF-8.
    fileprivate static let space: [UInt8] = [0x20]
    fileprivate static let unbroken: [UInt8] = [0xC2, 0xA0]

    /// - Parameter separator: the text that is dropped where a line ends.
    static func wrapped(
        _ text: String, _ role: Role, _ width: Int, unended separator: String? = nil
    ) -> [TextLayout.Line] {
        let direction = TextLayout.Line.Direction(of: text)
        return Wrapping.lines(of: text, width: width).enumerated().map { index, range in
            var shown = shown(text.utf8Slice(range))
            if let separator {
                if shown.hasSuffix(separator) { shown.removeLast(separator.count) }
                let begun = "\(separator.dropFirst()) "
                if index > 0, shown.hasPrefix(begun) { shown.removeFirst(begun.count) }
            }
            var line = TextLayout.Line([TextLayout.Span(shown, role)])
            line.breakBefore = index > 0 ? .space : nil
            line.direction = direction
            return line
        }
    }
}

extension String {
    /// Prevents line breaks within a date or a name, unless it is wider than a line.
    fileprivate func inOnePiece(_ width: Int) -> String {
        utf8.count * 2 < width ? showing(ArticleHeader.space, as: ArticleHeader.unbroken) : self
    }
}

extension StringProtocol {
    /// Replaces one character with another, both given as UTF-8.
    fileprivate func showing(_ old: [UInt8], as new: [UInt8]) -> String {
        var bytes = utf8[...]
        var shown: [UInt8] = []
        while let first = bytes.first {
            if bytes.starts(with: old) {
                shown += new
                bytes = bytes.dropFirst(old.count)
            } else {
                shown.append(first)
                bytes = bytes.dropFirst()
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }
}
