import Basics
import Screen

/// The count in a list's header.
enum ListCount: Equatable {
    /// The number that the list's row in the column of feeds shows.
    case number(Int)
    /// The articles that a search found. The row of a saved search shows its unread articles, so its header shows both.
    case found(Int, unread: Int?)

    /// Returns the longest form of the count that fits, or else the shortest: a single number, which for a saved search
    /// is the one in its row.
    func text(within width: Int) -> String {
        texts.first { DisplayWidth.of($0) <= width } ?? texts[texts.count - 1]
    }

    private var texts: [String] {
        switch self {
        case .number(let count): return [Numbers.grouped(count)]
        case .found(let count, nil): return ["\(Numbers.grouped(count)) found", Numbers.grouped(count)]
        case .found(let count, let unread?):
            let (found, unread) = (Numbers.grouped(count), Numbers.grouped(unread))
            return ["\(found) found, \(unread) unread", "\(unread) of \(found)", unread]
        }
    }
}
