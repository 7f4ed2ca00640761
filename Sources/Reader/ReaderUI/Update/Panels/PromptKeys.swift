import Basics
import FeedModel
import Screen

// The keys of the bottom line, which edit it, accept it or cancel it.
extension State {
    mutating func type(_ key: Key) -> [Effect] {
        guard var prompt else { return [] }
        prompt.isRefused = false
        let before = prompt.text
        switch key {
        case .named(.escape), .control("c"), .control("g"): return cancelPrompt()
        case .named(.enter): return acceptIfSubjectStays(prompt)
        case .named(.tab), .named(.backTab):
            if prompt.completions.isEmpty, let path = prompt.path {
                self.prompt = prompt
                return [.completePath(path)]
            }
            complete(&prompt, by: key == .named(.tab) ? 1 : -1)
        case .named(.up), .control("p"): recall(&prompt, by: -1)
        case .named(.down), .control("n"): recall(&prompt, by: 1)
        case .named(.backspace) where prompt.characters.isEmpty: return cancelPrompt()
        // A slash after a completed folder accepts the folder, so that the next Tab looks into it.
        case .character("/") where !prompt.completions.isEmpty && prompt.text.hasSuffix("/"): break
        case .character(let character): prompt.insert(character)
        default: Self.edits[key]?(&prompt)
        }
        if !Self.completionKeys.contains(key) { prompt.completions = [] }
        self.prompt = prompt
        return prompt.text == before ? [] : showResults(ofTyping: prompt)
    }

    /// Inserts pasted text into a prompt. Without a prompt, an address becomes a feed to add; other text is ignored.
    mutating func paste(_ text: String) -> [Effect] {
        let text = text.trimmedSpaces
        if prompt == nil, let filter = panel?.filter {
            panel?.narrow(to: filter + text)
            return []
        }
        if prompt == nil {
            guard WebAddress.isHTTP(text) else {
                let (add, search) = (keymap.name(of: .add), keymap.name(of: .search))
                say("Press \(add), \(search) or \(keymap.name(of: .commandLine)) before pasting")
                return []
            }
            _ = ask(.add)
        }
        guard var prompt else { return [] }
        text.forEach { prompt.insert($0) }
        prompt.completions = []
        prompt.isRefused = false
        self.prompt = prompt
        return showResults(ofTyping: prompt)
    }

    private static let completionKeys: Set<Key> = [.named(.tab), .named(.backTab)]

    /// The keys of a line editor. Other letters with Alt do nothing, so that none of them loses the line; Alt with a
    /// control character arrives as Esc and that key.
    private static let edits: [Key: @Sendable (inout Prompt) -> Void] = [
        .named(.backspace): { $0.deleteBackward() },
        .named(.delete): { $0.deleteForward() },
        .control("d"): { $0.deleteForward() },
        .control("u"): { $0.deleteToStart() },
        .control("k"): { $0.deleteToEnd() },
        .control("w"): { $0.deleteWord() },
        .alt("d"): { $0.deleteToEndOfWord() },
        .alt("b"): { $0.moveCursor(to: $0.startOfWord) },
        .alt("f"): { $0.moveCursor(to: $0.endOfWord) },
        .named(.left): { $0.moveCursor(to: $0.cursor - 1) },
        .control("b"): { $0.moveCursor(to: $0.cursor - 1) },
        .named(.right): { $0.moveCursor(to: $0.cursor + 1) },
        .control("f"): { $0.moveCursor(to: $0.cursor + 1) },
        .named(.home): { $0.moveCursor(to: 0) },
        .control("a"): { $0.moveCursor(to: 0) },
        .named(.end): { $0.moveCursor(to: $0.characters.count) },
        .control("e"): { $0.moveCursor(to: $0.characters.count) },
    ]
}
