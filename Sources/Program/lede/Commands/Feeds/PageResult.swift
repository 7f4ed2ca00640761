import ArticleText
import FeedParsing
import Foundation
import Markup

/// The result for a page, and the time it took.
struct PageResult {
    let main: MainContent?
    let isGate: Bool
    var alternative: String?
    /// The address of the alternative, if its text is the result.
    var source: String?
    private let milliseconds: Double

    init(_ source: PageSource, withoutCaptions: Bool) {
        let clock = ContinuousClock()
        let start = clock.now
        let page = PageDecoder.bytes(of: source.bytes, contentType: source.contentType)
        let transcript = Transcript.text(of: page)
        let html = String(decoding: transcript ?? page, as: UTF8.self)
        let syntax = PageSyntax(of: page, url: source.url, contentType: source.contentType)
        if transcript != nil || syntax != .html {
            main = MainContent.extract(text: html, url: source.url, isMarkdown: syntax == .markdown)
            isGate = false
        } else {
            main = MainContent.extract(html: html, url: source.url, captions: withoutCaptions ? .omitted : .included)
            isGate = GatePage.isGate(html: html, textLength: main?.textLength ?? 0, title: source.title)
            alternative = PageAlternative.address(html: html, url: source.url)
        }
        let time = start.duration(to: clock.now).components
        milliseconds = Double(time.seconds) * 1_000 + Double(time.attoseconds / 10_000_000_000_000) / 100
    }

    func reply(id: BatchRequest.ID? = nil) -> PageReply {
        PageReply(
            id: id, html: main?.html ?? "", title: main?.title ?? "", author: main?.author, date: main?.date,
            language: main?.language, pictures: main?.pictures.map(PictureReply.init) ?? [],
            alternative: alternative, source: source, gate: isGate, ms: milliseconds)
    }

    func printed(as form: PageForm) -> [UInt8] {
        switch form {
        case .html: Array((main?.html ?? "").utf8) + [UInt8(ascii: "\n")]
        case .text: Array(PagePrinter.text(html: main?.html ?? "").utf8)
        case .json: Self.json(reply()) + [UInt8(ascii: "\n")]
        }
    }

    static func json(_ reply: PageReply) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return SafeText.escaped(json: [UInt8]((try? encoder.encode(reply)) ?? Data("{}".utf8)))
    }
}

/// A page as received.
struct PageSource {
    var bytes: [UInt8]
    var url: String
    var contentType: String?
    var title: String?
}

/// The JSON that is printed for a page.
struct PageReply: Encodable {
    var id: BatchRequest.ID?
    var html: String?
    var title: String?
    var author: String?
    var date: String?
    var language: String?
    var pictures: [PictureReply]?
    var alternative: String?
    /// The address that the text came from, if it is not the page's own.
    var source: String?
    var gate: Bool?
    var ms: Double?
    var error: String?
}

/// A picture in the JSON of a page.
struct PictureReply: Encodable {
    let url: String
    let alt: String?
    let caption: String?

    init(_ picture: PagePicture) {
        url = picture.address
        alt = picture.words
        caption = picture.caption
    }
}
