import Basics
import Screen

/// The count in the head of a list.
enum ListCount: Equatable {
    /// The number of its row among the feeds.
    case number(Int)
    /// The articles that a search found. The row of a saved search shows the unread ones, so its head shows both.
    case found(Int, unread: Int?)

    /// Returns the longest of the count's texts that fits; at least a number, for a saved search that of its row.
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
