import ArticleStorage
import FeedModel
import ScriptedOrigin
import ScriptedServers
import Testing

@Suite struct FeverStarTests {
    @Test("Stars are sent right after the list of stars is read, since a toggle must not undo another device's")
    func starsFirst() async throws {
        let setup = try await SyncSetup(.fever, syncing: 1...30)
        try setup.rig.store.set(.read(true), on: (1...20).map { try setup.id($0) })
        try setup.rig.store.set(.starred(true), on: [setup.id(4), setup.id(25)])
        try await setup.sync()
        let forms = setup.server.origin.requests.map { String(decoding: $0.body, as: UTF8.self) }
        let marks = forms.filter { $0.contains("mark=item") }
        #expect(marks.count == 22 && marks.prefix(2).allSatisfy { $0.contains("as=saved") })
        try setup.expectEqual()
    }
}
