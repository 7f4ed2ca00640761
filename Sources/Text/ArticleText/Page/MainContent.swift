import Markup

/// The main part of a web page: the article without the navigation, the adverts and the comments around it.
///
/// ```swift
/// let page = "<title>Fog</title><nav>…</nav><article><p>The harbour was closed this morning.</p></article>"
/// if let content = MainContent.extract(html: page, url: "https://quay.example/fog") {
///     print(content.title, content.html)
/// }
/// ```
///
/// It fetches nothing and runs no script. It takes time linear in the page's length; pages are read up to 8 MB or
/// 200,000 elements and texts.
public struct MainContent: Equatable, Sendable {
    /// Maximum size of a page that is read, in bytes; the rest is ignored.
    static let maximumPageSize = 8 << 20
    /// Minimum length, in characters: a shorter text is an error message or the like, unless the page shows hardly
    /// more.
    static let minimumTextLength = 60
    /// Minimum length, in characters without links, if the page shows hardly more.
    private static let minimumWholePageLength = 20
    private static let maximumPictures = 100

    /// The treatment of captions: included in the text or left out.
    public enum Captions: Sendable {
        case included
        case omitted
    }

    /// The page's own title, as one line; empty if it has none.
    public let title: String
    /// The author named by the page, as one line.
    public let author: String?
    /// The publication date as written on the page: usually ISO 8601.
    public let date: String?
    /// The language tag of the page (BCP 47), as written.
    public let language: String?
    /// A fragment of plain HTML: only harmless elements, no classes or scripts, absolute addresses.
    public let html: String
    /// The pictures in the fragment, in order and with their captions, even if the fragment leaves those out.
    public let pictures: [PagePicture]
    /// Characters of text in the fragment, without white space.
    public let textLength: Int

    /// Finds the main part of a page.
    ///
    /// - Parameters:
    ///   - html: the page as text.
    ///   - url: the page's address, against which relative addresses are resolved.
    ///   - captions: the treatment of captions.
    /// - Returns: nil if the page contains no text worth reading.
    public static func extract(html: String, url: String, captions: Captions = .included) -> MainContent? {
        let bytes = SafeText.clean(html.bytes(upTo: maximumPageSize), isWellFormed: html.utf8.count <= maximumPageSize)
        return extract(safe: bytes, url: url, captions: captions)
    }

    /// Finds the main part of a page given as safe text (`SafeText.clean`).
    static func extract(page: [UInt8], url: String) -> MainContent? {
        let isShort = page.count <= maximumPageSize
        return extract(
            safe: isShort ? page : SafeText.clean(Array(page.prefix(maximumPageSize))), url: url, captions: .included)
    }

    private static func extract(safe bytes: [UInt8], url: String, captions: Captions) -> MainContent? {
        var tree = PageTree(bytes)
        var finding = ArticleFinder.find(in: tree)
        if finding.length < ArticleFinder.sufficientLength, tree.hasTemplateWithText {
            let whole = PageTree(bytes, readsTemplates: true)
            let other = ArticleFinder.find(in: whole)
            if other.length >= finding.length * 2 { (tree, finding) = (whole, other) }
        }
        let pageCaptions = PageCaptions(finding)
        if captions == .omitted { finding.removeCaptions() }
        var links = LinkTable(base: url)
        if let base = tree.metadata.base { links.setBase(base) }
        var written = Written(finding, pageCaptions, links)
        if let body = tree.metadata.linkedData.articleBody { written.replaceIfLonger(articleBody: body, links) }
        guard written.length >= minimumTextLength || finding.isWholePage(from: minimumWholePageLength) else {
            return nil
        }
        return MainContent(
            title: tree.metadata.title, author: tree.metadata.author, date: tree.metadata.date,
            language: tree.metadata.language,
            html: written.html, pictures: Array(written.pictures.prefix(maximumPictures)), textLength: written.length)
    }
}

/// A finding as HTML.
private struct Written {
    private(set) var html = ""
    private(set) var pictures: [PagePicture] = []
    /// Characters of text.
    private(set) var length = 0

    init(_ finding: ArticleFinding, _ captions: PageCaptions, _ links: LinkTable) {
        let tree = finding.remains.tree
        for root in finding.roots {
            let node = tree.nodes[root]
            var writer = FragmentWriter(
                tree.bytes, Int(node.start)..<Int(node.end), without: finding.cuts(in: root), links: links)
            writer.captions = captions
            writer.readsNoscript = tree.readsNoscript
            writer.readsTemplates = tree.readsTemplates
            html += writer.fragment()
            length += writer.textLength
            pictures += writer.pictures
        }
    }

    /// Some pages hold their full text only as data for search engines, and show part of it until a script runs.
    mutating func replaceIfLonger(articleBody: String, _ links: LinkTable) {
        let body = Array(articleBody.utf8)
        // Some templates escape the tags of the text as they would in HTML.
        let text = EscapedTags.html(body, in: body.indices) ?? body
        guard text.count(where: { !$0.isMarkupSpace && $0 & 0xC0 != 0x80 }) * 2 > length * 3 else { return }
        var source: [UInt8] = []
        if PlainText.looksLikeHTML(text) {
            source = text
        } else {
            for paragraph in articleBody.split(separator: "\n") {
                source.append(contentsOf: "<p>".utf8)
                source.append(escaped: String(paragraph))
                source.append(contentsOf: "</p>".utf8)
            }
        }
        var writer = FragmentWriter(source, source.indices, without: [], links: links)
        let fragment = writer.fragment()
        guard writer.textLength * 2 > length * 3 else { return }
        (html, length, pictures) = (fragment, writer.textLength, writer.pictures)
    }
}
