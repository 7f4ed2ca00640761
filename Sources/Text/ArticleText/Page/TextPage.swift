import Markup

extension MainContent {
    /// Returns all of a page of plain text or Markdown. Plain text keeps its line breaks, and empty lines separate its
    /// paragraphs.
    ///
    /// - Parameters:
    ///   - text: the page; only its first 4 MB are read.
    ///   - url: the page's address, against which the relative addresses of Markdown are resolved.
    ///   - isMarkdown: true for Markdown, which looks too much like source code in plain text to be recognised.
    /// - Returns: nil if the page is blank.
    public static func extract(text: String, url: String, isMarkdown: Bool = false) -> MainContent? {
        let bytes = SafeText.clean(text.bytes(upTo: DocumentBuilder.maximumInputLength))
        let safe = String(decoding: bytes, as: UTF8.self)
        let source = Array((isMarkdown ? Markdown.html(safe) : TextReader.html(of: safe)).utf8)
        var writer = FragmentWriter(source, source.indices, without: [], links: LinkTable(base: url))
        let html = writer.fragment()
        guard writer.textLength > 0 else { return nil }
        return MainContent(
            title: "", author: nil, date: nil, language: nil, html: html, pictures: writer.pictures,
            textLength: writer.textLength)
    }
}
