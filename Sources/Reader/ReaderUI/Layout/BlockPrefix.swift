import ArticleText
import Screen

/// The text before the lines of a block: the bars of quotations and the markers of list items.
struct BlockPrefix {
    var first: [TextLayout.Span] = []
    var rest: [TextLayout.Span] = []
    var width = 0

    /// Omits containers beyond half of the width, to leave room for text.
    init(_ containers: [Block.Container], width limit: Int, glyphs: Glyphs) {
        for (depth, container) in containers.enumerated() {
            let indent = limit >= 40 && depth == containers.firstIndex { $0 != .quote } ? "  " : ""
            let (first, rest) = Self.text(of: container, indent: indent, glyphs: glyphs)
            let own = DisplayWidth.of(first)
            guard width + own <= limit / 2 else { return }
            width += own
            let role: Role = container == .quote ? .quote : .text
            self.first.append(TextLayout.Span(first, role))
            self.rest.append(TextLayout.Span(rest, role))
        }
    }

    private static func text(
        of container: Block.Container, indent: String, glyphs: Glyphs
    ) -> (first: String, rest: String) {
        switch container {
        case .quote:
            return (glyphs.quote + " ", glyphs.quote + " ")
        case .listItem(let marker, let begins):
            let full = indent + (marker == "•" ? glyphs.bullet : marker) + " "
            let hang = String(repeating: " ", count: DisplayWidth.of(full))
            return (begins ? full : hang, hang)
        }
    }
}
