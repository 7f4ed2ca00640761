import Foundation
import GRDB
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct CacheClearTests {
        @Test("lede cache clear fails if another process's lock keeps the entries")
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
    }
}
