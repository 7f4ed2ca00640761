import Markup

/// What a web page is about: the article without the navigation, the adverts and the comments around it.
public struct MainContent: Equatable, Sendable {
    /// Longer pages are read as far as this (in bytes).
    static let longestPage = 8 << 20
    /// Less prose than this (in bytes) is looked for once more, without trust in the classes of the page's parts.
    private static let littleProse = 250
    /// Shorter texts (in characters) are error messages and the like.
    private static let shortestText = 60

    /// The page's own title, as one line; empty where it has none.
    public let title: String
    /// A fragment of plain HTML: harmless elements only, without classes and scripts, addresses absolute.
    public let html: String
    /// How much text the fragment holds: its characters, white space left out.
    public let textLength: Int

    /// The main part of the page `html` that was found at `url`; nil where it has none worth reading. Takes time linear
    /// in the page's length, whatever it holds.
    public static func extract(html: String, url: String) -> MainContent? {
        let bytes = SafeText.clean(html.bytes(upTo: longestPage))
        let outline = PageOutline(bytes)
        let trusting = MainPart(outline, trustsHints: true)
        let part = trusting.score >= littleProse ? trusting : richer(trusting, MainPart(outline, trustsHints: false))
        let title = outline.facts.title
        var links = LinkTable(base: url)
        if let base = outline.facts.base { links.setBase(base) }
        let place = outline.parts[part.index]
        let cuts = FragmentCuts(outline, part: part).ranges(title: title, bytes)
        var writer = FragmentWriter(bytes, place.start..<place.end, without: cuts, links: links)
        let fragment = writer.fragment()
        guard writer.textLength >= shortestText else { return nil }
        return MainContent(title: title, html: fragment, textLength: writer.textLength)
    }

    private static func richer(_ trusting: MainPart, _ wary: MainPart) -> MainPart {
        wary.score > trusting.score * 2 ? wary : trusting
    }
}
