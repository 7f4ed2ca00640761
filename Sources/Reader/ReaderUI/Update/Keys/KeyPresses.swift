import ArticleText
import FoundationEssentials
import Screen

// Receives input, and turns keys into commands: first for the prompt and the panel, then counts and numbered links,
// then the keymap.
extension State {
    mutating func receive(_ input: Input) -> [Effect] {
        switch input {
        case .resized(let size):
            self.size = size
            wrapMessages()
            return followSelection() + fitBigPicture()
        case _ where !ColumnLayout.fits(size):
            return receiveOnSmallScreen(input)
        case .key(let key):
            messages.dismiss()
            addition.hasMovedOn = true
            // While commands wait for rows, only the keys that leave them or cancel the wait are handled.
            if prompt == nil { continuation = Continuation() }
            return press(key)
        case .mouse(let mouse):
            guard settings.usesMouse else { return [] }
            addition.hasMovedOn = true
            return point(mouse)
        case .paste(let text):
            messages.dismiss()
            return paste(text)
        }
    }

    mutating func press(_ key: Key) -> [Effect] {
        if case .alt(let character) = key, pictures.big != nil || (panel != nil && prompt == nil) {
            // No key with Alt is bound here: over a slow connection, Esc and the next key arrived together.
            return press(.named(.escape)) + press(.character(character))
        }
        if pictures.big != nil { return pressInBigPicture(key) }
        if prompt != nil || panel != nil, let effect = effectOnTerminal(of: key) {
            prompt?.isRefused = false
            return [effect]
        }
        if prompt != nil { return type(key) }
        if panel != nil { return pressInPanel(key) }
        if pending.keys.isEmpty, let effects = pressDigit(key) { return effects }
        return dispatch(key)
    }

    /// Returns the effect of Ctrl-z and Ctrl-l, which a line and a panel leave as they are; nil for other keys, and if
    /// the person has given the key another command.
    private func effectOnTerminal(of key: Key) -> Effect? {
        guard key == .control("z") || key == .control("l"), case .action(let action) = keymap.match([key], in: focus)
        else { return nil }
        return switch action.map(\.command) {
        case [.suspend]: .suspend
        case [.redraw]: .redraw
        default: nil
        }
    }

    /// Handles an input on a screen that is too small to show its effect: only the keys that leave or redraw the screen
    /// act, whatever the keymap says.
    private func receiveOnSmallScreen(_ input: Input) -> [Effect] {
        guard case .key(let key) = input else { return [] }
        switch key {
        case .character("q"), .character("Q"), .control("c"): return [.remember(memory), .quit]
        case .control("z"): return [.suspend]
        case .control("l"): return [.redraw]
        default: return []
        }
    }

    private mutating func dispatch(_ key: Key) -> [Effect] {
        if key == .named(.escape), pending.count != nil, pending.keys.isEmpty {
            pending = PendingKeys()
            return []
        }
        pending.since = nil
        if focus == .text, reading?.find != nil, let command = Self.findKeys[key] {
            return run([Invocation(command)])
        }
        let keys = pending.keys + [key]
        switch keymap.match(keys, in: focus) {
        case .prefix:
            pending.keys = keys
            pending.since = clock.now
            return []
        case .action(let action):
            pending.keys = []
            return run(action)
        case .none: return endSequence(withUnbound: key)
        }
    }

    /// Handles a key that does not complete a sequence with the keys pressed before it.
    private mutating func endSequence(withUnbound key: Key) -> [Effect] {
        let before = pending.keys
        pending.keys = []
        guard !before.isEmpty else {
            pending.count = nil
            if key != .named(.escape) { sayUnbound([key]) }
            return []
        }
        // A person who presses the prefix of macros wants one of them, whatever the prefix runs by itself.
        guard !keymap.beginsMacro(before, in: focus) else {
            pending.count = nil
            if key != .named(.escape) {
                say("No macro on \(Keymap.notation(before + [key])): \(keymap.name(of: .help)) lists the keys")
            }
            return []
        }
        // The longer sequence was not completed: run the action of its beginning, then this key on its result.
        guard case .prefix(let action?) = keymap.match(before, in: focus) else {
            pending.count = nil
            sayUnbound(before + [key])
            return []
        }
        continuation.key = key
        return run(action)
    }

    private mutating func sayUnbound(_ keys: [Key]) {
        say("\(Keymap.notation(keys)) is not bound: \(keymap.name(of: .help)) lists the keys")
    }

    /// Handles a digit. Digits before a command are its count. In the text, a number and `o` or `Enter` open the link
    /// with that number; a single digit opens its link if no key follows within the pause and no longer link number
    /// begins with it.
    private mutating func pressDigit(_ key: Key) -> [Effect]? {
        guard case .character(let character) = key, let digit = character.wholeNumberValue, character.isASCII,
            keymap.match([key], in: focus) == .none, digit > 0 || pending.count != nil
        else { return nil }
        pending.count = min((pending.count ?? 0) * 10 + digit, Self.maximumCount)
        pending.since = clock.now
        return []
    }

    /// Maximum number before a command (default 100,000).
    private static let maximumCount = 100_000

    /// Runs the keys typed so far once the time for a further key is over.
    mutating func runPendingKeys() -> [Effect] {
        guard pending.isOver(at: clock.now) else { return [] }
        pending.since = nil
        guard prompt == nil, panel == nil else { return [] }
        if !pending.keys.isEmpty {
            guard case .prefix(let action?) = keymap.match(pending.keys, in: focus) else { return [] }
            pending.keys = []
            return run(action)
        }
        guard focus == .text, let number = pending.count, number < 10, isWholeNumber(number) else { return [] }
        pending.count = nil
        return openLink(number)
    }

    /// True if no link of the text has a longer number that begins with this one. It is false while more links may
    /// still load.
    private func isWholeNumber(_ number: Int) -> Bool {
        guard let document = reading?.open.document, !document.isBeginning else { return false }
        return number * 10 > document.links.count
    }

    /// The commands of n and N while a find is shown.
    private static let findKeys: [Key: Command] = [
        .character("n"): .nextMatch, .character("N"): .previousMatch,
    ]
}
