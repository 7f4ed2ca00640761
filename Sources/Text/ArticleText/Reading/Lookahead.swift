import Markup

/// Finds the ends of elements whose content is not needed.
struct Lookahead {
    /// Maximum number of failed searches for an end in one document: each of them reads the whole rest.
    private static let maximumFailedSearches = 3

    private var failedSearches = 0

    /// Returns the scanner after the end tag of the element that `tag` began, past nested elements of the same name;
    /// nil if there is no end tag.
    mutating func scannerAfter(_ tag: StartTag, _ scanner: MarkupScanner) -> MarkupScanner? {
        guard failedSearches < Self.maximumFailedSearches else { return nil }
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
        failedSearches += 1
        return nil
    }
}
