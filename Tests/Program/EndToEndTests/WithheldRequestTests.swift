import ScriptedOrigin
import Testing

extension EndToEnd {
    /// A request must not bypass a proxy that an unreadable configuration may name.
    @Suite struct WithheldRequestTests {
        private static let reason = "nothing is requested until "

        @Test(
            "Nothing is requested while the proxy in config.toml cannot be read, and one line says so",
            arguments: [
                "proxy = \"localhost:9050\"", "proxy = 9050", "proxy = socks5h://localhost:9050",
                "proxy = \"sock5h://localhost:9050\"", "proxy = \"://localhost:9050\"",
            ])
        func unreadProxy(_ line: String) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let feed = "<rss><channel><title>F</title><item><guid>1</guid></item></channel></rss>"
            origin.route("/feed", .response(body: feed))
            try home.subscribe(to: origin.url("/feed"))
            let connections = origin.connectionCount
            try home.configure("[network]\n\(line)\n")
            for command in [["refresh", "--force"], ["fetch", origin.url("/other")], ["page", origin.url("/page")]] {
                let result = try Program.lede(command, home: home.url)
                #expect(result.status == 1 && result.output.isEmpty, "\(result)")
                #expect(result.errors.split(separator: "\n").count { $0.contains(Self.reason) } == 1, "\(result)")
                #expect(result.errors.contains("config.toml"), "\(result)")
            }
            #expect(try Program.lede(["add", origin.url("/new")], home: home.url).errors.contains(Self.reason))
            #expect(origin.connectionCount == connections)
            // The failure was not the feed's: its next request follows at once.
            try home.configure("[network]\nproxy = \"\"\n")
            let mended = try Program.lede(["refresh", "--force"], home: home.url)
            #expect(!mended.errors.contains(Self.reason) && origin.connectionCount > connections, "\(mended)")
        }
    }
}
