import Foundation
import Testing

extension EndToEnd {
    @Suite struct DefaultKeyTests {
        @Test("move-in binds newsboat's default keys only on request, and the person's own lines win")
        func defaultKeys() throws {
            let home = try TemporaryHome()
            let folder = home.url.appendingPathComponent("old")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in [("config", "bind-key s edit-flags articlelist\n"), ("urls", "file:///none/a\n")] {
                try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
            let file = home.url.appendingPathComponent("config/config.toml")
            let arguments = ["move-in", "newsboat", "--from", folder.path]
            // The status is 1, since this home has no articles.
            _ = try Program.lede(arguments, home: home.url)
            #expect(try !String(contentsOf: file, encoding: .utf8).contains("next-feed"))
            try FileManager.default.removeItem(at: file)
            _ = try Program.lede(arguments + ["--default-keys"], home: home.url)
            let text = try String(contentsOf: file, encoding: .utf8)
            let tables = text.split(separator: "\n\n").filter { $0.hasPrefix("[keys") }
            #expect(tables.map { $0.prefix { $0 != "\n" } } == ["[keys.feeds]", "[keys.articles]", "[keys.text]"])
            #expect(tables[1].contains("\"j\" = \"next-feed\"") && tables[1].contains("\"s\" = \"star\""))
            #expect(tables[2].contains("\"s\" = \"save\"") && !tables[1].contains("\"save\""))
            #expect(try Program.lede(["move-in", "sfeed", "--default-keys"], home: home.url).status == 64)
        }

        @Test(
            "lede keys --like prints a reader's default keys as a configuration", arguments: ["newsboat", "newsraft"])
        func likeAnotherReader(_ reader: String) throws {
            let home = try TemporaryHome()
            let printed = try Program.lede(["keys", "--like", reader], home: home.url)
            #expect(printed.status == 0 && printed.output.hasPrefix("# The default keys of \(reader)"))
            #expect(printed.output.contains("# config.toml twice: add the lines"))
            let folder = home.url.appendingPathComponent("config")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try printed.output.write(
                to: folder.appendingPathComponent("config.toml"), atomically: true, encoding: .utf8)
            let keys = try Program.lede(["keys"], home: home.url)
            #expect(keys.status == 0 && keys.errors == "" && keys.output.contains("\nMacros\n"))
            #expect(try Program.lede(["keys", "--like", "sfeed"], home: home.url).status == 64)
        }
    }
}
