import ArticleText
import Basics
import FeedParsing
import Foundation
import Markup
import ReaderUI

/// Articles and the pages that they link to.
enum PageFuzzing {
    /// Checks an article, its saved page, and the article extracted from a page: no shown text can control a terminal
    /// or run anything.
    static func read(_ input: [UInt8]) throws {
        let text = PageDecoder.text(of: input, contentType: nil)
        try check(DocumentBuilder.document(html: text, base: "https://example.org/a/page"))
        try check(DocumentBuilder.document(text: text))
        let content = StandalonePage.Content.html(text, base: "https://example.org/a/page")
        try check(
            page: StandalonePage(title: text, facts: [text], address: text, language: text, content: content).html)
        guard let content = MainContent.extract(html: text, url: "https://example.org/a/page") else { return }
        try require(SafeText.clean(content.title) == content.title, "an unsafe character was not removed")
        try check(DocumentBuilder.document(html: content.html, base: nil))
    }

    /// Checks the transcript of an episode: it is safe text in paragraphs without empty lines.
    static func readAsTranscript(_ input: [UInt8]) throws {
        guard let text = Transcript.text(of: PageDecoder.bytes(of: input, contentType: nil)) else { return }
        try require(SafeText.clean(text) == text, "an unsafe character was not removed")
        let paragraphs = String(decoding: text, as: UTF8.self).components(separatedBy: "\n\n")
        try require(!paragraphs.contains { $0.isEmpty || $0.contains("\n") }, "a paragraph is empty or has two lines")
        guard let content = MainContent.extract(text: String(decoding: text, as: UTF8.self), url: "") else { return }
        try check(DocumentBuilder.document(html: content.html, base: nil))
    }

    /// Elements that would run or load something in a browser.
    private static let running: Set<String> = [
        "script", "style", "iframe", "frame", "object", "embed", "applet", "form", "input", "button", "link", "meta",
        "base", "img", "audio", "video", "source", "svg", "math",
    ]

    /// Checks a page that a browser opens as a file: nothing in its body runs, and nothing is loaded.
    private static func check(page html: String) throws {
        try require(SafeText.clean(html) == html, "an unsafe character was not removed")
        var scanner = MarkupScanner(Array(html.utf8), dialect: .html)
        var isInBody = false
        while let token = scanner.next() {
            guard case .startTag(let tag) = token else { continue }
            let name = scanner.lowercasedName(tag.name)
            isInBody = isInBody || name == "body"
            try require(!isInBody || !running.contains(name), "an element of the page would run or load something")
            for attribute in scanner.attributes(of: tag) {
                let key = scanner.lowercasedName(attribute.name)
                try require(!key.hasPrefix("on"), "an attribute of the page would run")
                let isAddress = ["href", "src", "cite", "action", "poster", "background"].contains(key)
                let runs = isAddress && WebAddress.isScript(scanner.decodedText(attribute.value))
                try require(!runs, "an address of the page would run")
            }
        }
    }

    private static func check(_ document: Document) throws {
        let lines = TextLayout(document, TextLayout.Form(width: 40)).lines.map(\.text)
        for line in lines + document.links.map(\.url) {
            let isUnsafe = line.unicodeScalars.contains { SafeText.isUnsafe($0) || $0 == "\n" }
            try require(!isUnsafe, "a line is not safe to show")
        }
        try require(document.links.allSatisfy { !WebAddress.isScript($0.url) }, "a link would run something")
        try require(document.blocks.allSatisfy { $0.containers.count <= 8 }, "a block is nested too deeply")
    }
}
