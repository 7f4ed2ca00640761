import CPictureMaker
import Foundation
import ScriptedOrigin
import Testing
import WrittenBooks

extension EndToEnd {
    @Suite struct BookTests {
        private static func read(_ url: URL) throws -> WrittenBook {
            try WrittenBook([UInt8](Data(contentsOf: url)))
        }

        @Test("A packed journey becomes a book with its pages and pictures, without a request")
        func packed() throws {
            let journey = try PackedJourney(articles: 3)
            #expect(try journey.lede("pack").status == 0)
            let requests = journey.origin.requests.count
            let file = journey.home.url.appendingPathComponent("trip.epub")
            let written = try journey.lede("book", file.path)
            #expect(written.status == 0 && written.errors.isEmpty)
            #expect(written.output.hasPrefix("\(file.path): 3 articles, 4 pictures, "))
            #expect(journey.origin.requests.count == requests)

            let book = try Self.read(file)
            #expect(book.chapters.count == 3)
            for chapter in book.chapters {
                #expect(XMLProblem(in: chapter.text) == nil)
                #expect(chapter.text.contains("leaves the harbour at ten, whatever the weather.</p>"))
                #expect(chapter.text.ranges(of: "alt=\"The pier\"/>").count == 2)
            }
            #expect(book.files.count { $0.name.hasSuffix(".png") } == 4)
            #expect(try book.file("EPUB/nav.xhtml").text.contains(">Harbour</a>\n<ol>\n<li>"))
            #expect(try journey.lede("count").output == "3\n")
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: journey.home.url.path).allSatisfy {
                    !$0.contains("epub.")
                })
        }

        @Test("A picture in WebP, which many e-readers do not show, becomes a JPEG file; a missing one is counted")
        func converted() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let rgba = [UInt8](repeating: 200, count: 40 * 30 * 4)
            var count = 0
            let made = try #require(make_webp(rgba, 40, 30, 0, &count))
            defer { free(made) }
            let picture = Array(UnsafeBufferPointer(start: made, count: count))
            origin.route("/a.webp", .response(fields: [RawField("Content-Type", "image/webp")], body: picture))
            let html = ["/a.webp", "/missing.webp"].map { "&lt;img src='\(origin.url($0))'>" }.joined()
            let item = "<item><guid>1</guid><description>\(html)</description></item>"
            let feed = "<rss version='2.0'><channel><title>Harbour</title>\(item)</channel></rss>"
            origin.route("/feed", .response(body: feed))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            _ = try Program.lede(["pack"], home: home.url)
            let file = home.url.appendingPathComponent("a.epub")
            let written = try Program.lede(["book", file.path], home: home.url)
            #expect(written.output.contains(": 1 article, 1 picture, "))
            let missing = "1 picture has only a description: no file is stored, or e-readers cannot show it\n"
            #expect(written.errors == missing)
            #expect(try Self.read(file).file("EPUB/picture-1.jpeg").bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        }

        /// Adds a feed with this number of articles; number 1 is the oldest.
        private static func addFeed(_ count: Int, _ home: TemporaryHome, _ origin: Origin) throws {
            let items = (1...count).map { number in
                """
                <item><guid>\(number)</guid><title>Ferry \(number)</title><description>Text \(number)</description>
                <pubDate>Sun, \(10 + number) Nov 2019 10:00:00 GMT</pubDate></item>
                """
            }
            let feed = "<rss version='2.0'><channel><title>Harbour</title>\(items.joined())</channel></rss>"
            origin.route("/feed", .response(body: feed))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
        }

        @Test("A book has the newest unread articles, or those of a search, an address or a folder")
        func selection() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            try Self.addFeed(5, home, origin)
            #expect(try Program.lede(["mark", "read", "--search", "title:2"], home: home.url).status == 0)
            let file = home.url.appendingPathComponent("a.epub")
            func titles(_ arguments: String...) throws -> [String] {
                let written = try Program.lede(["book", "--force", file.path] + arguments, home: home.url)
                #expect(written.status == 0, "\(written.errors)")
                return try Self.read(file).chapters.map { chapter in
                    try String(#require(chapter.text.firstMatch(of: /<title>Ferry (\d)/)).output.1)
                }
            }
            #expect(try titles() == ["5", "4", "3", "1"])
            #expect(try titles("--limit", "2") == ["5", "4"])
            #expect(try titles("is:read", "title:4") == ["4", "2"])
            #expect(try titles(origin.url("/feed")) == ["5", "4", "3", "1"])
        }

        @Test("A book replaces no file unless told to, and a failure leaves no part of it")
        func files() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            try Self.addFeed(1, home, origin)
            let folder = home.url.appendingPathComponent("books")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appendingPathComponent("a.epub")
            try Data("mine".utf8).write(to: file)
            func book(_ arguments: String...) throws -> Program.Result {
                try Program.lede(["book"] + arguments, home: home.url)
            }
            let refused = try book(file.path)
            #expect(refused.status == 1)
            #expect(refused.errors == "lede: \(file.path): exists already; --force replaces it\n")
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
            #expect(try book(file.path, "--force", "--title", "A & B").status == 0)
            #expect(try Self.read(file).file("EPUB/package.opf").text.contains("<dc:title>A &amp; B</dc:title>"))

            let other = folder.appendingPathComponent("b.epub")
            let empty = try book(other.path, "is:starred")
            #expect(empty.status == 1 && empty.errors == "lede: no book written: no article matches “is:starred”\n")
            #expect(try book(other.path, "nonsense:x").status == 64)
            #expect(try book(other.path, "--limit", "0").status == 64)
            #expect(try book(other.path, "--title", " ").errors.hasPrefix("lede: the title is empty"))
            #expect(try book("/dev/full").errors == "lede: /dev/full: no space left on device\n")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.epub"])
        }

        @Test("A book is in the language of its feeds, and links to the enclosures")
        func languageOfTheFeed() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let item = """
                <item><guid>1</guid><title>Hafen</title><description>Nebel</description>
                <enclosure url='https://example.org/nebel.mp3' type='audio/mpeg' length='3000000'/></item>
                """
            origin.route(
                "/feed",
                .response(body: "<rss version='2.0'><channel><language>de-ch</language>\(item)</channel></rss>"))
            #expect(try Program.lede(["add", origin.url("/feed")], home: home.url).status == 0)
            let file = home.url.appendingPathComponent("a.epub")
            #expect(try Program.lede(["book", file.path], home: home.url).status == 0)
            let book = try Self.read(file)
            #expect(try book.file("EPUB/package.opf").text.contains("<dc:language>de-ch</dc:language>"))
            #expect(book.chapters[0].text.contains(" xml:lang=\"de-ch\" lang=\"de-ch\">"))
            #expect(
                book.chapters[0].text.contains(
                    "<li><a href=\"https://example.org/nebel.mp3\">nebel.mp3</a> · audio/mpeg · 3 MB</li>"))
        }

        @Test("A terminal gets no book, whatever its name", arguments: ["-", "/dev/stdout", "/dev/tty"])
        func terminal(_ name: String) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            try Self.addFeed(1, home, origin)
            let terminal = try SimulatedTerminal(
                home: home.url, .init(attributes: "?6c"), .whole, arguments: ["book", name])
            _ = try terminal.playToEnd()
            #expect(terminal.text.contains("a book is not text: name a file"), "\(terminal.text)")
            #expect(!terminal.text.contains("epub"))
        }

        @Test("The file - is standard output")
        func standardOutput() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            try Self.addFeed(1, home, origin)
            let file = home.url.appendingPathComponent("a.epub")
            let line = "'\(Program.path)' book - > '\(file.path)'"
            let shell = try Program.run("/bin/sh", ["-c", line], environment: ["LEDE_HOME": home.url.path])
            #expect(shell.status == 0 && shell.output.isEmpty && shell.errors.hasPrefix("-: 1 article, 0 pictures, "))
            #expect(try Self.read(file).chapters.count == 1)
        }
    }
}
