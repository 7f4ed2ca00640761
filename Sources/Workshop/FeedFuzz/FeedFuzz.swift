import ArticleText
import Basics
import FeedModel
import FeedParsing
import Markup
import ReaderUI

/// The package manager gives `main` this name, so libFuzzer's own is not used.
@_cdecl("FeedFuzz_main")
package func main(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> CInt {
    var count = count
    var arguments = arguments
    return runDriver(&count, &arguments, fuzz)
}

/// libFuzzer's loop; it keeps none of the pointers it receives here.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer calls this with each input: it runs every parser that foreign bytes can reach.
private func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // Inflating is zlib's task, and its bombs only slow the search down.
    guard !input.starts(with: [0x1F, 0x8B]) else { return 0 }
    readAsFeed(input)
    readAsSubscriptions(input)
    readAsSince(input)
    // JSON is never an article, and without it the search tries ten times as many inputs.
    guard input.first != UInt8(ascii: "{") else { return 0 }
    readAsArticle(PageDecoder.text(of: input, contentType: nil))
    return 0
}

private func readAsFeed(_ input: [UInt8]) {
    if let feed = try? FeedParser.parse(input, url: "https://example.org/a/feed", contentType: nil) {
        check(feed: JSONFeedWriter.write(feed), items: feed.items.map(\.id))
    }
    _ = FeedDiscovery.candidates(in: input, url: "https://example.org/a/page")
    _ = FeedDate.parse(String(decoding: input, as: UTF8.self))
}

/// Checks that a written OPML document is read and written unchanged.
private func readAsSubscriptions(_ input: [UInt8]) {
    _ = NewsboatURLs(parsing: input)
    guard let document = try? OPMLDocument(parsing: input) else { return }
    let written = document.write()
    let again = try? OPMLDocument(parsing: written)
    precondition(again?.write() == written, "OPML changed on its way there and back")
    precondition(again?.outlines.map(\.folder) == document.outlines.map(\.folder), "an outline moved")
}

/// Checks a since-id server's pages and other documents: they are read as they were written, and nothing in them can
/// act on a terminal.
private func readAsSince(_ input: [UInt8]) {
    _ = SinceDocument.shown(in: input)
    if let page = try? SinceDocument(parsing: input, url: "https://example.org/items.json") {
        let written = page.written()
        let again = try? SinceDocument(parsing: written, url: "https://example.org/items.json")
        precondition(again?.written() == written, "a page changed on its way there and back")
        precondition(again?.articles.map(\.id) == page.articles.map(\.id), "an article was lost")
        precondition(again?.articles.map(\.item?.id) == page.articles.map(\.item?.id), "a deletion was lost")
        precondition(again?.feeds.map(\.folder) == page.feeds.map(\.folder), "a feed moved")
        precondition(SafeText.clean(written) == written, "an unsafe character came through")
        precondition(
            !page.feeds.flatMap { [$0.feedURL, $0.homePageURL] }.contains { $0.map(WebAddress.isScript) ?? false },
            "an address would run something")
    }
    if let marks = SinceStates.marks(in: input) {
        let again = SinceStates.marks(in: SinceStates.writtenMarks(marks))
        precondition(again?.map(\.id) == marks.map(\.id) && again?.map(\.mark) == marks.map(\.mark), "a mark changed")
    }
    if let answer = SinceStates.answer(in: input) {
        let again = SinceStates.answer(
            in: SinceStates.writtenAnswer(done: Array(answer.done), gone: Array(answer.gone)))
        precondition(again?.done == answer.done && again?.gone == answer.gone, "an answer changed")
    }
}

/// Checks an article, its saved page, and the article extracted from a page: no shown text can act on a terminal or run
/// anything.
private func readAsArticle(_ text: String) {
    check(DocumentBuilder.document(html: text, base: "https://example.org/a/page"))
    check(DocumentBuilder.document(text: text))
    let content = StandalonePage.Content.html(text, base: "https://example.org/a/page")
    check(page: StandalonePage(title: text, facts: [text], address: text, language: text, content: content).html)
    guard let content = MainContent.extract(html: text, url: "https://example.org/a/page") else { return }
    precondition(SafeText.clean(content.title) == content.title, "an unsafe character came through")
    check(DocumentBuilder.document(html: content.html, base: nil))
}

/// Elements that would run or load something in a browser.
private let running: Set<String> = [
    "script", "style", "iframe", "frame", "object", "embed", "applet", "form", "input", "button", "link", "meta",
    "base", "img",
    "audio", "video", "source", "svg", "math",
]

/// Checks a page that a browser opens as a file: nothing in its body runs, and nothing is loaded.
private func check(page html: String) {
    precondition(SafeText.clean(html) == html, "an unsafe character came through")
    var scanner = MarkupScanner(html: html)
    var isInBody = false
    while let token = scanner.next() {
        guard case .startTag(let tag) = token else { continue }
        let name = scanner.lowercasedName(tag.name)
        isInBody = isInBody || name == "body"
        precondition(!isInBody || !running.contains(name), "an element of the page would run or load something")
        for attribute in scanner.attributes(of: tag) {
            let key = scanner.lowercasedName(attribute.name)
            precondition(!key.hasPrefix("on"), "an attribute of the page would run")
            let isAddress = ["href", "src", "cite", "action", "poster", "background"].contains(key)
            let runs = isAddress && WebAddress.isScript(scanner.decodedText(attribute.value))
            precondition(!runs, "an address of the page would run")
        }
    }
}

private func check(_ document: Document) {
    for line in TextLayout(document, TextLayout.Form(width: 40)).lines.map(\.text) + document.links.map(\.url) {
        precondition(
            !line.unicodeScalars.contains { SafeText.isUnsafe($0) || $0 == "\n" }, "a line is not safe to show")
    }
    precondition(document.links.allSatisfy { !WebAddress.isScript($0.url) }, "a link would run something")
    precondition(document.blocks.allSatisfy { $0.containers.count <= 8 }, "a block stands too deep")
}

/// Checks every feed: ids are unique, and nothing in it can act on a terminal.
private func check(feed json: [UInt8], items ids: [String]) {
    precondition(Set(ids).count == ids.count, "two items share an id")
    precondition(!ids.contains(""), "an item has no id")
    precondition(SafeText.clean(json) == json, "an unsafe character came through")
    guard let again = try? FeedParser.parse(json) else { preconditionFailure("the JSON written is no JSON Feed") }
    precondition(again.items.count == ids.count, "an item was lost in the JSON written")
}
