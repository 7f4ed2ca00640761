import FeedModel
public import Screen

// Rows of a search come when they are found. What is about them waits for them; all else goes on.
extension State {
    /// Whether an input can be acted on now. One that cannot has its turn, ahead of those behind it, when rows have come.
    public func accepts(_ input: Input) -> Bool {
        switch input {
        case .resized: true
        case .key, .paste: prompt != nil || !isSelectionAwaited(in: focus)
        case .mouse: !awaitsResults
        }
    }

    /// Whether the list will be another one, or another row be selected, as soon as something is found.
    public var awaitsResults: Bool {
        isSelectionAwaited(in: .articles)
    }

    /// Whether rows are being searched for.
    var isSearching: Bool {
        wanted != nil || (list.scope?.isSearched == true && (list.isLoading || list.isSelectionAwaited))
    }

    /// Whether it is not known yet which article commands are about. Beside the feeds no command is about one.
    private func isSelectionAwaited(in column: Column) -> Bool {
        guard wanted == nil else { return column != .feeds }
        guard list.scope?.isSearched == true else { return false }
        return list.isSelectionAwaited || list.pendingMove != 0
    }
}
