import Markup

/// Decides which columns of a table end at their right edge: those with more right-aligned cells than others.
struct CellAlignment {
    /// Right-aligned cells less the others, by column.
    private var balance: [Int: Int] = [:]

    mutating func note(isRight: Bool, in column: Int) {
        balance[column, default: 0] += isRight ? 1 : -1
    }

    var rightColumns: Set<Int> {
        Set(balance.filter { $0.value > 0 }.keys)
    }
}

extension MarkupScanner {
    /// True if a cell's text ends at the right edge: `align="right"` or `style="text-align:right"`.
    func isAlignedRight(_ tag: StartTag) -> Bool {
        guard !tag.attributes.isEmpty else { return false }
        return attributes(of: tag).contains { attribute in
            guard attribute.name.count == 5 else { return false }
            if isNamed("align", attribute) { return hasValue("right", attribute) }
            return isNamed("style", attribute) && declares("text-align", "right", in: attribute.value)
        }
    }
}
