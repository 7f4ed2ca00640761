import Basics
import FeedModel
import FeedRules
import FoundationEssentials
import Markup

/// An item of a feed document, with everything that can be computed without the database. A class, because a copy of
/// the item copies the references of all its strings.
final class IncomingArticle: Sendable {
    let item: ParsedItem
    let records: ItemRecords
    /// Covers the item's whole content; equal to the stored one if nothing has changed.
    let fingerprint: Int64
    /// The first place in the second of the article's date: published, else updated, else received; it is never later
    /// than the time of receipt.
    let earliestPlace: Place
    /// The title shown in lists.
    let listTitle: String
    let verdict: RuleVerdict
    /// The marks that the person's rules give it if it is new.
    let arrivalMarks: ArrivalMarks
    let storyKeys: StoryKeys
    /// The approximate cost of writing it, in bytes.
    let size: Int

    /// In UTF-8 bytes: more than the widest terminal shows, and short enough that lists stay quick.
    private static let listTitleLimit = 400

    /// - Parameters:
    ///   - hasCopies: false if no article of another feed is a copy of it.
    ///   - isImported: true if another reader has stored the content, see `importedContent`.
    init(
        _ item: ParsedItem, received: Date, matcher: RuleMatcher = RuleMatcher(), hasCopies: Bool = true,
        isImported: Bool = false
    ) {
        records = ItemRecords(of: item)
        fingerprint = isImported ? Self.importedContent : Fingerprint(contentOf: item, records: records).stored
        earliestPlace = Place(firstOf: min(item.published ?? item.updated ?? received, received))
        listTitle = Self.listTitle(of: item)
        (verdict, arrivalMarks) = matcher.evaluation(of: item)
        storyKeys = hasCopies && Self.isNews(item, received) ? StoryKeys(of: item) : .none
        size = 500 + [item.contentHTML, item.contentText, item.summary].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        // Stored last, so that the item is moved and not copied.
        self.item = item
    }

    /// Stands for the content that another reader has stored. It may be less than the feed offers, so the feed's first
    /// version does not count as an edit.
    static let importedContent: Int64 = 0

    /// True if the article is young enough to have copies. Story keys for every article would add half to the processor
    /// time of a first refresh of 1,000 feeds, mostly for pages of their indexes.
    private static func isNews(_ item: ParsedItem, _ received: Date) -> Bool {
        guard let date = item.published ?? item.updated else { return true }
        return received.timeIntervalSince(date) <= StoryKeys.maximumAge
    }

    /// Returns the title; without one, the beginning of the text; without a text, the address.
    private static func listTitle(of item: ParsedItem) -> String {
        line(item.title) ?? line(item.contentText) ?? line(html: item.contentHTML) ?? line(html: item.summary)
            ?? line(item.url.map { ShownAddress.of($0) }) ?? "…"
    }

    private static func line(_ text: String?) -> String? {
        guard let line = text?.oneLine(limit: listTitleLimit), !line.isEmpty else { return nil }
        return line
    }

    private static func line(html: String?) -> String? {
        line(html.map { PlainText.words(html: $0, limit: 4 * listTitleLimit) })
    }
}

extension String {
    /// Returns the text with one space between words, cut after `limit` bytes of UTF-8. Reads no further than that.
    fileprivate func oneLine(limit: Int) -> String {
        guard !isOneLine || utf8.count > limit else { return self }
        var line = ""
        var needsSpace = false
        for scalar in unicodeScalars {
            if scalar.isSpace {
                needsSpace = !line.isEmpty
                continue
            }
            guard line.utf8.count < limit else { break }
            if needsSpace { line += " " }
            needsSpace = false
            line.unicodeScalars.append(scalar)
        }
        return line
    }

    /// True if single spaces separate the words already, as in most titles.
    private var isOneLine: Bool {
        var followsSpace = true
        for scalar in unicodeScalars {
            let isSpace = scalar.isSpace
            if isSpace, followsSpace || scalar != " " { return false }
            followsSpace = isSpace
        }
        return !followsSpace
    }
}

extension Unicode.Scalar {
    /// Faster than `properties.isWhitespace`, whose look-up takes longer than the rest of the work on a character.
    fileprivate var isSpace: Bool {
        switch value {
        case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
