import ArticleStorage
import FeedModel
import Foundation
import GRDB
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// Makes the library refuse every new article, as a full disk does, until the returned function is called.
func refuseArticles(in rig: ServiceRig) throws -> () throws -> Void {
    let library = try DatabaseQueue(path: rig.folder.appendingPathComponent("library.sqlite").path)
    try library.write {
        try $0.execute(
            sql: """
                CREATE TRIGGER refusal BEFORE INSERT ON article BEGIN SELECT RAISE(ABORT, 'no room for articles'); END
                """)
    }
    return { try library.write { try $0.execute(sql: "DROP TRIGGER refusal") } }
}

@Suite struct LibraryFaultTests {
    @Test("A library that refuses articles is reported, and no feed is blamed for it", arguments: [false, true])
    func refusal(isFile: Bool) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(fields: ["ETag": "\"1\""], body: atomFeed(1...2)))
        let file = rig.folder.appendingPathComponent("feed.xml")
        try rig.write(atomFeed(1...2), to: file)
        let id =
            isFile ? try rig.store.add(NewSubscription(feedURL: file.absoluteString)).id : try rig.subscribe()
        let before = try rig.store.pollingState(of: id)
        let repair = try refuseArticles(in: rig)
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.first?.problem.message.contains("no room for articles") == true)
        #expect(try rig.store.pollingState(of: id) == before)
        try repair()
        #expect(try await rig.service.refresh(reason: .schedule).progress.newArticles == 2)
    }

    @Test("A response that breaks off counts as one request, with the bytes that arrived")
    func brokenBody() async throws {
        let rig = try ServiceRig()
        let body = atomFeed(1...20)
        rig.origin.route(
            "/feed", .truncated(fields: ["Cache-Control": "no-store"], body: body, declaring: body.utf8.count + 1))
        _ = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.failures.first?.problem.kind == .network)
        #expect(report.progress.bytes > body.utf8.count)
        let traffic = try Traffic.total(in: rig.store)
        #expect(traffic.requests == 1 && traffic.bytesReceived > body.utf8.count)
        #expect(try rig.logged() == [["everything", "useProtocolCachePolicy", "network", "brokenOff"]])
    }

    @Test("The whole body of a response that must not be stored is counted")
    func unstoredBody() async throws {
        let rig = try ServiceRig()
        let body = atomFeed(1...2) + "<!--" + String(repeating: ".", count: 2 << 20) + "-->"
        rig.origin.route("/feed", .response(fields: ["Cache-Control": "no-store"], body: body))
        _ = try rig.subscribe()
        let report = try await rig.service.refresh(reason: .everything)
        #expect(report.progress.newArticles == 2 && report.progress.bytes > body.utf8.count)
        #expect(try Traffic.total(in: rig.store).bytesReceived > body.utf8.count)
    }
}
