/// The kinds of elements that matter for finding the text.
enum PageElement: UInt8, Sendable {
    case text
    case html, body, division, section, article, main, header, footer, aside, navigation
    case paragraph, heading1, heading2, heading, quote, preformatted, code
    case list, orderedList, item, definitionList, definition
    case table, row, cell, headerCell, tableCaption, tableColumn, tableGroup
    case figure, caption, picture
    case link, inline, span, breakLine, rule, address, time
    case form, fieldset, input, label
    case player, frame
    /// An element that is never shown.
    case hidden
    /// An element that is never shown and has no content.
    case metadata
    /// Unknown elements, which pages invent for parts of their layout.
    case custom

    static func of(_ name: ShortName) -> PageElement {
        byName[name] ?? .custom
    }

    var isVoid: Bool {
        switch self {
        case .breakLine, .rule, .picture, .input, .tableColumn, .metadata: true
        default: false
        }
    }

    var isHeading: Bool {
        self == .heading || self == .heading1 || self == .heading2
    }

    /// True for elements that occur within a paragraph.
    var isPhrasing: Bool {
        switch self {
        case .text, .link, .inline, .span, .code, .breakLine, .picture, .input, .label, .time, .player: true
        default: false
        }
    }

    /// True if a `div` that contains this element is not a paragraph.
    var keepsDivision: Bool {
        switch self {
        case .quote, .definitionList, .division, .picture, .orderedList, .list, .paragraph, .preformatted, .table: true
        default: false
        }
    }

    private static let byName: ShortNameTable<PageElement> = {
        let rows: [(String, PageElement)] = [
            ("html", .html), ("body", .body), ("div", .division), ("section", .section), ("article", .article),
            ("main", .main), ("header hgroup", .header), ("footer", .footer), ("aside", .aside), ("nav", .navigation),
            ("p", .paragraph), ("h1", .heading1), ("h2", .heading2), ("h3 h4 h5 h6", .heading), ("blockquote", .quote),
            ("pre listing xmp plaintext", .preformatted), ("code", .code), ("ul menu dir", .list), ("ol", .orderedList),
            ("li", .item), ("dl", .definitionList), ("dd dt", .definition), ("table", .table), ("tr", .row),
            ("td", .cell), ("th", .headerCell), ("caption", .tableCaption), ("col", .tableColumn),
            ("figure", .figure), ("figcaption", .caption), ("img image amp-img amp-anim", .picture), ("a", .link),
            (
                """
                abbr acronym b bdo bdi big cite data dfn em font i kbd mark q ruby rb rt rp s samp small strike strong sub \
                sup tt u var wbr ins del nobr center picture math
                """,
                .inline
            ),
            ("span", .span), ("br", .breakLine), ("hr", .rule), ("address", .address), ("time", .time), ("form", .form),
            ("fieldset", .fieldset), ("input", .input), ("label output", .label),
            ("video audio amp-video amp-audio amp-youtube lite-youtube object embed", .player),
            ("iframe amp-iframe", .frame), ("tbody thead tfoot colgroup", .tableGroup), ("head", .custom),
            (
                """
                script style noscript template title svg canvas noembed noframes applet map annotation annotation-xml \
                amp-ad amp-sidebar amp-embed amp-consent amp-analytics dialog option optgroup button select datalist \
                textarea progress meter
                """,
                .hidden
            ), ("link meta base source track param area bgsound frame", .metadata),
        ]
        return ShortNameTable(
            rows.flatMap { names, kind in names.split(separator: " ").map { (ShortName($0), kind) } })
    }()
}
