/// The reader's action for an element. For elements that are not in the table it reads only the text.
enum ElementRole: Equatable, Sendable {
    /// Starts and ends a line, without further meaning.
    case block
    case heading(Int)
    case quote
    case preformatted
    case list(isOrdered: Bool)
    case item
    case definitionList
    case term
    case definition
    case figureCaption
    case summary
    case table
    /// A row, or a group of rows.
    case row
    case cell(isHeader: Bool)
    case tableCaption

    case style(Run.Style)
    /// Inserted text, in the style of the surrounding text.
    case insertion
    case quotation
    case abbreviation
    case ruby
    case rubyText
    case anchor

    case lineBreak
    case rule
    case picture
    /// Media that a terminal cannot play, shown as a link; the associated text names the kind.
    case media(String)
    case control
    case base
    case formula
    /// Its content is never shown.
    case hidden

    /// Returns the role of the element `name`, or nil if it has none.
    static func role(of name: ShortName) -> ElementRole? {
        roles[name]
    }

    /// True if the element has no content and no end tag.
    var isVoid: Bool {
        switch self {
        case .lineBreak, .rule, .picture, .control, .base: true
        default: false
        }
    }

    var isHeading: Bool {
        if case .heading = self { true } else { false }
    }

    /// True if the element takes whole lines and so cannot be inside a heading.
    var isBlockLevel: Bool {
        switch self {
        case .block, .heading, .quote, .preformatted, .list, .item, .definitionList, .term, .definition, .figureCaption,
            .summary, .table, .row, .cell, .tableCaption, .rule:
            true
        default: false
        }
    }

    private static let roles = ShortNameTable(
        elements.flatMap { names, role in names.split(separator: " ").map { (ShortName($0), role) } })

    private static let elements: [(names: String, role: ElementRole)] = [
        ("p div section article main header footer aside nav address figure details", .block),
        ("body html center form fieldset legend hgroup dialog dir menuitem frameset search", .block),
        ("h1", .heading(1)),
        ("h2", .heading(2)),
        ("h3", .heading(3)),
        ("h4", .heading(4)),
        ("h5", .heading(5)),
        ("h6", .heading(6)),
        ("blockquote", .quote),
        ("pre listing xmp plaintext", .preformatted),
        ("ul menu", .list(isOrdered: false)),
        ("ol", .list(isOrdered: true)),
        ("li", .item),
        ("dl", .definitionList),
        ("dt", .term),
        ("dd", .definition),
        ("figcaption", .figureCaption),
        ("summary", .summary),
        ("table", .table),
        ("tr thead tbody tfoot", .row),
        ("td", .cell(isHeader: false)),
        ("th", .cell(isHeader: true)),
        ("caption", .tableCaption),

        ("em i cite dfn var", .style(.emphasis)),
        ("strong b", .style(.strong)),
        ("code kbd samp tt", .style(.code)),
        ("del s strike", .style(.strikethrough)),
        ("ins", .insertion),
        ("mark", .style(.mark)),
        ("sup", .style(.raised)),
        ("sub", .style(.lowered)),
        ("q", .quotation),
        ("abbr acronym", .abbreviation),
        ("ruby rb", .ruby),
        ("rt", .rubyText),
        ("a", .anchor),

        ("br", .lineBreak),
        ("hr", .rule),
        ("img image amp-img amp-anim", .picture),
        ("video amp-video amp-youtube lite-youtube", .media("video")),
        ("audio amp-audio", .media("audio")),
        ("iframe amp-iframe", .media("page")),
        ("embed object", .media("object")),
        ("input", .control),
        ("base", .base),
        ("math", .formula),
        ("script style noscript template title svg canvas noembed noframes applet annotation annotation-xml", .hidden),
        ("amp-ad amp-sidebar amp-embed amp-consent amp-analytics", .hidden),
        ("button select textarea datalist optgroup option rp map progress meter", .hidden),
    ]
}

extension Run.Style {
    /// Superscript text, which becomes raised characters, never a style of the document.
    static let raised = Run.Style(rawValue: 1 << 5)
    /// Subscript text, which becomes lowered characters, never a style of the document.
    static let lowered = Run.Style(rawValue: 1 << 6)
}
