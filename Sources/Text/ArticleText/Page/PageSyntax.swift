import Basics
import Markup

/// The syntax of a page.
package enum PageSyntax: Sendable {
    case html
    case plainText
    case markdown

    /// Decides by the media type and the beginning of the page, since some servers send HTML as plain text. Without a
    /// type, plain text has no tag.
    ///
    /// - Parameters:
    ///   - page: the page as safe text (`SafeText.clean`).
    ///   - url: the page's address; many servers send Markdown as plain text.
    package init(of page: [UInt8], url: String, contentType: String?) {
        let type = contentType?.lowercased()
        let isText: Bool
        if let type {
            isText = Self.isText(type) && page.first { !$0.isMarkupSpace } != UInt8(ascii: "<")
        } else {
            isText = !PlainText.looksLikeHTML(page)
        }
        guard isText else {
            self = .html
            return
        }
        self = type?.hasPrefix("text/markdown") == true || Self.leadsToMarkdown(url) ? .markdown : .plainText
    }

    /// True for the media type of plain text or of Markdown, in lowercase.
    package static func isText(_ type: String) -> Bool {
        type.hasPrefix("text/plain") || type.hasPrefix("text/markdown")
    }

    private static func leadsToMarkdown(_ url: String) -> Bool {
        let address = url.withoutQuery
        // `.md` at the end of a host is the domain of Moldova, not a file's extension.
        let hasPath = !address.contains("://") || address.split(separator: "/").count > 2
        return hasPath && address.hasSuffix(".md")
    }
}

extension MainContent {
    /// Returns the main part of a page of HTML, or all of a page of plain text or Markdown, from safe text
    /// (`SafeText.clean`).
    ///
    /// - Returns: nil if the page contains no text worth reading: a hotspot refuses pages with a few words.
    package static func extract(page: [UInt8], as syntax: PageSyntax, url: String) -> MainContent? {
        guard syntax != .html else { return extract(page: page, url: url) }
        let main = extract(text: String(decoding: page, as: UTF8.self), url: url, isMarkdown: syntax == .markdown)
        guard let main, main.textLength >= minimumTextLength else { return nil }
        return main
    }
}
