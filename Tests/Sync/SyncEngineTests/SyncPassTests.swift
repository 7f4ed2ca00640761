import ArticleStorage
import FeedModel
import Synchronization
import Testing

@testable import SyncEngine

@Suite struct SyncPassTests {
    @Test("The first sync fetches everything; a second one with nothing new changes nothing", arguments: [true, false])
    func firstSync(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...10 { rig.server.publish("a\(number)", in: number % 2 == 0 ? "f1" : "f2") }
        rig.server.mark("a3", .read(true))
        rig.server.mark("a4", .starred(true))
        try await rig.sync()
        #expect(try rig.states == rig.server.states)
        let feeds = try rig.store.subscriptions()
        #expect(Set(feeds.map(\.title)) == ["f1", "f2"] && feeds.allSatisfy { $0.folder == ["News"] })
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls == (reportsChanges ? ["feeds", "changes", "lists"] : ["feeds", "current", "lists"]))
        #expect(try rig.states == rig.server.states)
    }

    @Test("A first sync reports the articles still to come, from the lists to the last page")
    func progress() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: false))
        for number in 1...10 { rig.server.publish("a\(number)") }
        let seen = Mutex<[SyncProgress]>([])
        try await rig.sync { progress in seen.withLock { $0.append(progress) } }
        let reports = seen.withLock(\.self)
        #expect(reports.contains(SyncProgress(stored: 0, missing: 10)))
        #expect(reports.last == SyncProgress(stored: 10, missing: 0))
        #expect(reports.map(\.stored) == reports.map(\.stored).sorted())
    }

    @Test("A sync ends at its limit of pages and keeps them, and the next one continues", arguments: [true, false])
    func bounds(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        var bounds = SyncBounds()
        bounds.pages = 2
        for start in [1, 21] {
            for number in start..<start + 20 { rig.server.publish("a\(number)") }
            var counts = [try rig.articles().count]
            while try await rig.sync(bounds: bounds).isCut, counts.count < 20 {
                counts.append(try rig.articles().count)
            }
            #expect(counts.count > 2 && counts == Set(counts).sorted(), "\(counts)")
            #expect(try rig.states == rig.server.states)
        }
        #expect(try await rig.sync().isCut == false)
    }

    @Test("Marks are sent before articles arrive, after the ids were compared", arguments: [true, false])
    func marksFirst(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...7 { rig.server.publish("a\(number)") }
        try await rig.sync()
        for number in 1...6 { try rig.mark("a\(number)", .read(true)) }
        rig.server.publish("a8")
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls.prefix(4) == ["feeds", "current", "send", "send"])
        #expect(try rig.states == rig.server.states)
        #expect(try rig.outgoing == 0)
        #expect(rig.server.states.values.count { $0[0] } == 6)
    }

    @Test(
        "While the server refuses marks, they wait, and articles and states arrive; the refusal is reported",
        arguments: [true, false])
    func refusedMarks(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        rig.server.publish("a1")
        try await rig.sync()
        try rig.mark("a1", .starred(true))
        rig.server.world.withLock { $0.refusesMarks = true }
        rig.server.publish("a2")
        rig.server.mark("a1", .read(true))
        let calls = try await rig.calls {
            await #expect(throws: SyncFailure.status(400, "400 Bad Request")) { try await rig.sync() }
        }
        #expect(calls.count { $0 == "send" } == 1)
        #expect(try rig.states == ["a1": [true, true], "a2": [false, false]])
        #expect(try rig.outgoing == 1)
        rig.server.world.withLock { $0.refusesMarks = false }
        try await rig.sync()
        #expect(try rig.states == rig.server.states && rig.outgoing == 0)
    }

    @Test("Marks alone are sent without a request for articles")
    func marksAlone() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.publish("a1")
        try await rig.sync()
        try rig.mark("a1", .starred(true))
        let calls = try await rig.calls { try await rig.sync(purpose: .marks) }
        #expect(calls == ["feeds", "current", "send"] && rig.server.states["a1"] == [false, true])
    }

    @Test("A mark made while the lists arrive is not undone by them")
    func markDuringLists() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.publish("a1")
        try await rig.sync()
        let (store, id) = (rig.store, try #require(try rig.article("a1")).id)
        rig.server.world.withLock { $0.duringLists = { _ = try? store.set(.read(true), on: [id]) } }
        try await rig.sync()
        #expect(try rig.article("a1")?.isRead == true)
        rig.server.world.withLock { $0.duringLists = nil }
        try await rig.sync()
        #expect(rig.server.states["a1"] == [true, false])
        #expect(try rig.outgoing == 0)
    }

    @Test(
        "If the server assigns ids again after a backup, no mark moves to another article, and nothing is lost",
        arguments: [true, false])
    func restoredBackup(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        try rig.mark("a2", .read(true))
        try rig.mark("a9", .starred(true))
        rig.server.restoreBackup(losing: 4)
        for number in 20...26 { rig.server.publish("a\(number)") }
        try await rig.sync()
        let states = rig.server.states
        #expect(states["a2"] == [true, false])
        #expect(states.filter { $0.key != "a2" }.values.allSatisfy { $0 == [false, false] })
        let here = try rig.states
        for (guid, state) in states { #expect(here[guid] == state) }
        // Articles that the server lost stay here, and their marks wait.
        #expect(here["a9"] == [false, true])
        #expect(try rig.outgoing == 1)
    }

    @Test(
        "If a restored server fetches articles in another order, no mark moves, even if the newest has its id again",
        arguments: [true, false])
    func permutedIDs(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        try rig.mark("a8", .starred(true))
        rig.server.world.withLock { ($0.articles[6].id, $0.articles[7].id) = (8, 7) }
        try await rig.sync()
        #expect(rig.server.states["a8"] == [false, true] && rig.server.states["a7"] == [false, false])
        #expect(try rig.states == rig.server.states && rig.outgoing == 0)
    }

    @Test("Articles missing from a backup keep their marks, and get the ids under which the server fetches them again")
    func otherIDsAfterBackup() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.listsAll = false }
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        try rig.mark("a8", .read(true))
        try rig.mark("a9", .starred(true))
        try await rig.sync()
        rig.server.restoreBackup(losing: 2)
        // The ids in between belong to articles of other users.
        rig.server.world.withLock { $0.nextID = 41 }
        for number in 8...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        #expect(try rig.states == rig.server.states && rig.outgoing == 0)
        #expect(rig.server.states["a8"] == [true, false] && rig.server.states["a9"] == [false, true])
    }

    @Test(
        "A first sync that ended early starts over if the server was reinstalled meanwhile", arguments: [true, false])
    func continuedFirstSync(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...20 { rig.server.publish("a\(number)") }
        var bounds = SyncBounds()
        bounds.pages = 2
        #expect(try await rig.sync(bounds: bounds).isCut)
        let early = Set(try rig.states.keys)
        #expect(!early.isEmpty && early.count < 20)
        rig.server.world.withLock { ($0.articles, $0.nextID) = ([], 1) }
        for number in 1...20 { rig.server.publish("c\(number)") }
        try await rig.sync()
        #expect(Set(try rig.states.keys) == early.union(rig.server.states.keys))
        let calls = try await rig.calls { try await rig.sync() }
        #expect(calls == (reportsChanges ? ["feeds", "changes", "lists"] : ["feeds", "current", "lists"]))
    }

    @Test(
        "A feed that is removed and subscribed again keeps its articles and sends their marks to the new ids",
        arguments: [true, false])
    func resubscribed(reportsChanges: Bool) async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: reportsChanges))
        for number in 1...4 { rig.server.publish("a\(number)", in: "f1") }
        rig.server.publish("b1", in: "f2")
        try await rig.sync()
        try rig.mark("a1", .read(true))
        rig.server.resubscribe("f1")
        rig.server.publish("a5", in: "f1'")
        try await rig.sync()
        #expect(try rig.states == rig.server.states && rig.server.states["a1"] == [true, false])
        #expect(try rig.store.subscriptions().count == 2)
        #expect(try rig.outgoing == 0)
    }

    @Test("An article missing from a complete list is removed, but a starred one stays")
    func expired() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: false))
        for number in 1...9 { rig.server.publish("a\(number)") }
        rig.server.mark("a1", .starred(true))
        try await rig.sync()
        rig.server.world.withLock { $0.articles.removeFirst(2) }
        try await rig.sync()
        #expect(Set(try rig.states.keys) == Set((1...9).filter { $0 != 2 }.map { "a\($0)" }))
    }

    @Test("An article that the server no longer has keeps its marks if it is starred, or if the person restored it")
    func marksOfExpired() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: false))
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        try rig.mark("a1", .starred(true))
        let restored = try #require(try rig.article("a2")).id
        try await rig.sync()
        rig.server.world.withLock { $0.articles.removeFirst(2) }
        try await rig.sync()
        #expect(try rig.article("a2") == nil)
        try rig.store.restore([restored])
        for _ in 1...2 { try await rig.sync() }
        #expect(try rig.states["a1"] == [false, true] && rig.states["a2"] == [false, false])
    }

    @Test("If a restored server gives the id of an article that was removed here to another one, the two stay apart")
    func reusedIDOfExpired() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: false))
        for number in 1...9 { rig.server.publish("a\(number)") }
        try await rig.sync()
        try rig.mark("a9", .read(true))
        try await rig.sync()
        rig.server.restoreBackup(losing: 2)
        try await rig.sync()
        #expect(try rig.article("a8") == nil && rig.article("a9") == nil)
        for guid in ["b1", "b2"] { rig.server.publish(guid, in: "f2") }
        rig.server.publish("a9")
        try await rig.sync()
        #expect(try rig.states == rig.server.states && rig.outgoing == 0)
        #expect(rig.server.states["a9"] == [true, false])
    }

    @Test("Without a list of all articles, an article that the server has deleted keeps its star")
    func starOfUnlisted() async throws {
        let rig = try SyncRig(ModelServer(reportsChanges: true))
        rig.server.world.withLock { $0.listsAll = false }
        for number in 1...9 { rig.server.publish("a\(number)") }
        for number in 1...2 { rig.server.mark("a\(number)", .read(true)) }
        rig.server.mark("a2", .starred(true))
        try await rig.sync()
        rig.server.world.withLock { _ = $0.articles.removeFirst() }
        rig.server.mark("a2", .starred(false))
        try rig.mark("a1", .starred(true))
        for _ in 1...2 { try await rig.sync() }
        #expect(try rig.states["a1"] == [true, true] && rig.states["a2"] == [true, false])
        #expect(try await rig.calls { try await rig.sync() } == ["feeds", "changes", "lists"])
        #expect(try rig.states["a1"] == [true, true] && rig.outgoing == 0)
    }

    @Test("A list without most articles deletes nothing, and marks nothing as read")
    func emptyListOfUnread() throws {
        let marks = Dictionary(uniqueKeysWithValues: (1...9).map { (String($0), SyncedArticles.Marks()) })
        let lists = RemoteLists(all: [], isAllComplete: true)
        let comparison = StateComparison(lists, known: SyncedArticles(marks: marks), sent: [], isFirst: false)
        #expect(comparison.changes.isEmpty && comparison.wanted.isEmpty)
    }

    @Test("A list without most articles deletes nothing")
    func emptyList() throws {
        let marks = Dictionary(uniqueKeysWithValues: (1...9).map { (String($0), SyncedArticles.Marks(isRead: true)) })
        let lists = RemoteLists(all: ["9"], isAllComplete: true)
        let comparison = StateComparison(lists, known: SyncedArticles(marks: marks), sent: [], isFirst: false)
        #expect(comparison == StateComparison(RemoteLists(), known: SyncedArticles(), sent: [], isFirst: false))
    }

    @Test("A list that does not show a sent mark yet does not undo it")
    func lateList() {
        let known = SyncedArticles(marks: ["1": .init(isRead: true, isStarred: true)])
        let sent = [
            OutgoingMark(sequence: 1, id: "1", mark: .read(true)),
            OutgoingMark(sequence: 2, id: "1", mark: .starred(true)),
        ]
        let lists = RemoteLists(unread: ["1"])
        #expect(StateComparison(lists, known: known, sent: sent, isFirst: false).changes.isEmpty)
        #expect(StateComparison(lists, known: known, sent: [], isFirst: false).changes.count == 2)
    }

    @Test("An incomplete list marks nothing as read: uncertain articles are checked")
    func incompleteList() {
        let known = SyncedArticles(marks: ["1": .init(), "2": .init()])
        let lists = RemoteLists(unread: ["1"], isUnreadComplete: false)
        let comparison = StateComparison(lists, known: known, sent: [], isFirst: false)
        #expect(comparison.changes.isEmpty && comparison.wanted == ["2"])
    }

    @Test("Lists of some articles do not change the marks of the others")
    func shownArticles() {
        let known = SyncedArticles(marks: ["1": .init(isRead: true), "2": .init(), "3": .init()])
        var lists = RemoteLists(unread: ["1", "4"])
        lists.shown = ["1", "2", "4"]
        let comparison = StateComparison(lists, known: known, sent: [], isFirst: false)
        #expect(comparison.changes == [.mark("1", .read(false)), .mark("2", .read(true))])
        #expect(comparison.wanted == ["4"])
    }

    @Test("If more articles are uncertain than one sync can check, it checks the newest")
    func manyUncertain() {
        let marks = Dictionary(uniqueKeysWithValues: (1...1_500).map { (String($0), SyncedArticles.Marks()) })
        let lists = RemoteLists(isUnreadComplete: false)
        let comparison = StateComparison(lists, known: SyncedArticles(marks: marks), sent: [], isFirst: false)
        #expect(comparison.changes.isEmpty && comparison.wanted == Set((501...1_500).map(String.init)))
    }
}
