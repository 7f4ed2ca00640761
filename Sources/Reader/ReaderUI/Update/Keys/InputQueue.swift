package import Screen

// Rows of a search arrive when they are found. Input that depends on them waits; other input is handled at once, and
// leaving the list cancels the wait.
extension State {
    /// True if an input can be handled now. Otherwise it waits for rows, and so does all later input.
    func accepts(_ input: Input) -> Bool {
        switch input {
        case .resized: true
        case .key, .paste: prompt != nil || !isSelectionAwaited(in: focus) || leaves(input)
        case .mouse: !awaitsResults
        }
    }

    /// Removes the next input that can be handled, and the inputs that it cancels; nil while all of them wait.
    package func dequeueNext(of inputs: inout [Input]) -> Input? {
        guard let first = inputs.first else { return nil }
        guard !accepts(first) else { return inputs.removeFirst() }
        guard let index = inputs.indices.first(where: { cancelsEarlier(inputs[..<$0], inputs[$0]) }) else { return nil }
        defer { inputs.removeFirst(index + 1) }
        return inputs[index]
    }

    /// True if an effect only fills a neighbouring column: it runs after the frame that shows the effect of the key
    /// itself.
    package func fillsNeighbour(_ effect: Effect) -> Bool {
        switch effect {
        case .loadPage(let request): focus == .feeds && request == waiting.otherList
        case .loadArticle: focus < .text
        default: false
        }
    }

    /// True if a pending search will change the list or the selection.
    package var awaitsResults: Bool {
        isSelectionAwaited(in: .articles)
    }

    /// True while a search for rows runs.
    var isSearching: Bool {
        waiting.otherList != nil || (list.isSearched && (list.isLoading || list.isSelectionAwaited))
    }

    /// True if the article that commands apply to is not known yet. While the feeds are focused, no command applies to
    /// an article.
    func isSelectionAwaited(in column: Column) -> Bool {
        guard column != .feeds else { return false }
        guard waiting.otherList == nil else { return true }
        guard list.isSearched else { return false }
        return list.isSelectionAwaited || list.pendingMove != 0
    }

    /// Stops waiting for rows of this list; the selection stays.
    mutating func stopWaiting() {
        guard isSelectionAwaited(in: focus) else { return }
        // The cancelled request may also have been a reload of changed rows.
        waiting.needsReload = waiting.needsReload || list.isLoading
        list.cancelRowRequest()
        waiting.stopStep()
    }

    /// Stops waiting; if another list was about to be shown, restores the previous one.
    mutating func cancelWaiting() -> [Effect] {
        let isAnotherList = waiting.otherList != nil
        stopWaiting()
        guard isAnotherList else { return [] }
        return previousList == nil ? back(quitting: false) : leaveSearchPrompt()
    }

    // MARK: - Leaving

    private static let leaving: Set<Command> = [.quit, .back, .left, .cancel]

    /// Commands that only move the selection.
    private static let moves: Set<Command> = [
        .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .first, .last,
    ]

    private func leaves(_ input: Input) -> Bool {
        command(of: input).map(Self.leaving.contains) ?? false
    }

    /// True if an input cancels all inputs before it. Cancelling drops every waiting input; leaving drops them only if
    /// all of them are moves.
    private func cancelsEarlier(_ inputs: ArraySlice<Input>, _ input: Input) -> Bool {
        switch command(of: input) {
        case .cancel: true
        case .quit, .back, .left: inputs.allSatisfy { command(of: $0).map(Self.moves.contains) ?? false }
        default: false
        }
    }

    /// Returns the command that a key runs, if it runs a single one.
    private func command(of input: Input) -> Command? {
        guard case .key(let key) = input, panel == nil, pending.keys.isEmpty,
            case .action(let action) = keymap.match([key], in: focus), action.count == 1
        else { return nil }
        return action[0].command
    }
}
