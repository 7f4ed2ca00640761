/// An element as allowed in a fragment that other programs open: its plain name and the relevant attributes.
struct SafeElement {
    let name: ShortName
    let attributes: [StaticString]

    /// Nil for elements that leave only their text.
    init?(_ name: ShortName, _ role: ElementRole) {
        switch role {
        case .hidden, .control, .base, .formula, .media, .picture: return nil
        // Without their classes all `div` elements are alike.
        case .block: self.name = Self.kept.contains(name) ? name : "div"
        case .preformatted: self.name = "pre"
        default: self.name = name
        }
        attributes =
            switch role {
            case .list(isOrdered: true): ["start", "type", "reversed"]
            case .item: ["value"]
            case .cell: ["colspan", "rowspan"]
            case .abbreviation: ["title"]
            default: []
            }
    }

    private static let kept: Set<ShortName> = ["p", "figure", "details", "address"]
}
