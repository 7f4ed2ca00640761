import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct CacheClearTests {
        @Test("lede cache clear fails if another process's lock prevents the removal of entries")
        func locked() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", .response(fields: ["Cache-Control": "max-age=600"], body: "body"))
            #expect(try Program.lede(["fetch", origin.url("/a")], home: home.url).status == 0)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let path = home.url.appendingPathComponent("cache/cache.sqlite").path
            let holder = try DatabaseQueue(path: path, configuration: configuration)
            try holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let clear = try Program.lede(["cache", "clear"], home: home.url)
            #expect(clear.status == 1 && clear.errors.contains("another process"), "\(clear)")
            try holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            #expect(try Program.lede(["cache", "list"], home: home.url).output.contains(origin.url("/a")))
            #expect(try Program.lede(["cache", "clear"], home: home.url).status == 0)
            #expect(try Program.lede(["cache", "list"], home: home.url).output.isEmpty)
        }

        @Test("lede cache remove also removes what a request with its own Host has stored")
        func ownHost() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", .response(fields: ["Cache-Control": "max-age=600"], body: "body"))
            for options in [[], ["-H", "Host: a.example"]] {
                #expect(try Program.lede(["fetch"] + options + [origin.url("/a")], home: home.url).status == 0)
            }
            let listed = try Program.lede(["cache", "list"], home: home.url).output
            #expect(listed.split(separator: "\n").count == 2)
            #expect(try Program.lede(["cache", "remove", origin.url("/a")], home: home.url).status == 0)
            #expect(try Program.lede(["cache", "list"], home: home.url).output.isEmpty)
        }

        @Test("lede cache show and remove accept an address in the forms that lede fetch accepts")
        func addressForms() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/caf%C3%A9", .response(fields: ["Cache-Control": "max-age=600"], body: "body"))
            let written = origin.url("/caf\u{e9}#part").replacing("http:", with: "HTTP:")
            for (arguments, status) in [
                (["fetch"], 0), (["cache", "show"], 0), (["cache", "remove"], 0), (["cache", "show"], 3),
            ] as [([String], Int32)] {
                let result = try Program.lede(arguments + [written], home: home.url)
                #expect(result.status == status, "\(arguments): \(result)")
            }
        }

        @Test("lede cache list calls a response stale if its server requires validation before each use")
        func needsValidation() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for (path, control) in [("/a", "max-age=600, no-cache"), ("/b", "max-age=600")] {
                origin.route(path, .response(fields: ["Cache-Control": control], body: "body"))
                #expect(try Program.lede(["fetch", origin.url(path)], home: home.url).status == 0)
            }
            let states = try Program.lede(["cache", "list"], home: home.url).output.split(separator: "\n").map {
                $0.split(separator: "\t")[1]
            }
            #expect(states.sorted() == ["fresh", "stale"])
        }
    }
}
