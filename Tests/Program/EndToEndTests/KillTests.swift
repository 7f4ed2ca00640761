import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import Synchronization
import Testing

extension EndToEnd {
    /// `kill -9` in the middle of a refresh, while another process sets marks.
    @Suite struct KillTests {
        private static let feeds = 6
        private static let items = 20

        /// In each round there is one new article, and the text of the oldest one changes.
        private static func feed(_ number: Int, round: Int) -> String {
            let entries = (1...items + round).reversed().map { item in
                """
                <entry><id>urn:\(item)</id><title>Feed \(number) item \(item)\(item == 1 ? " round \(round)" : "")</title>
                <link href="https://example.org/\(number)/\(item)"/><updated>2026-01-01T0\(item / 10):0\(item % 10):00Z</updated>
                <content>\(String(repeating: "Words of round \(item == 1 ? round : 0). ", count: 60))</content></entry>
                """
            }
            return
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>Feed \(number)</title><id>urn:g</id>\(entries.joined())</feed>"
        }

        @Test("A kill does not lose or duplicate articles, miss edits, undo marks or skip marks of a rule")
        func kills() async throws {
            let home = try TemporaryHome()
            try home.configure("[[mark]]\ntitle = 'item 2[1-9]$'\nadd-tag = 'fresh'\n")
            let origin = try Origin()
            let round = Mutex(0)
            for number in 1...Self.feeds {
                origin.route("/\(number)") { request in
                    let round = round.withLock { $0 }
                    return .validated(request, etag: "\"\(round)\"", body: Self.feed(number, round: round))
                }
            }
            let outlines = (1...Self.feeds).map { "<outline text='\($0)' xmlUrl='\(origin.url("/\($0)"))'/>" }
            let opml = "<opml version='2.0'><body>\(outlines.joined())</body></opml>"
            #expect(try Program.lede(["import", "-"], home: home.url, input: opml).status == 0)
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)

            let store = try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
            let all = ArticleListing(.all, midnight: Date())
            let known = try store.page(of: all, at: .start, limit: 1_000).rows.map(\.id)
            var read: Set<ArticleID> = []
            var starred: Set<ArticleID> = []
            let instants = [1, 3, 5, 6]
            for (index, answers) in instants.enumerated() {
                round.withLock { $0 += 1 }
                let asked = origin.requests.count
                let refresh = Process()
                refresh.executableURL = URL(fileURLWithPath: Program.path)
                refresh.arguments = ["refresh"]
                refresh.environment = ["LEDE_HOME": home.url.path]
                refresh.standardError = FileHandle.nullDevice
                try refresh.run()
                try store.set(.read(true), on: [known[index * 2]])
                read.insert(known[index * 2])
                try await origin.waitForRequests(asked + answers)
                try store.set(.starred(true), on: [known[index * 2 + 1]])
                starred.insert(known[index * 2 + 1])
                kill(refresh.processIdentifier, SIGKILL)
                refresh.waitUntilExit()
            }
            #expect(try Program.lede(["refresh"], home: home.url).status == 0)

            let rows = try store.page(of: all, at: .start, limit: 1_000).rows
            #expect(rows.count == Self.feeds * (Self.items + instants.count))
            #expect(Set(rows.map(\.title)).count == rows.count)
            #expect(rows.count { $0.title.hasSuffix("round \(instants.count)") } == Self.feeds)
            #expect(Set(rows.filter(\.isRead).map(\.id)) == read)
            #expect(Set(rows.filter(\.isStarred).map(\.id)) == starred)
            // A rule has marked each article that arrived in a round.
            #expect(rows.count { $0.tags == ["fresh"] } == Self.feeds * instants.count)
            // Delayed indexing loses nothing: a search finds each new article by its title.
            let found = try Program.lede(["search", "item \(Self.items + instants.count)"], home: home.url).output
            #expect(found.split(separator: "\n").count == Self.feeds)
            #expect(try store.searchBacklog() == 0)
        }
    }
}
