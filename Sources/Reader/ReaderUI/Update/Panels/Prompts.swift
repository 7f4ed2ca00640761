import FeedModel

// Opens, accepts, refuses and cancels a line of input at the bottom.
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
        case .command, .add, .readLater, .run, .tags, .note, .feed, .feedSetting, .secret, .editSearch: break
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
    mutating func acceptIfSubjectStays(_ prompt: Prompt) -> [Effect] {
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

    /// Updates the results of searches, filters and finds while the person types.
    mutating func showResults(ofTyping prompt: Prompt) -> [Effect] {
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
        case .search: return text.isEmpty ? cancelPrompt(prompt) : acceptSearch(text)
        case .find:
            let effects = text.isEmpty ? [] : find(text)
            reading?.findStart = nil
            return effects
        case .filter: return narrow(toComplete: text)
        case .rename: return rename(text)
        case .move: return moveToFolder(text)
        case .tags(let ids) where isTooLong(tags: text, of: ids): return refuse(prompt, because: Self.tagLimits)
        case .tags(let ids): return setTags(text, of: ids)
        case .note(let id): return [.setNote(id, text)]
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

    private mutating func acceptSearch(_ words: String) -> [Effect] {
        memory.searchHistory.remember(words)
        return search(words) + [.remember(memory)]
    }

    /// Keeps a line that breaks a rule, so that the person can correct it.
    mutating func refuse(_ line: Prompt, because reason: String) -> [Effect] {
        prompt = line
        prompt?.isRefused = true
        // A macro still waits for the corrected line.
        messages.add(Message.error(reason), at: clock.now)
        return []
    }

    mutating func cancelPrompt() -> [Effect] {
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
