import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

@testable import FeedRefresh

/// Feeds and folders of accounts are changed on the server first, then here; and changes made there arrive here.
@Suite struct SubscriptionManagementTests {
    private static let whole: [ServerKind] = [.miniflux, .greader, .nextcloud]

    private static func feeds(_ setup: SyncSetup) throws -> Set<String> {
        Set(try setup.rig.store.subscriptions().map { "\($0.title) in \($0.folder.joined(separator: " > "))" })
    }

    private static func served(_ setup: SyncSetup) -> Set<String> {
        Set(setup.server.feeds.map { "\($0.title) in \($0.folder ?? "")" })
    }

    @Test("Adding, renaming, moving, removing, and renaming a folder reach the server", arguments: whole)
    func outwards(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let (service, account) = (setup.rig.service, try setup.rig.store.accounts()[0].id)
        let report = try await service.subscribe(
            to: "http://b.test/feed", title: "Second & last", folder: ["New folder"], on: account)
        #expect(report?.problem == nil)
        #expect(Self.served(setup).contains("Second & last in New folder"))
        #expect(try Self.feeds(setup) == Self.served(setup))
        let added = try #require(try setup.rig.store.subscriptions().first { $0.title == "Second & last" }).id
        #expect(try await service.rename(added, to: "Third"))
        #expect(try await service.move(added, to: ["a/b", "c"]))
        #expect(Self.served(setup).contains("Third in a/b/c"))
        try await service.renameFolder(["a/b/c"], to: ["Else"])
        #expect(Self.served(setup).contains("Third in Else"))
        #expect(try Self.feeds(setup) == Self.served(setup))
        #expect(try await service.move(added, to: []))
        #expect(Self.served(setup).contains("Third in "))
        try await setup.sync()
        #expect(try Self.feeds(setup) == Self.served(setup))
        #expect(try await service.unsubscribe(added))
        #expect(setup.server.feeds.count == 1)
        try await setup.sync()
        #expect(try Self.feeds(setup) == Self.served(setup))
        try setup.expectEqual()
    }

    @Test(
        "A feed whose title the server did not confirm is added, and the report says what is missing",
        arguments: [ServerKind.miniflux, .nextcloud])
    func unnamed(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let account = try setup.rig.store.accounts()[0].id
        setup.server.world.withLock { $0.faults = [nil, { _ in .response(500, body: "no") }] }
        let report = try await setup.rig.service.subscribe(
            to: "http://b.test/feed", title: "Second", folder: [], on: account)
        let problem = try #require(report?.problem).message
        #expect(problem.hasPrefix("the feed is added, but the server did not confirm its title: 500"), "\(problem)")
        #expect(!problem.contains("nothing was changed"))
        #expect(try setup.rig.store.subscriptions().contains { $0.feedURL == "http://b.test/feed" })
    }

    @Test("A folder is renamed on no server if one of them cannot rename folders")
    func renamedNowhere() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let (store, service) = (setup.rig.store, setup.rig.service)
        let other = ScriptedSyncServer(.ttrss, on: setup.rig.origin)
        _ = try await service.addAccount(
            NewAccount(kind: .ttrss, url: other.address, user: "me", secretFile: setup.secret.path))
        #expect(try store.subscriptions().map(\.folder) == [["News"], ["News"]])
        await #expect(throws: ManagementError.self) { try await service.renameFolder(["News"], to: ["Papers"]) }
        #expect(Self.served(setup) == ["Wire in News"])
        #expect(try store.subscriptions().map(\.folder) == [["News"], ["News"]])
    }

    @Test("A feed that is added to a folder within the account's own folder gets the server's folder of that name")
    func ownFolder() async throws {
        let setup = try SyncSetup(.miniflux)
        let (store, service) = (setup.rig.store, setup.rig.service)
        _ = try await service.addAccount(
            NewAccount(kind: .miniflux, url: setup.server.address, secretFile: setup.secret.path, folder: ["Work"]))
        _ = try await service.subscribe(
            to: "http://b.test/feed", title: "Second", folder: ["Work", "News"], on: store.accounts()[0].id)
        #expect(Self.served(setup) == ["Wire in News", "Second in News"])
        #expect(try Self.feeds(setup) == ["Wire in Work > News", "Second in Work > News"])
    }

    @Test(
        "A feed that is added with an empty title has the server's title",
        arguments: [ServerKind.miniflux, .greader])
    func emptyTitle(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let account = try setup.rig.store.accounts()[0].id
        let report = try await setup.rig.service.subscribe(
            to: "http://b.test/feed", title: "", folder: [], on: account)
        #expect(report?.problem == nil)
        #expect(setup.server.feeds.last?.title == "New 2")
    }

    @Test(
        "The next sync applies renames, moves, additions and removals made on the server",
        arguments: [ServerKind.miniflux, .greader, .fever, .nextcloud, .ttrss])
    func inwards(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        setup.server.world.withLock { world in
            world.folders.append("Tech")
            world.feeds[0].title = "Renamed"
            world.feeds[0].folder = "Tech"
            world.feeds.append(.init(id: 2, title: "Second", url: "http://b.test/feed", folder: "Tech"))
        }
        setup.server.publish(4...5, in: 2)
        try await setup.sync()
        #expect(try Self.feeds(setup) == ["Renamed in Tech", "Second in Tech"])
        try setup.expectEqual()
        setup.server.world.withLock { ScriptedSyncServer.unsubscribe(1, &$0) }
        try await setup.sync()
        #expect(try Self.feeds(setup) == ["Second in Tech"])
        try setup.expectEqual()
    }

    @Test("A feed that its server leaves in a folder stays there, and the report says so")
    func keptFolder() async throws {
        let setup = try await SyncSetup(.greader, as: .withoutLabels, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0]
        await #expect(throws: ManagementError.self) { try await setup.rig.service.move(feed.id, to: []) }
        #expect(try Self.feeds(setup) == ["Wire in News & a/b"])
        #expect(try await setup.rig.service.move(feed.id, to: ["Tech"]))
        #expect(try Self.feeds(setup) == ["Wire in Tech"])
    }

    @Test("Nested folders of tt-rss are nested here, too, and empty ones are listed")
    func nestedFolders() async throws {
        let setup = try SyncSetup(.ttrss)
        setup.server.world.withLock { world in
            world.folders = ["News", "Linux", "Kernel", "Empty"]
            world.outerFolders = ["Linux": "News", "Kernel": "Linux"]
            world.feeds.append(.init(id: 2, title: "Second", url: "http://b.test/feed", folder: "Kernel"))
        }
        setup.server.publish(1...3)
        setup.server.publish(4...5, in: 2)
        try await setup.add()
        #expect(try Self.feeds(setup) == ["Wire in News", "Second in News > Linux > Kernel"])
        // The folder has no feeds except those of an inner folder.
        await #expect(throws: ManagementError.self) {
            try await setup.rig.service.renameFolder(["News", "Linux"], to: ["News", "Unix"])
        }
        #expect(try Self.feeds(setup) == ["Wire in News", "Second in News > Linux > Kernel"])
        let account = try setup.rig.store.accounts()[0].id
        _ = try await setup.rig.service.subscribe(
            to: "http://c.test/feed", title: nil, folder: ["News", "Linux"], on: account)
        #expect(setup.server.feeds.last?.folder == "Linux")
        #expect(try Self.feeds(setup).contains("New 3 in News > Linux"))
        _ = try await setup.rig.service.subscribe(
            to: "http://d.test/feed", title: nil, folder: ["Empty"], on: account)
        #expect(try Self.feeds(setup).contains("New 4 in Empty"))
    }

    @Test("A folder is renamed with the local feeds in it; a folder that the server cannot rename keeps its name")
    func folders() async throws {
        let setup = try await SyncSetup(.greader, syncing: 1...3)
        let store = setup.rig.store
        let folder = ["News & a/b"]
        try store.add(NewSubscription(feedURL: "http://local.test/feed", customTitle: "Mine", folder: folder))
        try await setup.rig.service.renameFolder(folder, to: ["Papers"])
        #expect(try Self.feeds(setup) == ["Wire in Papers", "Mine in Papers"])
        #expect(setup.server.feeds[0].folder == "Papers")
        let other = try await SyncSetup(.fever, syncing: 1...3)
        await #expect(throws: ManagementError.self) {
            try await other.rig.service.renameFolder(["News"], to: ["Papers"])
        }
        #expect(try Self.feeds(other) == ["Wire in News"])
    }

    @Test("On Miniflux, a folder whose name differs only in case is the existing folder")
    func folderInAnotherCase() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0].id
        #expect(try await setup.rig.service.move(feed, to: []))
        #expect(try await setup.rig.service.move(feed, to: ["news"]))
        #expect(setup.server.feeds[0].folder == "News")
        try await setup.sync()
        #expect(try Self.feeds(setup) == ["Wire in News"])
    }

    @Test("A folder is renamed on its server and here, including feeds of a lede serve in it")
    func folderSharedWithServe() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let store = setup.rig.store
        let hub = try store.addAccount(NewAccount(kind: .since, url: "http://hub.test/items.json")).id
        let feed = RemoteFeed(id: "s", title: "Other", feedURL: "http://hub.test/feed", folder: ["News"])
        _ = try store.apply(SyncPage(feeds: [feed]), to: hub, at: setup.rig.now)
        try await setup.rig.service.renameFolder(["News"], to: ["Papers"])
        #expect(try Self.feeds(setup) == ["Wire in Papers", "Other in Papers"])
        #expect(setup.server.feeds[0].folder == "Papers")
    }

    @Test("A folder that the server has renamed before is renamed here; another new name is refused", arguments: whole)
    func renamedBefore(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let folder = try setup.rig.store.subscriptions()[0].folder
        setup.server.world.withLock { world in
            world.folders[0] = "Papers"
            world.feeds[0].folder = "Papers"
        }
        let refusal = await #expect(throws: ManagementError.self) {
            try await setup.rig.service.renameFolder(folder, to: ["Else"])
        }
        #expect(refusal?.description.contains("the server has no folder \(folder[0])") == true)
        try await setup.rig.service.renameFolder(folder, to: ["Papers"])
        #expect(try Self.feeds(setup) == ["Wire in Papers"])
    }

    @Test(
        "A refusal is reported, and nothing is changed in the library",
        arguments: [ServerKind.miniflux, .greader, .nextcloud, .ttrss])
    func refusal(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let before = try Self.feeds(setup)
        let feed = try setup.rig.store.subscriptions()[0].id
        for refusal in [
            Reply.response(500, body: "no"), .response(fields: ["Content-Type": "text/html"], body: "<html>"),
        ] {
            setup.server.world.withLock { $0.refusals = [refusal] }
            await #expect(throws: ManagementError.self) { try await setup.rig.service.unsubscribe(feed) }
            #expect(try Self.feeds(setup) == before)
        }
    }

    @Test(
        "If the server's response is lost, the error says that the feed may be gone; a second try removes it here",
        arguments: [ServerKind.miniflux, .greader, .nextcloud, .ttrss])
    func lostAnswer(_ kind: ServerKind) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0].id
        setup.server.world.withLock {
            $0.faults = [{ _ in Reply([.bytes(Array("HTTP/1.1 204 No Content\r\nDate".utf8)), .close]) }]
        }
        do {
            _ = try await setup.rig.service.unsubscribe(feed)
            Issue.record("confirmed")
        } catch let error as ManagementError {
            guard case .unconfirmed = error else { throw error }
            #expect(error.description.contains("may have made the change"))
        }
        #expect(setup.server.feeds.isEmpty)
        #expect(try Self.feeds(setup).count == 1)
        #expect(try await setup.rig.service.unsubscribe(feed))
        #expect(try Self.feeds(setup).isEmpty)
    }

    @Test(
        "A change may have been made if a gateway answers with an error in place of the server",
        arguments: [(502, true), (504, true), (404, false), (500, false)])
    func gateway(_ status: Int, mayBeMade: Bool) async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0].id
        setup.server.world.withLock { $0.faults = [{ _ in .response(status, body: "no") }] }
        do {
            _ = try await setup.rig.service.unsubscribe(feed)
            Issue.record("confirmed")
        } catch let error as ManagementError {
            #expect(error.description.contains("may have made the change") == mayBeMade, "\(error)")
        }
    }

    @Test("A server that cannot be reached has changed nothing")
    func noServer() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0].id
        setup.rig.origin.stop()
        do {
            _ = try await setup.rig.service.unsubscribe(feed)
            Issue.record("confirmed")
        } catch let error as ManagementError {
            guard case .refused = error else { throw error }
        }
    }

    @Test(
        "A change that a protocol does not support is reported and not attempted",
        arguments: [(ServerKind.fever, ["unsubscribe", "rename", "move"]), (.ttrss, ["rename", "move"])])
    func impossible(_ kind: ServerKind, _ changes: [String]) async throws {
        let setup = try await SyncSetup(kind, syncing: 1...3)
        let feed = try setup.rig.store.subscriptions()[0].id
        let service = setup.rig.service
        let count = try await setup.requests {
            for change in changes {
                await #expect(throws: ManagementError.self) {
                    switch change {
                    case "rename": _ = try await service.rename(feed, to: "New")
                    case "move": _ = try await service.move(feed, to: ["Else"])
                    default: _ = try await service.unsubscribe(feed)
                    }
                }
            }
        }
        #expect(count == 0)
    }

    @Test("A wait that was stored while the clock was ahead does not stop a change")
    func wrongClock() async throws {
        let setup = try await SyncSetup(.miniflux, syncing: 1...3)
        let pause: @Sendable (Reply) -> Reply = { _ in .response(429, fields: ["Retry-After": "7200"], body: "") }
        setup.server.world.withLock { $0.faults = [pause] }
        #expect(try await setup.sync()?.problem?.kind == .waiting)
        setup.rig.pass(seconds: -365 * 86_400)
        let feed = try setup.rig.store.subscriptions()[0].id
        #expect(try await setup.rig.service.rename(feed, to: "New"))
        #expect(Self.served(setup).contains { $0.hasPrefix("New in ") })
    }

    @Test("A library that lede serves has no page: its feeds are changed with lede")
    func servedLibrary() {
        let error = ManagementError.impossible(kind: .since, what: "add feeds")
        #expect(
            error.description
                == "the since API cannot add feeds: use lede on the machine that serves them (lede add), and sync")
        let other = ManagementError.impossible(kind: .fever, what: "add feeds")
        #expect(other.description.contains("on the server's own page"))
    }
}
