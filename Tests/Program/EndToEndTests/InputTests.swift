import Foundation
import Testing

extension EndToEnd {
    @Suite struct InputTests {
        private func run(_ words: String, home: TemporaryHome) throws -> Program.Result {
            try Program.run(
                "/bin/sh", ["-c", "exec '\(Program.path)' \(words)"], environment: ["LEDE_HOME": home.url.path])
        }

        @Test(
            "Standard input that cannot be read is reported in one line",
            arguments: ["import -", "import --starred -", "parse -", "page -"])
        func unreadable(_ command: String) throws {
            for (redirection, reason) in [("< /", "is a directory"), ("<&-", "bad file descriptor")] {
                let result = try run("\(command) \(redirection)", home: TemporaryHome())
                #expect(result.status == 1, "\(result)")
                #expect(result.errors == "lede: standard input: \(reason)\n", "\(result)")
            }
        }

        @Test("A folder in place of a file is reported with its name", arguments: ["import", "parse", "page"])
        func folder(_ command: String) throws {
            let result = try run("\(command) /", home: TemporaryHome())
            #expect(result.status == 1 && result.errors == "lede: /: is a directory\n", "\(result)")
        }

        @Test("Endless input is refused after 32 MB", arguments: ["import", "parse", "page"])
        func endless(_ command: String) throws {
            let result = try run("\(command) /dev/zero", home: TemporaryHome())
            #expect(result.status == 1 && result.errors == "lede: /dev/zero: longer than 32 MB\n", "\(result)")
        }

        @Test("A named pipe is read like a file")
        func pipe() throws {
            let feed = "<rss version='2.0'><channel><title>Piped</title></channel></rss>"
            let home = try TemporaryHome()
            let result = try Program.run(
                "/bin/sh", ["-c", "echo \"\(feed)\" | '\(Program.path)' parse /dev/stdin"],
                environment: ["LEDE_HOME": home.url.path])
            #expect(result.status == 0 && result.output.contains("Piped"), "\(result)")
        }
    }
}
