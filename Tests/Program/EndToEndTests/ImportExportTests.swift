import Foundation
import Testing

extension EndToEnd {
    @Suite struct ImportExportTests {
        private static let list = """
            <?xml version="1.0" encoding="ISO-8859-1"?>
            <opml version="1.1" xmlns:x="urn:x"><head><title>Mine &amp; yours</title><ownerName>Ann</ownerName>
            <expansionState>1, 2</expansionState></head><body>
            <outline text="Top" title="The top" type="rss" xmlUrl="https://top.example/feed?a=1&amp;b=2" category="/a/b,c"/>
            <outline text="News" isOpen="true"><outline text="Deep"><outline text="Leaf" type="atom"
            xmlUrl="https://leaf.example/" htmlUrl="https://leaf.example/home" x:color="#fa0"/></outline>
            <outline text="Empty" x:note="kept"/></outline>
            <outline text="Else"><outline text="Top again" xmlUrl="https://top.example/feed?a=1&amp;b=2"/></outline>
            <outline text="Last" xmlUrl="https://last.example/"/>
            </body></opml>
            """

        private func exported(after opml: Data, _ home: TemporaryHome) throws -> String {
            let file = home.url.appendingPathComponent("in.opml")
            try opml.write(to: file)
            let imported = try Program.lede(["import", file.path], home: home.url)
            #expect(imported.status == 0, "\(imported.errors)")
            return try Program.lede(["export"], home: home.url).output
        }

        @Test("The report about a refused address of megabytes is short")
        func longAddress() throws {
            let home = try TemporaryHome()
            let address = "fxp://" + String(repeating: "x", count: 3_000_000)
            let list = "<opml version='2.0'><body><outline type='rss' xmlUrl='\(address)'/></body></opml>"
            let result = try Program.lede(["import", "-"], home: home.url, input: list)
            #expect(result.status == 1 && result.errors.hasPrefix("lede: "))
            #expect(result.errors.utf8.count < 10_000)
        }

        @Test("OPML from another program survives import and export, twice")
        func nothingIsLost() throws {
            let first = try exported(after: Data(Self.list.utf8), TemporaryHome())
            let lines = [
                #"<opml version="2.0" xmlns:x="urn:x">"#, "<title>Mine &amp; yours</title>",
                "<ownerName>Ann</ownerName>",
                "<expansionState>1, 2</expansionState>",
                #"<outline text="Top" title="The top" type="rss" xmlUrl="https://top.example/feed?a=1&amp;b=2" category="/a/b,c"/>"#,
                #"<outline text="News" title="News" isOpen="true">"#, #"<outline text="Deep" title="Deep">"#,
                ##"<outline text="Leaf" title="Leaf" type="atom" xmlUrl="https://leaf.example/" htmlUrl="https://leaf.example/home" x:color="#fa0"/>"##,
                #"<outline text="Empty" title="Empty" x:note="kept"/>"#, #"<outline text="Else" title="Else">"#,
                #"<outline text="Top again" title="Top again" type="rss" xmlUrl="https://top.example/feed?a=1&amp;b=2"/>"#,
                #"<outline text="Last" title="Last" type="rss" xmlUrl="https://last.example/"/>"#,
            ]
            let written = first.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(written.filter(lines.contains) == lines)
            #expect(try exported(after: Data(first.utf8), TemporaryHome()) == first)
        }

        @Test("An export replaces a file as a whole, can be written to a pipe, and does not follow a link")
        func targets() throws {
            let home = try TemporaryHome()
            let whole = try exported(after: Data(Self.list.utf8), home)
            let file = home.url.appendingPathComponent("out.opml").path
            func export(to path: String) throws -> Program.Result {
                try Program.lede(["export", "-o", path], home: home.url)
            }
            func mode() -> mode_t {
                var facts = stat()
                return lstat(file, &facts) == 0 ? facts.st_mode : 0
            }
            #expect(try export(to: file).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == whole && mode() & 0o777 == 0o600)
            chmod(file, 0o640)
            #expect(try export(to: file).status == 0)
            #expect(mode() & 0o777 == 0o640)
            let link = home.url.appendingPathComponent("link.opml").path
            #expect(symlink(file, link) == 0)
            #expect(try export(to: link).errors.hasSuffix(": a symbolic link is not replaced; name the file itself\n"))
            unlink(file)
            #expect(try Program.lede(["export", file], home: home.url).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == whole)
            #expect(try Program.lede(["export", file, "-o", file], home: home.url).status == 64)
            unlink(file)
            #expect(mkfifo(file, 0o600) == 0)
            let reader = open(file, O_RDWR | O_NONBLOCK)
            defer { close(reader) }
            #expect(try export(to: file).status == 0)
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(reader, &bytes, bytes.count)
            #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == whole && mode() & S_IFMT == S_IFIFO)
        }

        @Test("An export onto a full disk leaves the old file, and nothing beside it", .enabled(if: Program.canIsolate))
        func fullDisk() throws {
            let home = try TemporaryHome()
            _ = try exported(after: Data(Self.list.utf8), home)
            let disk = SmallDisk("20M", copying: home)
            let result = try disk.run(
                """
                echo old > '\(disk.path)/out.opml'
                '\(Program.path)' list > '\(disk.path)/list'
                cat /dev/zero > '\(disk.path)/filling' 2>/dev/null || true
                '\(Program.path)' export -o '\(disk.path)/out.opml' 2>/dev/null || echo "status $?"
                cat '\(disk.path)/out.opml'
                ls '\(disk.path)'
                """)
            let lines = result.output.split(separator: "\n")
            #expect(lines == ["status 1", "old", "cache", "config", "data", "filling", "list", "out.opml", "state"])
        }

        @Test("A named pipe is imported like a file")
        func namedPipe() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("list.opml")
            try Data(Self.list.utf8).write(to: file)
            let command = "cat '\(file.path)' | '\(Program.path)' import /dev/stdin"
            let result = try Program.run("/bin/sh", ["-c", command], environment: ["LEDE_HOME": home.url.path])
            #expect(result.output == "3 feeds added\n", "\(result.errors)")
        }

        @Test("A name that is not UTF-8 is refused, and names no other file", arguments: ["import", "export -o"])
        func foreignName(_ command: String) throws {
            let home = try TemporaryHome()
            let script = """
                cd "$LEDE_HOME"; '\(Program.path)' \(command) "$(printf 'caf\\351.opml')"; echo "status $?"; ls
                """
            let result = try Program.run("/bin/sh", ["-c", script], environment: ["LEDE_HOME": home.url.path])
            #expect(result.errors.contains("is not UTF-8"), "\(result.errors)")
            #expect(result.output.hasPrefix("status 64\n"), "\(result.output)")
            #expect(!result.output.contains(".opml"), "\(result.output)")
        }

        @Test("A second import counts the known feeds, as the first import counts the new ones")
        func secondImport() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("urls")
            let lines = (1...1_200).map { "https://example.org/\($0)\n" }
            try lines.joined().write(to: file, atomically: true, encoding: .utf8)
            let outputs = try (1...2).map { _ in try Program.lede(["import", file.path], home: home.url).output }
            #expect(outputs == ["1,200 feeds added\n", "0 feeds added, 1,200 subscribed already\n"])
        }

        @Test("An imported folder without feeds is listed, removed and restored")
        func emptyFolder() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("list.opml")
            try """
            <opml version="2.0"><body><outline text="Barely"><outline text="Bare" x="y"/>
            <outline text="Gazette" xmlUrl="https://gazette.invalid/" type="rss"/></outline></body></opml>
            """.write(to: file, atomically: true, encoding: .utf8)
            #expect(try Program.lede(["import", file.path], home: home.url).output == "1 feed added\n")
            let list = try Program.lede(["export"], home: home.url).output
            let terminal = try TerminalSession(home: home.url, arguments: ["--offline"])
            try terminal.wait("the folder below its neighbour") { lines in
                let rows = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                return rows.firstIndex { $0.hasSuffix("Bare") }.map { rows[$0 - 1].contains("Gazette") } ?? false
            }
            try terminal.send("G", "D")
            try terminal.wait(for: "Removed the folder Barely/Bare")
            #expect(try !Program.lede(["export"], home: home.url).output.contains("Bare\""))
            try terminal.send("U")
            try terminal.wait(for: "Folder restored")
            #expect(try Program.lede(["export"], home: home.url).output == list)
            try terminal.send("Q")
            try terminal.waitForExit()
        }

        @Test("Tags of a feed become its category in OPML, and are restored; a category from a list can be removed")
        func feedTags() throws {
            let (home, other) = (try TemporaryHome(), try TemporaryHome())
            let list = """
                <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/" category="/press,/local" x="1"/>
                <outline text="B" xmlUrl="https://b.example/"/></body></opml>
                """
            let first = try exported(after: Data(list.utf8), home)
            #expect(first.contains(#"category="/press,/local" x="1"/>"#))
            func feed(_ name: String, _ change: String) throws {
                #expect(try Program.lede(["feed", name, change], home: home.url).status == 0)
            }
            try feed("https://a.example/", "tags=default")
            try feed("https://b.example/", "tags=sea, night train")
            let second = try Program.lede(["export"], home: home.url).output
            #expect(!second.contains("/press") && second.contains(#"category="sea,night train"/>"#))
            #expect(try exported(after: Data(second.utf8), other) == second)
            #expect(
                try Program.lede(["feed", "https://b.example/"], home: other.url).output
                    .contains("tags=sea,night train\n"))
        }

        @Test("A line break in an imported file's name does not add a setting to config.toml")
        func hostileName() throws {
            let home = try TemporaryHome()
            let file = home.url.appendingPathComponent("a\n[commands]\nbrowser = 'touch'\n#\u{1B}.opml")
            let list = """
                <opml xmlns:frss="https://freshrss.org/opml"><body><outline text="A" xmlUrl="https://a.example/"
                frss:filtersActionRead="intitle:spam"/></body></opml>
                """
            try list.write(to: file, atomically: true, encoding: .utf8)
            #expect(try Program.lede(["import", file.path], home: home.url).status == 0)
            let settings = try Program.lede(["config"], home: home.url)
            #expect(settings.errors.isEmpty && !settings.output.contains("touch"), "\(settings)")
            #expect(try Program.lede(["rules"], home: home.url).output.contains("spam"))
        }

        @Test("Filters in OPML become rules: FreshRSS marks articles as read, Miniflux drops them")
        func filters() throws {
            let home = try TemporaryHome()
            let list = """
                <opml version="2.0"><body><outline text="A" xmlUrl="https://a.example/"
                frss:filtersActionRead="intitle:spam" miniflux:blockFilterEntryRules="EntryTitle=casino"/></body></opml>
                """
            _ = try exported(after: Data(list.utf8), home)
            let file = home.url.appendingPathComponent("config/config.toml")
            let text = try String(contentsOf: file, encoding: .utf8)
            let tables = text.split(separator: "\n\n").map { table in
                table.split(separator: "\n").filter { !$0.hasPrefix("feed = ") }.map(String.init)
            }
            #expect(tables.contains(["[[mark]]", #"title = "spam""#, "read = true"]), "\(text)")
            #expect(tables.contains(["[[kill]]", #"title = "casino""#]), "\(text)")
            let rules = try Program.lede(["rules"], home: home.url)
            #expect(rules.errors.isEmpty && rules.output.contains("→ read"), "\(rules.output)")
            // The same list under another name adds no rules.
            let again = try Program.lede(["import", "-"], home: home.url, input: list)
            #expect(again.status == 0 && again.output == "0 feeds added, 1 subscribed already\n", "\(again)")
        }

        @Test("Tags in newsboat's file become categories in OPML")
        func newsboatTags() throws {
            let lines = [
                #"https://a.example/ "tech" "daily" "~My paper""#, "query:x:unread",
                #""query:Unread:unread = \"yes\"""#, "https://b.example/ solo",
            ]
            let file = lines.joined(separator: "\n") + "\n"
            let written = try exported(after: Data(file.utf8), TemporaryHome())
            #expect(
                written.contains(
                    #"text="My paper" title="My paper" type="rss" xmlUrl="https://a.example/" category="tech,daily""#))
            #expect(written.contains(#"xmlUrl="https://b.example/"/>"#) && written.contains(#"text="solo""#))
        }
    }
}
