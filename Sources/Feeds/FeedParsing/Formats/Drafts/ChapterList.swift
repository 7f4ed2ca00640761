internal import Basics
internal import FeedModel
internal import Markup

/// The chapters of an episode (Podlove Simple Chapters 1.2), which are listed below its text.
struct ChapterList {
    private struct Chapter {
        let time: String
        let title: String
        let link: String?

        var html: String {
            let text = title.escaped(for: .anywhere)
            let named = link.map { "<a href=\"\($0.escaped(for: .anywhere))\">\(text)</a>" } ?? text
            return "<li>\(time) \(named)</li>"
        }
    }

    private var chapters: [Chapter] = []

    mutating func append(_ element: FeedElement, from scanner: inout MarkupScanner) {
        guard chapters.count < FeedLimits.chapters,
            let start = scanner.attribute("start", of: element.tag).flatMap(Duration.seconds),
            let title = scanner.attribute("title", of: element.tag).map({ WhiteSpace.collapsed($0) })?.nonEmpty
        else { return }
        let link = scanner.attribute("href", of: element.tag)?.trimmingSpaces.nonEmpty
        let address = link.flatMap { WebAddress.isScript($0) ? nil : WebAddress.resolve($0, against: element.base) }
        chapters.append(
            Chapter(time: Numbers.duration(start), title: title.prefix(bytes: FeedLimits.name), link: address))
    }

    /// Adds the list to an item, unless its text has the time of the last chapter: then the text lists them already.
    func add(to item: inout ParsedItem) {
        guard let last = chapters.last else { return }
        if let text = item.contentText {
            guard !Self.has(last.time, in: text) else { return }
            let lines = ["Chapters"] + chapters.map { "\($0.time) \($0.title)" }
            item.contentText = text + "\n\n" + lines.joined(separator: "\n")
        } else {
            let html = item.contentHTML ?? ""
            guard !Self.has(last.time, in: html) else { return }
            item.contentHTML = html + "<h3>Chapters</h3><ul>" + chapters.map(\.html).joined() + "</ul>"
        }
    }

    /// True if a text has the time, but not as the end of a longer one: `15:00` is not `5:00`, and `05:00` is.
    private static func has(_ time: String, in text: String) -> Bool {
        text.utf8.ranges(of: time.utf8).contains { range in
            guard range.lowerBound > text.startIndex else { return true }
            let before = text.utf8[text.utf8.index(before: range.lowerBound)]
            return !before.isASCIIDigit || before == UInt8(ascii: "0")
        }
    }
}
