import ArticleStorage
import Basics
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI

extension EffectRunner {
    /// A row for each effect, in the order of `Effect`: the object that performs it, and the events known at once.
    func reply(to effect: Effect) throws -> [Event] {
        switch effect {
        // MARK: Lists and texts

        // Counts read before these marks are stored would stay wrong, since marks on the screen cause no further
        // report.
        case .loadOverview where library.isBehind: library.reportWhenWritten()
        case .loadOverview: return [try overview()]
        case .loadSubscriptions(let ids): return [.subscriptions(try store.subscriptions(ids))]
        case .loadPage(let request) where request.listing.isSearched:
            if request.listing.scope.isHistory { library.awaitOpenings() }
            results.page(request)
        case .loadPage(let request):
            results.leave()
            return [.page(request, try articles.page(request, marks: library.unstoredMarks))]
        case .findUnread(let request) where request.listing.isSearched: results.unread(request)
        case .findUnread(let request):
            return [.unreadFound(try articles.unread(request, marks: library.unstoredMarks), request)]
        case .loadArticle(let id, let source, let blocks):
            return try articles.open(id, source, blocks: blocks)
        case .loadChanges(let id): articles.compare(id, mailbox)

        // MARK: Articles

        case .mark(let ids, let mark): articles.isGuide(ids) ? articles.mark(ids, mark) : library.mark(ids, mark)
        case .markTogether(let ids, let marks): library.mark(ids, marks)
        case .markRead(let range, let listing):
            listing.scope == .guide ? articles.markGuideRead() : library.markRead(range, of: listing)
        case .setNote(let id, let text): library.setNote(text, of: id)
        case .markStoriesTogether(let isOn): store.marksStoriesTogether = isOn
        case .deleteArticles(let ids): return library.delete(ids)
        case .undo: return library.undo()
        case .keepReadingPosition(let id, let position, let isPage):
            library.keepReadingPosition(
                position.map { StoredReadingPosition(block: $0.block, offset: $0.offset, isPage: isPage) }, of: id)
        case .recordOpening(let id, let moment): library.recordOpening(of: id, at: moment)
        case .clearHistory: library.clearHistory()

        // MARK: Feeds, folders and accounts

        case .unsubscribe(let id): return try feeds.unsubscribe(id)
        case .rename(let id, let title): try feeds.rename(id, to: title)
        case .move(let id, let folder): try feeds.move(id, to: folder)
        case .reportChange(let id, let words): return try feeds.report(words, about: id)
        case .setPreferences(let id, let preferences): library.setPreferences(preferences, of: id)
        case .setFeedAddress(let id, let address): return try feeds.setAddress(of: id, to: address)
        case .orderFeeds(let ids): library.orderFeeds(ids)
        case .renameFolder(let folder, let name): try feeds.renameFolder(folder, to: name)
        case .removeFolder(let path): library.removeFolder(path)
        case .importFeeds(let address) where WebAddress.isHTTP(address): network.change(.followList(address), sink)
        case .importFeeds(let path): library.importFeeds(from: ProgramLauncher.absolute(path))
        case .exportFeeds(let path, let replaces): library.exportFeeds(to: path, replacing: replaces)
        case .loadFeedStatistics(let id):
            return try store.statistics(of: id, at: Date()).map { [.feedStatistics($0)] } ?? []
        case .loadFeedReport: loadFeedStatistics(as: Event.feedReport)
        case .loadFeedOrder: loadFeedStatistics(as: Event.feedOrder)
        case .loadAccounts: return [.accounts(try store.accountLines())]
        case .addAccount(let form, let secret): network.change(.addAccount(form, secret: secret), sink)
        case .removeAccount(let url, let keepsStarred):
            network.change(.removeAccount(url, keepsStarred: keepsStarred), sink)

        // MARK: Saved searches

        case .checkSearch(let query):
            return SearchQuery.problem(inComplete: query).map { [.message(.mistake(inSearch: $0))] } ?? []
        case .saveSearch(let search): library.saveSearch(search)
        case .removeSearch(let name): library.removeSearch(named: name)
        case .renameSearch(let name, let newName): library.renameSearch(name, to: newName)
        case .orderSearches(let names): library.orderSearches(names)

        // MARK: Rules that hide articles

        case .loadMuteChoices(let id, let field): return try mutes.choices(for: id, field)
        case .previewMute(let mute): mutes.count(mute)
        case .addMute(let mute): library.add(mute)
        case .removeMute(let mute): library.remove(mute)

        // MARK: Packing for a journey

        case .togglePack(let target): packing.toggle(target, sink)
        case .pack(let scope): packing.pack(scope.map { [$0] } ?? [], sink)
        case .packEnclosure(let id): try packing.packEnclosure(of: id, isOffline: isOffline, sink)
        case .cancelPacking: packing.cancel()
        case .loadQueue(let use): packing.shownQueue.load(for: use, sink)
        case .changeEnclosure(let id, let change): packing.shownQueue.change(id, change, sink)
        case .removeRequest(let number): library.removeRequest(number)

        // MARK: The network

        case .subscribe(let url, let userAgent): network.subscribe(url, as: userAgent, sink)
        case .saveAddress(let url): network.save(address: url, sink)
        case .moveIn(let reader): imports?.moveIn(from: reader, sink)
        case .configure: return configure()
        case .openFeed(let id): network.open(id, sink)
        case .refreshFeed(let id, let force): network.refresh(id, force: force, sink)
        case .refreshAll: network.refreshAll(sink)
        case .cancelRefresh:
            network.cancelRefresh()
            imports?.cancel()
        case .setOffline(let isOffline): network.setOffline(isOffline, sink)
        case .loadFullText(let id): network.loadFullText(id, sink)

        // MARK: Pictures

        case .showPictures(let requests, let kept): pictures.request(requests, keeping: kept)
        case .fetchPictures(let addresses, let feed, let kilobytes):
            pictures.fetch(addresses, of: feed, kilobytes: kilobytes)

        // MARK: The terminal, files and other programs

        case .completePath(let typed): PathCompletion.load(typed, mailbox)
        case .loadTags: TagCompletion.load(from: store, mailbox)
        case .openBrowser(let url): return outside.browse(url)
        case .browseArticle(let id): return try programs.browse(id)
        case .notify(let notice): return outside.notify(notice)
        case .copyAddress(let id): return try programs.copyAddress(of: id)
        case .bookmark(let id): return try programs.bookmark(id)
        case .copy(let text): return outside.copy(text)
        case .play(let enclosure): return programs.play(enclosure)
        case .pipe(let id, let source, let command): return try programs.pipe(id, source, to: command)
        case .runProgram(.page(let values), let command): return outside.run(command, about: values)
        case .runProgram(.article(let id), let command): return try programs.run(command, about: id)
        case .save(let id, let source, let path, let replaces):
            return try programs.save(id, source, to: path, replacing: replaces)
        // Write in the background: another process may hold the library, and the next key would wait for it.
        case .remember(let state): library.inOrder(delaysQuitting: false) { [memory] in memory.write(state) }
        case .editConfiguration: return outside.editConfiguration() + configure()
        case .suspend: outside.suspend()
        case .redraw: wantsRedraw = true
        case .quit: isDone = true
        }
        return []
    }

    private func overview() throws -> Event {
        let midnight = Clock.system().midnight
        let searches = try store.savedSearches()
        counter.count(searches, midnight: midnight)
        return .overview(try store.overview(midnight: midnight), searches)
    }

    /// Loads the statistics of all feeds in the background: reading the dates of a thousand feeds' articles takes
    /// longer than a key should wait.
    private func loadFeedStatistics(as event: @escaping @Sendable ([FeedStatistics]) -> Event) {
        DispatchQueue(label: "lede.report", qos: .userInitiated).async { [store, mailbox] in
            do { mailbox.put(event(try store.statistics(at: Date()))) } catch {
                mailbox.put(.message(.error(error)))
            }
        }
    }
}
