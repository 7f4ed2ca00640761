import Screen

// From keys to commands: prompt and panel first, then counts and numbered links, then the keymap.
extension State {
    mutating func press(_ key: Key) -> [Effect] {
        if bigPicture != nil { return pressInBigPicture(key) }
        if prompt != nil { return type(key) }
        if panel != nil { return pressInPanel(key) }
        if pending.keys.isEmpty, let effects = pressDigit(key) { return effects }
        return dispatch(key)
    }

    private mutating func dispatch(_ key: Key) -> [Effect] {
        if focus == .text, reading?.find != nil, let command = Self.findKeys[key] {
            return run([Invocation(command)])
        }
        let keys = pending.keys + [key]
        switch keymap.match(keys) {
        case .prefix:
            pending.keys = keys
            return []
        case .action(let action):
            pending.keys = []
            return run(action)
        case .none:
            let before = pending.keys
            pending.keys = []
            guard !before.isEmpty else {
                pending.count = nil
                if key != .named(.escape) { say("\(key.notation) does nothing; ? shows the keys") }
                return []
            }
            // The longer sequence did not come: what its beginning means by itself runs, then this key.
            guard case .prefix(let action?) = keymap.match(before) else {
                pending.count = nil
                say("\(keys.map(\.notation).joined(separator: " ")) does nothing; ? shows the keys")
                return []
            }
            return run(action) + press(key)
        }
    }

    /// Digits are links in the text and counts in the lists.
    private mutating func pressDigit(_ key: Key) -> [Effect]? {
        guard case .character(let character) = key, let digit = character.wholeNumberValue, character.isASCII,
            keymap.match([key]) == .none
        else { return nil }
        if focus == .text, pending.count == nil {
            return digit > 0 ? openLink(digit) : []
        }
        guard digit > 0 || pending.count != nil else { return nil }
        pending.count = min((pending.count ?? 0) * 10 + digit, 100_000)
        return []
    }

    /// What n and N do while a find is shown.
    private static let findKeys: [Key: Command] = [
        .character("n"): .nextMatch, .character("N"): .previousMatch,
    ]
}
