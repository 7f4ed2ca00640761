import FeedModel

// Runs the commands of keys, of macros and of the command line.
extension State {
    mutating func run(_ action: Keymap.Action) -> [Effect] {
        let count = pending.count
        pending.count = nil
        if count != nil, let first = action.first?.command, first != .cancel,
            !action.contains(where: { takesCount($0.command) })
        {
            var remark = Message("\(keymap.name(of: first)) takes no count")
            remark.topic = .key
            messages.add(remark, at: clock.now)
        }
        guard let first = action.first else { return [] }
        if action.count > 1 { continuation.begin(action.dropFirst(), count: count) }
        return run(first, count: count)
    }

    /// Runs a command; if its argument is missing, prompts for it on the bottom line.
    mutating func run(_ invocation: Invocation, count: Int?) -> [Effect] {
        if focus == .text, let count, Self.linkCommands.contains(invocation.command) { return openLink(count) }
        if list.scope == .guide, focus != .feeds, invocation.argument == nil,
            Self.originCommands.contains(invocation.command)
        {
            say("The guide has no feed and no page")
            return []
        }
        return perform(invocation, count: count)
    }

    /// A row for each command, in the order of `CommandTable`: the function that runs it.
    private mutating func perform(_ invocation: Invocation, count: Int?) -> [Effect] {
        let argument = invocation.argument
        let times = count ?? 1
        switch invocation.command {
        // MARK: Moving

        case .down: return move(by: times)
        case .up: return move(by: -times)
        case .open: return open()
        case .back: return back(quitting: true)
        case .left: return back(quitting: false)
        case .quit: return [.remember(memory), .quit]
        case .advance: return advance()
        case .pageDown: return page(by: times)
        case .pageUp: return page(by: -times)
        case .halfPageDown: return move(by: max(1, height(of: focus) / 2) * times)
        case .halfPageUp: return move(by: -max(1, height(of: focus) / 2) * times)
        case .first: return jump(toEnd: false)
        case .last: return count.map { goToRow($0) } ?? jump(toEnd: true)
        case .nextColumn: return shiftFocus(by: 1)
        case .previousColumn: return shiftFocus(by: -1)
        case .nextUnread: return findUnread(.forward, count: times)
        case .previousUnread: return findUnread(.backward, count: times)
        case .randomUnread: return findRandomUnread()
        case .nextArticle: return stepArticle(by: times)
        case .previousArticle: return stepArticle(by: -times)
        case .nextFeed: return stepFeed(by: times)
        case .previousFeed: return stepFeed(by: -times)
        case .goToFeed: return argument.map { goToFeed(named: $0) } ?? goToFeed()
        case .fold: return toggleFold()
        case .foldAll: return foldAll()
        case .zen: return toggleZen()
        case .narrower: return widen(times: -times)
        case .wider: return widen(times: times)

        // MARK: Reading

        case .browser: return openInBrowser()
        case .openLink: return openLink(argument ?? "\(times)")
        case .links: return showLinks()
        case .copy: return copyAddress()
        case .readLater: return argument.map { readLater($0) } ?? readLaterLink(count)
        case .comments: return openComments(as: argument.flatMap(CommentsForm.init(rawValue:)))
        case .fullText: return toggleFullText()
        case .changes: return toggleChanges()
        case .sameStory: return showCopies()
        case .enclosures: return showEnclosures()
        case .loadPictures: return loadPictures()
        case .bigPicture: return showBigPicture()
        case .pipe: return argument.map { pipe($0) } ?? ask(.pipe)
        case .bookmark: return currentArticle.map { [.bookmark($0)] } ?? sayNoArticle()
        case .run: return argument.map { runProgram($0) } ?? ask(.run)
        case .save:
            if argument == nil, invocation.replacesFile { return ask(.command, text: invocation.line + " ") }
            return argument.map { save($0, replaces: invocation.replacesFile) } ?? ask(.save)

        // MARK: Finding

        case .search: return argument.map { search(for: $0) } ?? ask(focus == .text ? .find : .search)
        case .find: return argument.map { find($0) } ?? ask(.find)
        case .nextMatch: return moveMatch(by: times)
        case .previousMatch: return moveMatch(by: -times)
        case .filter: return argument.map { filter(by: $0) } ?? ask(.filter)
        case .saveSearch: return argument.map { keepSearch(named: $0) } ?? ask(.saveSearch)
        case .history: return history(argument.flatMap(HistoryChoice.init(rawValue:)))

        // MARK: Marks

        case .toggleRead: return toggleRead(times)
        case .markRead: return markArticles(read: true, times)
        case .markUnread: return markArticles(read: false, times)
        case .star: return toggleStar()
        case .tag: return argument.map { changeTags($0) } ?? askForTags()
        case .note: return note(argument)
        case .pick: return pickRows(times)
        case .pickRange: return pickRange()
        case .markAllRead: return markRead(.all)
        case .markEverythingRead: return markEverythingRead()
        case .markAboveRead: return markRead(beside: MarkRange.above)
        case .markBelowRead: return markRead(beside: MarkRange.below)
        case .markOlderRead: return markOlderRead(days: argument)
        case .undo: return [.undo]

        // MARK: Network

        case .refresh: return refreshCurrent(force: false)
        case .refreshAll: return refreshEverything()
        case .forceRefresh: return refreshCurrent(force: true)
        case .cancel: return cancel()
        case .offline: return setOffline(argument.flatMap(OfflineChoice.init(rawValue:)))

        // MARK: Journeys

        case .pack: return pack(argument)
        case .onlyPacked: return toggleOnlyPacked()
        case .packEnclosure: return currentArticle.map { [.packEnclosure($0)] } ?? sayNoArticle()
        case .queue: return [.loadQueue(.opening)]
        case .cancelPacking: return [.cancelPacking]

        // MARK: Organising

        case .add: return argument.map { add($0) } ?? ask(.add)
        case .moveIn: return argument.map { moveIn(from: $0) } ?? offerMove()
        case .rename: return argument.map { rename($0) } ?? ask(.rename)
        case .move: return argument.map { moveToFolder($0) } ?? ask(.move)
        case .delete: return delete()
        case .sort: return argument.map { sort(by: $0) } ?? toggleOrder()
        case .moveUp: return moveByHand(-1)
        case .moveDown: return moveByHand(1)
        case .feedSettings: return showFeedPanel()
        case .feedReport: return [.loadFeedReport]
        case .editSearch: return argument.map { editSearch($0) } ?? showFeedPanel()
        case .feedSet: return setOfFeed(argument)
        case .mute: return mute(argument)
        case .importFeeds: return argument.map { [.importFeeds(path: $0)] } ?? ask(.command, text: "import ")
        case .exportFeeds:
            let effect = argument.map { Effect.exportFeeds(path: $0, replaces: invocation.replacesFile) }
            return effect.map { [$0] } ?? ask(.command, text: invocation.line + " ")
        case .showReadFeeds: return toggleReadFeeds()
        case .showReadArticles: return toggleReadArticles()

        // MARK: Program

        case .help: return showHelp()
        case .commandLine: return ask(.command)
        case .theme: return argument.map { chooseTheme(named: $0) } ?? showThemes()
        case .messages: return showMessages()
        case .guide: return openScope(.guide)
        case .account: return account(argument)
        case .set: return set(argument)
        case .editConfig: return [.editConfiguration]
        case .reloadConfig: return [.configure]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        }
    }

    /// True if a count before the command has a meaning; other commands run once and ignore it.
    private func takesCount(_ command: Command) -> Bool {
        switch focus {
        case .text where Self.linkCommands.contains(command): true
        case .articles where [.toggleRead, .markRead, .markUnread].contains(command): true
        default: Self.countedCommands.contains(command)
        }
    }

    private static let countedCommands: Set<Command> = [
        .down, .up, .pageDown, .pageUp, .halfPageDown, .halfPageUp, .last, .nextUnread, .previousUnread, .nextArticle,
        .previousArticle, .nextFeed, .previousFeed, .narrower, .wider, .openLink, .readLater, .nextMatch,
        .previousMatch, .pick,
    ]

    /// Commands that use the feed or the page of an article.
    private static let originCommands: Set<Command> = [
        .refresh, .forceRefresh, .goToFeed, .browser, .copy, .bookmark, .fullText,
    ]

    /// Commands that open the link with the number typed before them, in a text.
    private static let linkCommands: Set<Command> = [.open, .browser, .openLink]
}
