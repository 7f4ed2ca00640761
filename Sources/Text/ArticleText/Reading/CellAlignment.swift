import Markup

/// Decides which columns of a table are right-aligned: those with more right-aligned cells than others.
struct CellAlignment {
    /// The number of right-aligned cells minus the number of the others, by column.
    private var balance: [Int: Int] = [:]

    mutating func note(isRight: Bool, in column: Int) {
        balance[column, default: 0] += isRight ? 1 : -1
    }

    var rightColumns: Set<Int> {
        Set(balance.filter { $0.value > 0 }.keys)
    }
}

extension MarkupScanner {
    /// True if a cell, or the cells of a row, are right-aligned: `align="right"`, `style="text-align:right"`, or
    /// WordPress's `data-align="right"`; nil if the tag names no side.
    func isAlignedRight(_ tag: StartTag) -> Bool? {
        guard !tag.attributes.isEmpty else { return nil }
        var isRight: Bool?
        for attribute in attributes(of: tag) {
            if aligns("right", attribute) { return true }
            if Self.otherSides.contains(where: { aligns($0, attribute) }) { isRight = false }
        }
        return isRight
    }

    private static let otherSides: [StaticString] = ["left", "center", "justify", "start"]

    private func aligns(_ side: StaticString, _ attribute: Attribute) -> Bool {
        switch attribute.name.count {
        case 5 where isNamed("align", attribute), 10 where isNamed("data-align", attribute):
            return hasValue(side, attribute)
        case 5: return isNamed("style", attribute) && declares("text-align", side, in: attribute.value)
        default: return false
        }
    }
}
