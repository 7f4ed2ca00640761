import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// The modes of the files and folders that the program makes.
    @Suite struct PrivateFilesTests {
        @Test("Only their owner can read the files that lede makes, or list its folders")
        func modes() throws {
            let journey = try PackedJourney(articles: 1)
            // One half of this picture stays as a part.
            let fields = [
                RawField("ETag", "\"0\""), RawField("Content-Type", "image/png"), RawField("Content-Length", "400000"),
            ]
            let half = Array(PackedJourney.file(0, bytes: 400_000).prefix(200_000))
            journey.origin.route("/own0.png", Reply([Reply.head(200, fields), .body(half), .close]))
            let packed = try journey.lede("pack")
            #expect(packed.output.contains("1 partly"), "\(packed)")
            let server = try ServedLibrary(journey.home, arguments: ["--token"])
            let terminal = try TerminalSession(home: journey.home.url)
            try terminal.wait(for: "Harbour")
            try terminal.send("l")
            try terminal.wait(for: "Ferry 0")
            // The journal of marks exists while the reader runs.
            try terminal.send("s")
            try terminal.wait(for: "★")

            var files: [String] = []
            for folder in ["config", "data", "cache", "state"] {
                let path = journey.home.url.appendingPathComponent(folder).path
                let names = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
                for file in [path] + names.map({ path + "/" + $0 }) {
                    var status = stat()
                    // A file of the database may be gone by now.
                    guard lstat(file, &status) == 0 else { continue }
                    #expect(status.st_mode & 0o077 == 0, "\(file): \(String(status.st_mode, radix: 8))")
                    files.append(String(file.dropFirst(journey.home.url.path.count)))
                }
            }
            let kinds = [
                "/config", "/data/library.sqlite", "/data/library.sqlite-marks-", "/data/aboard.sqlite",
                "/data/aboard/", "/data/parts/", "/data/serve.token", "/cache/cache.sqlite", "/state/requests.log",
                "/state/serve.position",
            ]
            for kind in kinds { #expect(files.contains { $0.hasPrefix(kind) }, "\(kind) in \(files)") }
            #expect(try server.stop() == 0)
            try terminal.send("Q")
            try terminal.waitForExit()
        }
    }
}
