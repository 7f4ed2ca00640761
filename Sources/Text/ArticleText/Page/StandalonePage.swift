import Basics
import Markup

/// An article as a self-contained HTML page in UTF-8: a browser that opens the file sends no request and runs no
/// script.
///
/// Only harmless elements of the article stay, without classes, styles and event handlers. Stored pictures are embedded
/// in the file, and other pictures become links to their address. Links lead to the web or nowhere.
public struct StandalonePage: Equatable, Sendable {
    /// The article's text.
    public enum Content: Equatable, Sendable {
        /// HTML of any origin: only its harmless elements are written. Links are resolved against `base`, the address of the HTML.
        case html(String, base: String?)
        /// Plain text.
        case text(String)
    }

    /// The title, as one line.
    public var title: String
    /// The source, the author and the date.
    public var facts: [String]
    /// The address of the article.
    public var address: String?
    /// A language tag (BCP 47).
    public var language: String?
    /// The text below the title.
    public var content: Content

    /// A page of these parts.
    public init(title: String, facts: [String], address: String?, language: String? = nil, content: Content) {
        self.title = title
        self.facts = facts
        self.address = address
        self.language = language
        self.content = content
    }

    /// The whole file, without pictures.
    public var html: String { html { _ in nil } }

    /// Returns the whole file.
    ///
    /// - Parameter picture: returns a `data:` address for the picture at an address; nil leaves a link in its place.
    public func html(embedding picture: @escaping (String) -> String?) -> String {
        var page = Array("<!doctype html>\n<html".utf8)
        if let language = language.flatMap(LanguageTag.wellFormed) {
            page.append(contentsOf: " lang=\"\(language)\"".utf8)
        }
        page.append(contentsOf: ">\n<head>\n<meta charset=\"utf-8\">\n".utf8)
        page.append(contentsOf: Self.policy.utf8)
        page.append(contentsOf: "<title>".utf8)
        page.append(escaped: SafeText.line(title))
        page.append(contentsOf: "</title>\n\(Self.style)</head>\n<body>\n<h1>".utf8)
        page.append(escaped: SafeText.line(title))
        page.append(contentsOf: "</h1>\n<p class=\"facts\">".utf8)
        page.append(escaped: SafeText.line(facts.joined(separator: " · ")))
        if let address, FragmentWriter.isWebAddress(address) {
            page.append(contentsOf: facts.isEmpty ? "<a href=\"".utf8 : "<br><a href=\"".utf8)
            page.append(escaped: SafeText.line(address))
            page.append(contentsOf: "\">".utf8)
            page.append(escaped: SafeText.line(address))
            page.append(contentsOf: "</a>".utf8)
        }
        page.append(contentsOf: "</p>\n".utf8)
        append(content, embedding: picture, to: &page)
        page.append(contentsOf: "\n</body>\n</html>\n".utf8)
        return String(decoding: page, as: UTF8.self)
    }

    private func append(_ content: Content, embedding picture: @escaping (String) -> String?, to page: inout [UInt8]) {
        switch content {
        case .html(let html, let base):
            let bytes = SafeText.clean(html.bytes(upTo: DocumentBuilder.maximumInputLength))
            var writer = FragmentWriter(
                bytes, bytes.indices, without: [], links: LinkTable(base: base), destination: .file, embedded: picture)
            page.append(contentsOf: writer.fragment().utf8)
        case .text(let text):
            page.append(contentsOf: "<div class=\"text\">".utf8)
            page.append(escaped: SafeText.clean(String(text.prefix(DocumentBuilder.maximumInputLength))))
            page.append(contentsOf: "</div>".utf8)
        }
    }

    /// If a harmful element remained nevertheless, the browser would load and run nothing (Content Security Policy 3,
    /// §3.3).
    private static let policy = """
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <meta name="referrer" content="no-referrer">

        """

    private static let style = """
        <style>
        body { max-width: 40em; margin: 2em auto; padding: 0 1em; font: 1.05em/1.55 Georgia, serif; }
        h1 { line-height: 1.2; }
        pre, table { overflow-x: auto; }
        pre, code { font-size: 0.9em; }
        img { max-width: 100%; height: auto; }
        td, th { padding: 0.2em 0.8em 0.2em 0; text-align: left; vertical-align: top; }
        blockquote { margin-left: 0; padding-left: 1em; border-left: 3px solid #999; }
        .facts { color: #666; overflow-wrap: anywhere; }
        .text { white-space: pre-wrap; overflow-wrap: anywhere; }
        </style>

        """
}
