import Basics
import FeedModel
import Screen

// Input on the bottom line.
extension State {
    /// Opens a prompt, unless its kind needs a feed or an article and none is selected.
    ///
    /// - Parameter text: the initial text; nil means the kind's default.
    mutating func ask(_ kind: Prompt.Kind, text: String? = nil) -> [Effect] {
        var effects: [Effect] = []
        switch kind {
        case .pipe, .save:
            guard currentArticle != nil else { return sayNoArticle() }
        case .move where sidebar.overview.feeds.isEmpty && !moveOffers.isEmpty: return offerMove()
        case .rename where selectedFolder != nil || selectedSearch != nil: break
        case .rename, .move:
            guard currentSubscription.flatMap(sidebar.feed) != nil else { return sayNoFeed() }
        case .find:
            guard reading != nil else { return sayNoArticle() }
            reading?.beginFind()
        case .saveSearch:
            guard shownSearch != nil else { return sayNoSearch() }
        case .search, .filter:
            // The filter applies to the selected list, which may not be visible.
            if kind == .filter, focus == .feeds, let scope = sidebar.selected?.scope { effects = show(scope) }
            previousList = kind == .filter ? listToNarrow : currentList
        case .command, .add, .readLater, .run, .tags, .feed, .feedSetting, .secret, .editSearch: break
        }
        if kind.isAboutSelection { keepSelectedRow() }
        var line = Prompt(kind, text: text ?? initialText(kind))
        if kind.isAboutSelection, !kind.keepsArticles { line.subject = selectedSubject }
        prompt = line
        return effects
    }

    private var selectedSubject: Prompt.Subject? {
        guard focus == .feeds else { return currentArticle.map(Prompt.Subject.article) }
        return sidebar.selected?.scope.map(Prompt.Subject.row)
    }

    /// Runs a line, unless another row is selected than when the line was opened: another process may have deleted
    /// that row. Then the person decides if the line applies to the new one.
    private mutating func acceptIfSubjectStays(_ prompt: Prompt) -> [Effect] {
        guard let subject = prompt.subject, subject != selectedSubject else { return accept(prompt) }
        var line = prompt
        line.subject = selectedSubject
        return refuse(line, because: "The selected row is gone; Enter applies this to the new one")
    }

    /// Keeps the selected article in the list while a line or a panel is about it or its feed: a mark made elsewhere
    /// must not select another article, to which the line would apply.
    mutating func keepSelectedRow() {
        if focus == .articles, let id = list.selected?.id { list.kept.insert(id) }
    }

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

    /// Updates the results of searches, filters and finds while the person types.
    private mutating func showResults(ofTyping prompt: Prompt) -> [Effect] {
        switch prompt.kind {
        case .search: return showResults(of: prompt.text)
        case .filter: return narrow(to: prompt.text)
        case .feed(let row): return previewFeed(prompt.text, before: row)
        case .find:
            reading?.returnToFindStart()
            if !prompt.text.isEmpty { reading?.look(for: prompt.text) }
            scrollText(by: 0)
            return []
        default: return []
        }
    }

    private mutating func accept(_ prompt: Prompt) -> [Effect] {
        self.prompt = nil
        let text = prompt.text.trimmedSpaces
        let invocation = text.isEmpty ? nil : prompt.kind.command.map { Invocation($0, text) }
        if let invocation { rememberCommand(invocation.line) }
        switch prompt.kind {
        // Like Esc, an empty line that asks for nothing leaves out the rest of a macro.
        case .command: return text.isEmpty ? cancelPrompt(prompt) : runLine(text)
        case .search:
            guard !text.isEmpty else { return cancelPrompt(prompt) }
            memory.searchHistory.remember(text)
            return search(text) + [.remember(memory)]
        case .find:
            let effects = text.isEmpty ? [] : find(text)
            reading?.findStart = nil
            return effects
        case .filter: return narrow(toComplete: text)
        case .rename: return rename(text)
        case .move: return moveToFolder(text)
        case .tags where OwnTag.isTooLong(text): return refuse(prompt, because: Self.tagLimits)
        case .tags(let ids): return setTags(text, of: ids)
        case .feed where text.isEmpty: return cancelPrompt(prompt)
        case .feed: return goToFeed(named: prompt.text, typedIn: prompt)
        case .feedSetting(let name): return changeSetting(name, to: text)
        // Spaces may be part of a password.
        case .secret(let form): return addAccount(form, secret: prompt.text)
        case .saveSearch where text.isEmpty:
            guard let query = shownSearch else { return [] }
            return keepSearch(named: query)
        case .add, .readLater, .pipe, .run, .save, .saveSearch, .editSearch:
            return invocation.map { run([$0]) } ?? cancelPrompt(prompt)
        }
    }

    /// Keeps a line that breaks a rule, so that the person can correct it.
    mutating func refuse(_ line: Prompt, because reason: String) -> [Effect] {
        prompt = line
        prompt?.isRefused = true
        // A macro still waits for the corrected line.
        messages.add(Message.error(reason), at: clock.now)
        return []
    }

    private mutating func cancelPrompt() -> [Effect] {
        guard let prompt else { return [] }
        self.prompt = nil
        return cancelPrompt(prompt)
    }

    private mutating func cancelPrompt(_ prompt: Prompt) -> [Effect] {
        continuation = Continuation()
        switch prompt.kind {
        case .search: return leaveSearchPrompt()
        case .filter: return narrow(to: "")
        case .feed(let row): return previewFeed("", before: row)
        case .find:
            reading?.returnToFindStart()
            reading?.findStart = nil
            scrollText(by: 0)
            return []
        case .feedSetting:
            closePanelOfDeletedFeed()
            return []
        default: return []
        }
    }

    /// Runs a line typed after `:`.
    private mutating func runLine(_ line: String) -> [Effect] {
        rememberCommand(line)
        if let number = Int(line, within: 0...1_000_000_000) { return goToRow(number) }
        let plain = line.hasSuffix("!") ? String(line.dropLast()) : line
        guard let invocation = Invocation(line: Self.aliases[plain] ?? line) else {
            let name = line.split(separator: " ").first.map(String.init) ?? line
            let guess = Command.nearest(to: name).map(Self.question) ?? ""
            say("No command “\(name)”\(guess); \(keymap.name(of: .help)) lists all", .error)
            return []
        }
        if let problem = invocation.problem {
            say(problem, .error)
            return []
        }
        return run([invocation])
    }

    /// Remembers a line without the user and password of an address: the history is stored, and the arrow keys show it.
    private mutating func rememberCommand(_ line: String) {
        guard let invocation = Invocation(line: line), let argument = invocation.argument,
            invocation.command == .add || invocation.command == .readLater
        else { return memory.commandHistory.remember(line) }
        let address = argument.prefix { $0 != " " }
        let shown = "\(ShownAddress.ofTyped(String(address)))\(argument.dropFirst(address.count))"
        memory.commandHistory.remember(Invocation(invocation.command, shown).line)
    }

    /// Returns ` (did you mean “search”?)` if a known name is spelled similarly, otherwise an empty string.
    static func guess(_ name: String, _ known: [String]) -> String {
        Suggestion.nearest(to: name, among: known).map(question) ?? ""
    }

    private static func question(_ name: String) -> String { " (did you mean “\(name)”?)" }

    /// Names that vi users type, often with a `!` after them.
    private static let aliases = [
        "q": "quit", "quit": "quit", "qa": "quit", "wq": "quit", "x": "quit", "h": "help", "source": "reload-config",
    ]

    mutating func goToRow(_ number: Int) -> [Effect] {
        let effects = jump(toEnd: false)
        let distance = max(0, number - 1)
        guard focus == .articles, list.requestedPage == .start, list.isSelectionAwaited else {
            return effects + move(by: distance)
        }
        // The first rows are being fetched, and the move starts from them.
        list.isHeld = true
        list.pendingMove = distance
        return effects
    }

    private func initialText(_ kind: Prompt.Kind) -> String {
        switch kind {
        case .rename:
            selectedFolder?.last ?? selectedSearch?.name ?? currentSubscription.flatMap { sidebar.feed($0)?.title }
                ?? ""
        case .move: currentSubscription.flatMap { sidebar.feed($0)?.folder.joined(separator: "/") } ?? ""
        case .filter: list.filter ?? ""
        case .editSearch: selectedSearch?.query ?? ""
        case .save: FileName.suggestion(for: currentTitle)
        default: ""
        }
    }

    private var currentTitle: String {
        let opened = reading.flatMap { $0.id == currentArticle ? $0.open.article.item.title : nil }
        return opened ?? list.rows.first { $0.id == currentArticle }?.title ?? ""
    }
}

extension [String] {
    /// Appends a line to a history and removes its earlier copy.
    fileprivate mutating func remember(_ line: String) {
        removeAll { $0 == line }
        append(line)
        if count > 100 { removeFirst(count - 100) }
    }
}
