import Markup

/// Finds where elements end whose content is of no interest.
struct Lookahead {
    /// How often in one document an end may be looked for in vain: each time costs a look at all that follows.
    private static let mostVainSearches = 8

    private var vainSearches = 0

    /// The scanner as it stands behind the end tag of the element that `tag` began, elements of the same name inside
    /// passed over; nil where there is none.
    mutating func scannerBehind(_ tag: StartTag, _ scanner: MarkupScanner) -> MarkupScanner? {
        guard vainSearches < Self.mostVainSearches else { return nil }
        var ahead = scanner
        var depth = 1
        while let token = ahead.next() {
            switch token {
            case .startTag(let inner) where ahead.bytes.sameName(inner.name, tag.name): depth += 1
            case .endTag(let name) where ahead.bytes.sameName(name, tag.name): depth -= 1
            default: break
            }
            if depth == 0 { return ahead }
        }
        vainSearches += 1
        return nil
    }
}
