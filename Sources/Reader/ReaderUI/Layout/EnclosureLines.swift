package import ArticleText
import Basics
package import FeedModel

/// The enclosures listed below an article's text: those that the text does not show itself.
package struct EnclosureList: Equatable, Sendable {
    package let shown: [Enclosure]
    /// The number of enclosures that are not listed.
    package let moreCount: Int

    /// Largest number of enclosures listed.
    package static let limit = 5

    package init(_ enclosures: [Enclosure], below document: Document) {
        let pictures = Set(document.links.lazy.filter(\.isPicture).map { Self.file(of: $0.url) })
        let left = enclosures.filter { !pictures.contains(Self.file(of: $0.url)) }
        shown = Array(left.prefix(Self.limit))
        moreCount = left.count - shown.count
    }

    /// Returns the address without its query: the sizes of one picture differ only in the query.
    private static func file(of url: String) -> Substring {
        let address = url.prefix { $0 != "?" && $0 != "#" }
        return address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    }

    /// Returns the lines below a text, with the key that opens an enclosure.
    func lines(width: Int, key: String, dot: String, ellipsis: String) -> [TextLayout.Line] {
        guard !shown.isEmpty else { return [] }
        let texts = shown.map { "\(key)  " + ArticleHeader.description(of: $0, dot: dot) }
        let more = moreCount > 0 ? ["\(ellipsis) \(Numbers.grouped(moreCount)) more (\(key))"] : []
        return [TextLayout.Line()]
            + texts.flatMap { ArticleHeader.wrapped($0, .accent, width) }
            + more.flatMap { ArticleHeader.wrapped($0, .dim, width) }
    }
}
