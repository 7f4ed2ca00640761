import FeedModel
package import Screen

// Rows of a search come when they are found. What is about them waits for them; all else goes on, and who leaves waits for
// nothing.
extension State {
    /// Whether an input can be acted on now. One that cannot has its turn, ahead of those behind it, when rows have come.
    package func accepts(_ input: Input) -> Bool {
        switch input {
        case .resized: true
        case .key, .paste: prompt != nil || !isSelectionAwaited(in: focus) || leaves(input)
        case .mouse: !awaitsResults
        }
    }

    /// Takes the next input that can be acted on out of what was typed, and with it what it makes vain; nil while all has to
    /// wait.
    package func takeNext(of inputs: inout [Input]) -> Input? {
        guard let first = inputs.first else { return nil }
        guard !accepts(first) else { return inputs.removeFirst() }
        guard let index = inputs.indices.first(where: { makesVain(inputs[..<$0], inputs[$0]) }) else { return nil }
        defer { inputs.removeFirst(index + 1) }
        return inputs[index]
    }

    /// Whether an effect only fills a column beside the one that keys go to: the screen shows first what the key itself did.
    package func isAside(_ effect: Effect) -> Bool {
        switch effect {
        case .loadPage(let request): focus == .feeds && request == waiting.otherList
        case .loadArticle: focus < .text
        default: false
        }
    }

    /// Whether the list will be another one, or another row be selected, as soon as something is found.
    package var awaitsResults: Bool {
        isSelectionAwaited(in: .articles)
    }

    /// Whether rows are being searched for.
    var isSearching: Bool {
        waiting.otherList != nil || (list.scope?.isSearched == true && (list.isLoading || list.isSelectionAwaited))
    }

    /// Whether it is not known yet which article commands are about. Beside the feeds no command is about one.
    func isSelectionAwaited(in column: Column) -> Bool {
        guard column != .feeds else { return false }
        guard waiting.otherList == nil else { return true }
        guard list.scope?.isSearched == true else { return false }
        return list.isSelectionAwaited || list.pendingMove != 0
    }

    /// Rows of this list that are being searched for are not waited for any more: the selection stays where it is.
    mutating func stopWaiting() {
        guard isSelectionAwaited(in: focus) else { return }
        // What was asked for may have been news as well.
        waiting.needsReload = waiting.needsReload || list.isLoading
        list.giveUpRows()
        waiting.stopLookingForUnread()
    }

    /// The same, and where another list was to be shown, back to what there was before.
    mutating func giveUpWaiting() -> [Effect] {
        let isAnotherList = waiting.otherList != nil
        stopWaiting()
        guard isAnotherList else { return [] }
        return listBefore == nil ? back(quitting: false) : leaveSearchPrompt()
    }

    // MARK: - Leaving

    private static let leaving: Set<Command> = [.quit, .back, .left, .cancel]

    /// What only selects another row.
    private static let moves: Set<Command> = [
        .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .first, .last,
    ]

    private func leaves(_ input: Input) -> Bool {
        command(of: input).map(Self.leaving.contains) ?? false
    }

    /// Whether an input leaves what all those before it were about. Who gives up takes back what was typed and has not been
    /// done; who goes on to somewhere else, only moves.
    private func makesVain(_ inputs: ArraySlice<Input>, _ input: Input) -> Bool {
        switch command(of: input) {
        case .cancel: true
        case .quit, .back, .left: inputs.allSatisfy { command(of: $0).map(Self.moves.contains) ?? false }
        default: false
        }
    }

    /// What a key runs, where that is a single command.
    private func command(of input: Input) -> Command? {
        guard case .key(let key) = input, panel == nil, pending.keys.isEmpty,
            case .action(let action) = keymap.match([key], in: focus), action.count == 1
        else { return nil }
        return action[0].command
    }
}
