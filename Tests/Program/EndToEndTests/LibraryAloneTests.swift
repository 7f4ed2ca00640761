import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Files in place of the folders that lede can do without.
    @Suite struct LibraryAloneTests {
        private let home: TemporaryHome

        init() throws {
            home = try TemporaryHome()
            for name in ["config", "cache", "state"] {
                try Data().write(to: home.url.appendingPathComponent(name))
            }
        }

        private func lede(_ arguments: String...) throws -> Program.Result {
            let result = try Program.lede(arguments, home: home.url)
            #expect(result.errors.contains("/state: the folder cannot be created: file exists; "), "\(result)")
            return result
        }

        @Test("Without a configuration, a cache and a state, feeds are added, refreshed, listed and marked")
        func reading() throws {
            let origin = try Origin()
            let feed = "<rss version='2.0'><channel><title>a</title><item><title>b</title></item></channel></rss>"
            origin.route("/feed", .response(body: feed))
            for arguments in [["add", origin.url("/feed")], ["refresh", "--force"]] {
                let result = try Program.lede(arguments, home: home.url)
                #expect(result.status == 0, "\(result)")
                #expect(result.errors.contains("lede: cache: ") && result.errors.contains("; continuing without it"))
            }
            #expect(try lede("count").status == 0)
            #expect(try lede("mark", "star", "1").status == 0)
            #expect(try lede("list").output.contains(origin.url("/feed")))
        }

        @Test("A state folder or a log that cannot be written is reported", .enabled(if: Program.canIsolate))
        func unwritable() throws {
            let state = home.url.appendingPathComponent("state").path
            let lede = "setpriv --bounding-set=-all --inh-caps=-all '\(Program.path)' count"
            let script = """
                rm '\(state)'; mkdir '\(state)'; \(lede); chmod 500 '\(state)'; \(lede); chmod 700 '\(state)'
                touch '\(state)/requests.log'; chmod 400 '\(state)/requests.log'; \(lede)
                """
            let result = try Program.run(
                "/usr/bin/unshare", ["-rm", "sh", "-c", script], environment: ["LEDE_HOME": home.url.path])
            let problems = ["", "/requests.log"].map {
                "lede: \(state)\($0): cannot be written: permission denied; continuing without it"
            }
            #expect(result.errors.split(separator: "\n").map(String.init) == problems, "\(result)")
        }

        @Test("The offline switch needs only the library")
        func offline() throws {
            for (mode, isOffline) in [("on", true), ("off", false)] {
                let result = try lede("offline", mode)
                #expect(result.status == 0 && !result.errors.contains("cache"), "\(result)")
                #expect(try lede("offline").output == (isOffline ? "offline\n" : "online\n"))
            }
        }
    }
}
