import Screen

/// The positions of the columns: one below 100 screen columns, two from 100, three from 150.
struct ColumnLayout: Equatable, Sendable {
    struct Placed: Equatable, Sendable {
        var column: Column
        /// The header, its rule and the body; the rule at the bottom and the status line are below this area.
        var area: Area
    }

    let columns: [Placed]

    /// The smallest screen that the reader draws on.
    static let minimumSize = Size(columns: 40, rows: 10)

    static func fits(_ size: Size) -> Bool {
        size.columns >= minimumSize.columns && size.rows >= minimumSize.rows
    }

    init(size: Size, focus: Column, isZen: Bool, chosen: ColumnWidths) {
        let rows = max(0, size.rows - 2)
        let visible = Self.visible(width: size.columns, focus: focus, isZen: isZen)
        let widths = Self.widths(visible, total: size.columns, chosen)
        var column = 0
        var placed: [Placed] = []
        for (kind, width) in zip(visible, widths) {
            placed.append(Placed(column: kind, area: Area(row: 0, column: column, columns: width, rows: rows)))
            column += width + 1  // the rule between two columns
        }
        columns = placed
    }

    func area(of column: Column) -> Area? {
        columns.first { $0.column == column }?.area
    }

    /// Returns the area of a panel: the focused column, and as much of its neighbours as the lines of the panel need.
    func area(ofPanelOver focus: Column, width: Int) -> Area? {
        guard let focused = columns.firstIndex(where: { $0.column == focus }) else { return nil }
        var (first, last) = (focused, focused)
        while columns[last].area.endColumn - columns[first].area.column < width {
            if last + 1 < columns.count { last += 1 } else if first > 0 { first -= 1 } else { break }
        }
        let (left, right) = (columns[first].area, columns[last].area)
        let room = right.endColumn - left.column
        // A narrow panel leaves part of a one-column screen visible.
        let taken = columns.count == 1 && width < Self.minimumSize.columns ? width : room
        return Area(row: left.row, column: right.endColumn - taken, columns: taken, rows: left.size.rows)
    }

    /// Returns the part of a column below its header.
    static func body(of area: Area) -> Area {
        Area(row: area.row + 2, column: area.column, columns: area.size.columns, rows: area.size.rows - 2)
    }

    /// Widths of the screen from which two and three columns are shown.
    private static let (widthForTwo, widthForThree) = (100, 150)

    private static func visible(width: Int, focus: Column, isZen: Bool) -> [Column] {
        switch width {
        case _ where isZen: [focus]
        case ..<widthForTwo: [focus]
        case ..<widthForThree: focus == .feeds ? [.feeds, .articles] : [.articles, .text]
        default: [.feeds, .articles, .text]
        }
    }

    private static let feedsOfTwo = WidthShare(percent: 36, limits: 34...44)
    private static let articlesOfTwo = WidthShare(percent: 39, limits: 38...56)
    private static let feedsOfThree = WidthShare(percent: 20, limits: 30...48)
    private static let articlesOfThree = WidthShare(percent: 34, limits: 44...110)

    private static func widths(_ visible: [Column], total: Int, _ chosen: ColumnWidths) -> [Int] {
        switch visible {
        case [.feeds, .articles]:
            let feeds = chosen.feeds(of: total - 1, else: feedsOfTwo.columns(of: total))
            return [feeds, total - feeds - 1]
        case [.articles, .text]:
            let articles = chosen.articles(of: total - 1, else: articlesOfTwo.columns(of: total))
            return [articles, total - articles - 1]
        case [.feeds, .articles, .text]:
            // Leave room next to the feeds for two columns of the minimum width.
            let beside = ColumnWidths.minimumArticleWidth + 2
            let feeds = chosen.feeds(of: total - beside, else: feedsOfThree.columns(of: total))
            let room = total - feeds - 2
            let articles = chosen.articles(of: room, else: articlesOfThree.columns(of: total))
            let fitting = min(articles, room - ColumnWidths.minimumRemainingWidth)
            return [feeds, fitting, room - fitting]
        default:
            return [total]
        }
    }
}

/// The width of a column that the person did not choose: a share of the screen.
private struct WidthShare {
    let percent: Int
    let limits: ClosedRange<Int>

    func columns(of total: Int) -> Int {
        min(max(total * percent / 100, limits.lowerBound), limits.upperBound)
    }
}

/// The position of text in its column: centred, at a readable width.
struct TextColumn {
    let left: Int
    let width: Int

    init(columnWidth: Int, limit: Int) {
        let side = columnWidth >= 56 ? 3 : 1
        width = min(limit, max(8, columnWidth - 2 * side))
        left = (columnWidth - width) / 2
    }
}
