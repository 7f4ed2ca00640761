import ArticleStorage
import FeedModel
import Foundation
import GRDB
import ScriptedOrigin
import Synchronization
import Testing

@testable import FeedRefresh

@Suite struct OfflineTests {
    @Test("Offline, no process of the library sends a request until the person switches back")
    func offline() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        try rig.service.setOffline(true)
        let another = try rig.anotherService()
        #expect(another.isOffline && another.connectivity == .offline)
        #expect(try await another.refresh(reason: .insisted).isOffline)
        #expect(try await another.open(id, events: { _ in }) == .notAvailableOffline)
        await #expect(throws: (any Error).self) { try await another.discover(rig.origin.url("/feed")) }
        #expect(rig.origin.requests.isEmpty)
        try another.setOffline(false)
        #expect(try await rig.service.refresh(reason: .everything).progress.newArticles == 2)
    }

    @Test("A process started offline stays offline and leaves the others online, until its own switch is used")
    func offlineHere() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        _ = try rig.subscribe()
        let here = try rig.anotherService(isOffline: true)
        #expect(here.isOffline && here.connectivity == .offline && !rig.service.isOffline)
        #expect(try await here.refresh(reason: .insisted).isOffline)
        #expect(rig.origin.requests.isEmpty)
        try here.setOffline(false)
        #expect(try await here.refresh(reason: .everything).progress.newArticles == 2)
    }

    @Test("While another process holds the library, going offline takes effect in this one before it is stored")
    func offlineAtOnce() async throws {
        let rig = try ServiceRig()
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(
            path: rig.folder.appendingPathComponent("library.sqlite").path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let service = rig.service
        let switching = Task { try service.setOffline(true) }
        var looks = 0
        while !service.isOffline, looks < 500 {
            try await Task.sleep(for: .milliseconds(10))
            looks += 1
        }
        #expect(service.isOffline && service.connectivity == .offline)
        #expect(try rig.store.setting("offline") == nil)
        try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try await switching.value
        #expect(try rig.anotherService().isOffline)
    }

    @Test("A stored page opens offline")
    func storedOpensOffline() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        try rig.service.setOffline(true)
        #expect(try await rig.service.open(id, events: { _ in }) == .unchanged)
        #expect(try rig.logged().last == ["opened", "returnCacheDataDontLoad", "cache", "200"])
        #expect(rig.origin.requests.count == 1)
    }

    @Test("Opening a feed shows the stored articles at once, then the articles of the revalidation")
    func open() async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [.response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)), .response(body: atomFeed(1...3))])
        let id = try rig.subscribe()
        _ = try await rig.service.refresh(reason: .everything)
        let reported = Mutex(0)
        let result = try await rig.service.open(id) { event in
            if case .changed(id, let new, _) = event { reported.withLock { $0 += new.count } }
        }
        guard case .updated(let new, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(new.count == 1 && reported.withLock { $0 } == 1)
        #expect(rig.origin.requests.last?["If-None-Match"] == "\"1\"")
        #expect(
            try rig.logged().suffix(2) == [
                ["opened", "returnCacheDataElseLoad", "cache", "200"],
                ["opened", "useProtocolCachePolicy", "network", "200"],
            ])
    }
}
