import FeedModel
import Foundation
import ScriptedOrigin
import Testing

@testable import ArticleStorage

extension EndToEnd {
    /// `lede serve` as a separate process, and ledes that sync with it over real connections.
    @Suite struct ServeTests {
        let origin: Origin
        let hub: TemporaryHome

        init() throws {
            origin = try Origin()
            hub = try TemporaryHome()
            origin.route("/trains", .response(body: Self.feed("Trains", 1...30)))
            origin.route("/ships", .response(body: Self.feed("Ships", 101...105)))
            for (path, folder) in [("/ships", "Travel/Water"), ("/trains", "Travel")] {
                #expect(try lede(["add", origin.url(path), "--folder", folder], hub).status == 0)
            }
        }

        private static func feed(_ title: String, _ numbers: some Sequence<Int>) -> String {
            let items = numbers.map { number in
                "<item><guid>\(number)</guid><title>\(title) \(number)</title><link>http://a.test/\(number)</link>"
                    + "<description>&lt;p&gt;\(number)&lt;/p&gt;</description></item>"
            }
            return "<rss version='2.0'><channel><title>\(title)</title>\(items.joined())</channel></rss>"
        }

        private func lede(_ arguments: [String], _ home: TemporaryHome) throws -> Program.Result {
            try Program.lede(arguments, home: home.url)
        }

        private func store(_ home: TemporaryHome) throws -> ArticleStore {
            try ArticleStore(path: home.url.appendingPathComponent("data/library.sqlite").path)
        }

        /// Marks the article with that title.
        private func mark(_ title: String, _ mark: Mark, in home: TemporaryHome) throws {
            let store = try store(home)
            let row = try store.page(of: ArticleListing(.all, midnight: .now), at: .start, limit: 1_000).rows.first {
                $0.title == title
            }
            try store.set(mark, on: [#require(row).id])
        }

        private func tags(of title: String, in home: TemporaryHome) throws -> [String]? {
            try store(home).page(of: ArticleListing(.all, midnight: .now), at: .start, limit: 1_000).rows.first {
                $0.title == title
            }?.tags
        }

        /// Returns the title and the marks of every article.
        private func articles(_ home: TemporaryHome) throws -> [String] {
            try store(home).page(of: ArticleListing(.all, midnight: .now), at: .start, limit: 1_000).rows.map {
                "\($0.title)\($0.isRead ? " read" : "")\($0.isStarred ? " starred" : "")"
            }.sorted()
        }

        private func laptop(_ server: ServedLibrary) throws -> TemporaryHome {
            let home = try TemporaryHome()
            let added = try lede(["add", "--since", server.url], home)
            #expect(added.status == 0, "\(added.errors)")
            return home
        }

        @Test("The message about a removed feed says that the hub keeps it")
        func removal() throws {
            let laptop = try laptop(try ServedLibrary(hub))
            let removed = try lede(["remove", "Ships"], laptop)
            #expect(
                removed.output == "removed Ships (\(origin.url("/ships"))) here; the server keeps it\n", "\(removed)")
            #expect(try !lede(["list"], laptop).output.contains("Ships"))
            #expect(try lede(["list"], hub).output.contains("Ships"))
        }

        @Test("The laptop's sidebar and articles equal the hub's")
        func sidebar() throws {
            let server = try ServedLibrary(hub)
            let laptop = try laptop(server)
            #expect(try lede(["list"], laptop).output == lede(["list"], hub).output)
            #expect(try articles(laptop) == articles(hub))
            let again = try lede(["add", "--since", server.url], laptop).output
            #expect(again.hasSuffix("known already, 2 feeds, 0 new articles\n"), "\(again)")
            // The hub continues to read, rename and move; the laptop contacts one address.
            origin.route("/trains", .response(body: Self.feed("Trains", 1...33)))
            #expect(try lede(["refresh"], hub).status == 0)
            let requests = origin.requests.count
            let store = try store(hub)
            let ships = try #require(try store.subscription(feedURL: origin.url("/ships")))
            try store.rename(ships.id, to: "Ferries")
            try store.move(ships.id, to: ["A/B", "C"])
            #expect(try lede(["refresh"], laptop).status == 0)
            #expect(try lede(["list"], laptop).output == lede(["list"], hub).output)
            #expect(try articles(laptop) == articles(hub))
            #expect(origin.requests.count == requests)
            try store.remove(ships.id, at: .now)
            #expect(try lede(["refresh"], laptop).status == 0)
            #expect(try lede(["list"], laptop).output == lede(["list"], hub).output)
            #expect(try server.stop() == 0)
        }

        @Test(
            "A mark on one laptop appears on the other; of two offline marks, the last to arrive wins, field by field")
        func marks() throws {
            let server = try ServedLibrary(hub)
            let (one, two) = (try laptop(server), try laptop(server))
            try mark("Trains 1", .read(true), in: one)
            #expect(try lede(["refresh"], one).status == 0)
            #expect(try lede(["refresh"], two).status == 0)
            #expect(try articles(two).contains("Trains 1 read"))
            #expect(try articles(hub).contains("Trains 1 read"))

            for home in [one, two] { try store(home).setSetting("1", for: "offline") }
            try mark("Trains 2", .read(true), in: one)
            try mark("Trains 2", .starred(true), in: two)
            try mark("Trains 3", .starred(true), in: one)
            try mark("Trains 3", .starred(true), in: two)
            try mark("Trains 3", .starred(false), in: two)
            #expect(try lede(["refresh"], one).status == 75)
            for home in [one, two] { try store(home).setSetting(nil, for: "offline") }
            for home in [one, two, one] { #expect(try lede(["refresh"], home).status == 0) }
            for home in [one, two, hub] {
                let articles = try articles(home)
                #expect(articles.contains("Trains 2 read starred") && articles.contains("Trains 3"))
            }
            #expect(try store(one).accounts()[0].outgoingCount == 0)
        }

        @Test("A tag on one laptop appears on the hub and on the other, and goes everywhere")
        func tags() throws {
            let server = try ServedLibrary(hub)
            let (one, two) = (try laptop(server), try laptop(server))
            for isTagged in [true, false] {
                try mark("Trains 1", .tagged("sea", isTagged), in: isTagged ? one : two)
                for home in isTagged ? [one, two] : [two, one] { #expect(try lede(["refresh"], home).status == 0) }
                for home in [one, two, hub] { #expect(try tags(of: "Trains 1", in: home) == (isTagged ? ["sea"] : [])) }
            }
            #expect(try server.stop() == 0)
        }

        @Test(
            "A mark made while the reader runs is sent soon, even one from another process or made just before quitting"
        )
        func marksOfTheReader() throws {
            let server = try ServedLibrary(hub)
            let laptop = try laptop(server)
            let terminal = try TerminalSession(home: laptop.url)
            try terminal.wait(for: "Trains")
            try terminal.send("G", "Enter")
            try terminal.wait(for: "Trains 30")
            try terminal.send("s")
            try terminal.wait("the star on the hub") { _ in try articles(hub).contains { $0.hasSuffix("starred") } }
            // From here on no request is sent that could carry marks.
            try mark("Ships 101", .starred(true), in: laptop)
            try terminal.wait("the other star on the hub") { _ in try articles(hub).contains("Ships 101 starred") }
            try terminal.send("s", "j", "s", "Q")
            try terminal.waitForExit()
            #expect(try articles(hub) == articles(laptop))
            #expect(try articles(hub).filter { $0.hasSuffix("starred") }.count == 2)
            #expect(try store(laptop).accounts()[0].outgoingCount == 0)
        }

        @Test("Repeated kills lose nothing and duplicate nothing")
        func kills() throws {
            let server = try ServedLibrary(hub)
            let laptop = try laptop(server)
            for round in 1...6 {
                origin.route("/trains", .response(body: Self.feed("Trains", 1...(33 + round * 40))))
                #expect(try lede(["refresh"], hub).status == 0)
                try mark("Trains \(round)", .read(true), in: laptop)
                try mark("Trains \(round + 10)", .starred(true), in: laptop)
                try mark("Trains \(round + 20)", .read(true), in: hub)
                let child = try ChildProcess(["refresh"], home: laptop)
                usleep(UInt32.random(in: 1_000...60_000))
                child.kill()
            }
            #expect(try lede(["refresh"], laptop).status == 0)
            let expected = try articles(hub)
            #expect(try articles(laptop) == expected)
            #expect(expected.contains("Trains 6 read") && expected.contains("Trains 16 starred"))
            #expect(try store(laptop).accounts()[0].outgoingCount == 0)
            #expect(try lede(["list"], laptop).output == lede(["list"], hub).output)
        }

        @Test("While the log of changes is being written the port is open, and clients get a Retry-After")
        func gettingReady() throws {
            // Another process is writing.
            let (isHeld, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let store = try store(hub)
            DispatchQueue.global().async {
                try? store.write { _ in
                    isHeld.signal()
                    isOver.wait()
                }
            }
            isHeld.wait()
            let server = try ServedLibrary(hub)
            let question = "GET /items.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for question in [
                question, "POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{\"ops\":[]}",
            ] {
                let answer = try server.ask(question)
                #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: 2\r\n"), "\(answer)")
            }
            let early = try lede(["add", "--since", server.url], TemporaryHome())
            #expect(
                early.status == 1 && early.errors.contains("503 Service Unavailable, next try 20"), "\(early.errors)")
            isOver.signal()
            let deadline = Date(timeIntervalSinceNow: 20)
            while Date() < deadline, try server.ask(question).hasPrefix("HTTP/1.1 503 ") { usleep(20_000) }
            #expect(try articles(laptop(server)) == articles(hub))
        }

        @Test("The current rules are applied to stored articles when serving begins")
        func rules() throws {
            let folder = hub.url.appendingPathComponent("config")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try "[[kill]]\ntitle = \"Trains [12]\"\n".write(
                to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            let laptop = try laptop(try ServedLibrary(hub))
            // The articles that are left are 3 to 9, 30 and the ships.
            #expect(try articles(laptop).count == 8 + 5)
            #expect(try articles(laptop) == articles(hub))
        }

        // MARK: - Abuse

        @Test("Without the right token the server reveals nothing, and with it everything")
        func token() throws {
            let server = try ServedLibrary(hub, arguments: ["--token"])
            let file = hub.url.appendingPathComponent("data/serve.token").path
            let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .newlines)
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(token.count == 64)
            func answer(to field: String) throws -> String {
                try server.ask("GET /items.json HTTP/1.1\r\nHost: h\r\n\(field)Connection: close\r\n\r\n")
            }
            for field in [
                "", "Authorization: Bearer \(token.dropLast())x\r\n", "Authorization: Bearer\r\n",
                "Authorization: Basic \(token)\r\n", "Authorization: Bearer \(token)x\r\n",
            ] {
                let answer = try answer(to: field)
                #expect(answer.hasPrefix("HTTP/1.1 401 ") && !answer.contains("Trains"))
                #expect(answer.contains("WWW-Authenticate: Bearer"))
            }
            let answer = try answer(to: "Authorization: bearer \(token)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Trains 30"))
            _ = try server.stop()
            let log = server.errors
            #expect(log.contains("refused with 401: GET /items.json") && !log.contains(token.dropLast()))

            let configuration = try TemporaryHome()
            let folder = configuration.url.appendingPathComponent("config")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let again = try ServedLibrary(hub, arguments: ["--token"])
            try "[[credentials]]\nurl = \"\(again.origin)\"\nsecret-file = \"\(file)\"\n"
                .write(to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            let added = try lede(["add", "--since", again.url], configuration)
            #expect(added.status == 0, "\(added.errors)")
            #expect(try articles(configuration) == articles(hub))

            let other = try TemporaryHome()
            let account = try lede(["account", "add", again.origin, "--secret-file", file], other)
            #expect(account.status == 0 && account.output.contains("(since)"), "\(account)")
            #expect(try articles(other) == articles(hub))
        }

        @Test("If the token is too short, the server names its file", arguments: ["", "short"])
        func shortToken(_ token: String) throws {
            let file = hub.url.appendingPathComponent("data/serve.token").path
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            #expect(FileManager.default.createFile(atPath: file, contents: Data(token.utf8), attributes: mode))
            let result = try lede(["serve", "--token", "--listen", "127.0.0.1:0"], hub)
            #expect(result.errors == "lede: \(file): a token has at least 16 characters, and no spaces\n")
        }

        @Test("A token file that others can read, or a pipe in its place, ends the command at once")
        func unusableToken() throws {
            let file = hub.url.appendingPathComponent("data/serve.token").path
            try "0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            chmod(file, 0o644)
            let arguments = ["serve", "--token", "--listen", "127.0.0.1:0"]
            let exposed = try lede(arguments, hub)
            #expect(exposed.status == 1 && exposed.errors.contains("can be read by others: chmod 600"), "\(exposed)")
            unlink(file)
            #expect(mkfifo(file, 0o600) == 0)
            let pipe = try lede(arguments, hub)
            #expect(pipe.status == 1 && pipe.errors.contains("cannot be read: not a regular file"), "\(pipe)")
        }
    }
}
