import ArticleStorage
import FeedModel
import Foundation
import ScriptedOrigin
import ScriptedServers
import Synchronization
import Testing

extension EndToEnd {
    /// Accounts on scripted servers: added by a person, and interrupted by kills.
    @Suite struct SyncTests {
        private struct Setup {
            let home: TemporaryHome
            let server: ScriptedSyncServer
            let secret: URL

            init(_ kind: ServerKind) throws {
                home = try TemporaryHome()
                server = ScriptedSyncServer(kind, on: try Origin())
                secret = home.url.appendingPathComponent("key")
                try Data("right\n".utf8).write(to: secret)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
            }

            var adding: [String] {
                let user = server.kind == .miniflux ? [] : ["--user", "me"]
                return ["account", "add", server.kind.rawValue, server.address, "--secret-file", secret.path] + user
            }

            var store: ArticleStore {
                get throws { try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path) }
            }

            func rows() throws -> [ArticleSummary] {
                try store.page(of: ArticleListing(.all, midnight: Date()), at: .start, limit: 2_000).rows
            }

            /// Ends the program by `kill -9` once the server has received this many more requests, or lets it run to
            /// its end.
            func run(_ arguments: [String], killedAfter requests: Int) async throws {
                let asked = server.origin.requests.count
                let program = Process()
                program.executableURL = URL(fileURLWithPath: Program.path)
                program.arguments = arguments
                program.environment = ["LEDE_HOME": home.url.path]
                program.standardOutput = FileHandle.nullDevice
                program.standardError = FileHandle.nullDevice
                try program.run()
                while program.isRunning, server.origin.requests.count < asked + requests {
                    try await Task.sleep(for: .milliseconds(1))
                }
                kill(program.processIdentifier, SIGKILL)
                program.waitUntilExit()
            }

            func expectEqual(_ comment: Comment) throws {
                let here = try rows().map { "\($0.title) \($0.isRead) \($0.isStarred)" }
                let there = server.entries.map { "Article \($0.id) \($0.isRead) \($0.isStarred)" }
                #expect(here.sorted() == there.sorted(), comment)
                #expect(try store.accounts().map(\.outgoingCount) == [0], comment)
            }
        }

        /// The kinds of servers, and the responses after which the program is killed; all responses in a run by hand.
        private static let instants: [(ServerKind, [Int])] =
            ProcessInfo.processInfo.environment["LEDE_LONG_TESTS"] == "1"
            ? [.miniflux, .greader, .fever, .nextcloud, .ttrss].map { ($0, Array(1...12)) }
            : [(.miniflux, [2, 5]), (.greader, [4, 7]), (.fever, [6]), (.nextcloud, [3]), (.ttrss, [5])]

        @Test(
            "kill -9 during a first or a later sync does not lose marks or duplicate anything", arguments: instants
        )
        func kills(_ kind: ServerKind, _ instants: [Int]) async throws {
            for instant in instants {
                let setup = try Setup(kind)
                setup.server.publish(1...90)
                setup.server.change(3) { $0.isRead = true }
                setup.server.change(4) { $0.isStarred = true }
                try await setup.run(setup.adding, killedAfter: instant)
                #expect(try Program.lede(setup.adding, home: setup.home.url).status == 0)
                try setup.expectEqual("first sync, killed after \(instant) requests")

                let rows = try setup.rows()
                let ids = { (numbers: ClosedRange<Int>) in
                    rows.filter { row in numbers.contains { row.title == "Article \($0)" } }.map(\.id)
                }
                let store = try setup.store
                try store.set(.read(true), on: ids(10...40))
                try store.set(.starred(true), on: ids(35...45))
                setup.server.publish(91...120)
                setup.server.change(50) { $0.isRead = true }
                setup.server.change(35) { $0.isStarred = true }
                try await setup.run(["refresh"], killedAfter: instant)
                #expect(try Program.lede(["refresh"], home: setup.home.url).status == 0)
                try setup.expectEqual("later sync, killed after \(instant) requests")
                #expect(setup.server.entries.count { $0.isRead } == 33)
                #expect(setup.server.entries.count { $0.isStarred } == 12)
            }
        }

        @Test("A refresh without feeds of its own counts the accounts, and the accounts that failed")
        func onlyAccounts() throws {
            let setup = try Setup(.miniflux)
            setup.server.publish(1...2)
            #expect(try Program.lede(setup.adding, home: setup.home.url).status == 0)
            setup.server.publish(3...5)
            #expect(try Program.lede(["refresh"], home: setup.home.url).output == "1 account: 3 new articles\n")
            setup.server.world.withLock { $0.password = "other" }
            let refused = try Program.lede(["refresh"], home: setup.home.url)
            #expect(refused.output == "1 account: 0 new articles, 1 failed\n" && refused.status != 0, "\(refused)")
        }

        @Test("Without a kind, the report of an unreachable server names it and says that nothing was added")
        func unreachableServerOfUnknownKind() throws {
            let setup = try Setup(.miniflux)
            setup.server.origin.stop()
            let arguments = ["account", "add", setup.server.address, "--secret-file", setup.secret.path]
            let added = try Program.lede(arguments, home: setup.home.url)
            #expect(added.status == 1 && added.errors.contains("lede: \(setup.server.address)"), "\(added)")
            #expect(added.errors.contains("; nothing was added\n"), "\(added)")
            #expect(try setup.store.accounts().isEmpty)
        }

        @Test("Adding a known account says that its folder stays, and asks a server that required a wait")
        func knownAccount() throws {
            let setup = try Setup(.miniflux)
            setup.server.publish(1...2)
            #expect(try Program.lede(setup.adding + ["--folder", "Far"], home: setup.home.url).status == 0)
            let again = try Program.lede(setup.adding + ["--folder", "Other"], home: setup.home.url)
            #expect(again.status == 0 && again.errors.contains("known already, so it stays in Far"), "\(again)")
            #expect(try setup.store.accounts()[0].folder == ["Far"])
            let wait: @Sendable (Reply) -> Reply = { _ in .response(503, fields: ["Retry-After": "3600"], body: "") }
            setup.server.world.withLock { $0.faults = [wait] }
            #expect(try Program.lede(["refresh"], home: setup.home.url).status == 1)
            setup.server.publish(3...3)
            let third = try Program.lede(setup.adding, home: setup.home.url)
            #expect(third.status == 0 && third.output.contains("known already, 1 feed, 1 new article"), "\(third)")
        }

        @Test("A refresh for a timer does not repeat that the server of an account requires a wait")
        func timerWait() throws {
            let setup = try Setup(.miniflux)
            setup.server.publish(1...2)
            #expect(try Program.lede(setup.adding, home: setup.home.url).status == 0)
            let wait: @Sendable (Reply) -> Reply = { _ in .response(503, fields: ["Retry-After": "3600"], body: "") }
            setup.server.world.withLock { $0.faults = [wait] }
            #expect(try Program.lede(["refresh"], home: setup.home.url).status == 1)
            let waiting = try Program.lede(["refresh"], home: setup.home.url)
            #expect(waiting.status == 0 && waiting.errors.contains("its server asks to wait until "), "\(waiting)")
            let timer = try Program.lede(["refresh", "--due"], home: setup.home.url)
            #expect(timer.status == 0 && timer.errors.isEmpty && timer.output.contains("1 waiting"), "\(timer)")
            setup.server.publish(3...3)
            #expect(waiting.errors.contains("; --force asks it now\n"), "\(waiting)")
            let forced = try Program.lede(["refresh", "--force"], home: setup.home.url)
            #expect(forced.status == 0 && forced.output == "1 account: 1 new article\n", "\(forced)")
        }

        @Test("Offline too, adding a known account says that it is known and that its folder stays")
        func knownAccountOffline() throws {
            let setup = try Setup(.miniflux)
            #expect(try Program.lede(["offline", "on"], home: setup.home.url).status == 0)
            let new = try Program.lede(setup.adding + ["--folder", "Far"], home: setup.home.url)
            #expect(new.status == 0 && !new.errors.contains("known already"), "\(new)")
            let same = try Program.lede(setup.adding, home: setup.home.url)
            #expect(same.status == 0 && same.errors.contains("known already\n"), "\(same)")
            let other = try Program.lede(setup.adding + ["--folder", "Other"], home: setup.home.url)
            #expect(other.status == 0 && other.errors.contains("known already, so it stays in Far"), "\(other)")
            #expect(other.errors.contains("the next refresh online asks the server"), "\(other)")
        }

        @Test("Adding a known account while another process syncs it does not say that lede is offline")
        func knownAccountSyncedElsewhere() async throws {
            let setup = try Setup(.miniflux)
            setup.server.publish(1...2)
            #expect(try Program.lede(setup.adding, home: setup.home.url).status == 0)
            let gate = Gate()
            let requests = setup.server.origin.requests.count
            setup.server.world.withLock { $0.faults = [{ $0.after(gate) }] }
            let other = try ChildProcess(["refresh"], home: setup.home)
            try await setup.server.origin.waitForRequests(requests + 1)
            let added = try Program.lede(setup.adding, home: setup.home.url)
            #expect(added.status == 0 && !added.errors.contains("offline"), "\(added)")
            #expect(added.errors.contains("another lede is syncing this account: the next refresh asks"), "\(added)")
            gate.open()
            #expect(other.end() == 0)
        }

        @Test("The reader adds an account with a hidden secret, lists it, changes its secret and removes it")
        func reader() throws {
            let setup = try Setup(.greader)
            setup.server.publish(1...5)
            let terminal = try TerminalSession(home: setup.home.url)
            try terminal.wait(for: "Welcome to lede")
            try terminal.send("-l", ":account add \(setup.server.address) --user me")
            try terminal.send("Enter")
            try terminal.wait(for: "password for")
            try terminal.send("-l", "wrong")
            try terminal.wait(for: "*****")
            try terminal.send("Enter")
            try terminal.wait(for: "Not added: the server refused")
            #expect(try setup.store.accounts().isEmpty)
            try terminal.send("-l", ":account add greader \(setup.server.address) --user me --folder Far")
            try terminal.send("Enter")
            try terminal.wait(for: "password for")
            try terminal.send("-l", "right")
            try terminal.send("Enter")
            try terminal.wait(for: "1 feed, 5 new articles")
            try terminal.wait("the server's folder in the account's") { lines in
                ["▾ Far", "News & a/b", "Wire"].allSatisfy { text in lines.contains { $0.contains(text) } }
            }
            let file = try #require(try setup.store.accounts()[0].secretFile)
            let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600 && folder.hasPrefix(setup.home.url.path))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            setup.server.world.withLock { ($0.password, $0.session) = ("other", "s2") }
            try terminal.send("-l", ":account add greader \(setup.server.address) --user me")
            try terminal.send("Enter")
            try terminal.wait(for: "password for")
            try terminal.send("-l", "other")
            try terminal.send("Enter")
            try terminal.wait(for: "1 feed, 0 new articles")
            #expect(try setup.store.accounts().count == 1)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
            try terminal.send("-l", ":account")
            try terminal.send("Enter")
            try terminal.wait(for: "greader, 1 feed")
            try terminal.send("Escape")
            // Sent together, Escape and : would be Alt-:.
            try terminal.wait("the panel is closed") { lines in !lines.contains { $0.contains("greader, 1 feed") } }
            try terminal.send("-l", ":account remove \(setup.server.address)")
            try terminal.send("Enter")
            try terminal.wait(for: "The account and its feeds are removed")
            #expect(try setup.store.accounts().isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
