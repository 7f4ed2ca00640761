import Screen

/// The commands of a macro that have not run yet, then a key. Each follows once the effects of the one before it have
/// been performed.
struct Continuation: Equatable, Sendable {
    var commands: [Invocation] = []
    /// The count typed before the macro's key.
    var count: Int?
    /// The key that ended a longer sequence whose beginning runs an action.
    var key: Key?

    /// Adds the commands of another macro in front.
    mutating func begin(_ others: ArraySlice<Invocation>, count: Int?) {
        commands.insert(contentsOf: others, at: 0)
        self.count = count
    }
}

extension State {
    /// True if the next command of a macro can run now, or the next key. Like a typed key, a command waits for the rows
    /// that the previous command searches for; it also waits until a prompt is closed.
    package var canContinue: Bool {
        guard continuation.commands.isEmpty else { return prompt == nil && !isSelectionAwaited(in: focus) }
        return continuation.key.map { accepts(.key($0)) } ?? false
    }

    mutating func continueRunning() -> [Effect] {
        guard continuation.commands.isEmpty else {
            let next = continuation.commands.removeFirst()
            return run(next, count: continuation.count)
        }
        guard let key = continuation.key else { return [] }
        continuation.key = nil
        return press(key)
    }

    /// Leaves out the commands of a macro that have not run.
    mutating func endMacro() {
        continuation.commands = []
    }
}
