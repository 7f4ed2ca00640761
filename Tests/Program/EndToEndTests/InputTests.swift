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

        @Test("A folder instead of a page is reported with its name")
        func folder() throws {
            let result = try run("page /", home: TemporaryHome())
            #expect(result.status == 1 && result.errors == "lede: /: is a directory\n", "\(result)")
        }
    }
}
