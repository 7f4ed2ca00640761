import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct PageCommandTests {
        private static let sentence =
            "The swing bridge has been closed since June, and the ships went around the island, which took an hour."
        private static let page = """
            <html lang="en"><head><title>Bridge open - News</title><meta name="author" content="Nora Lind">
            <meta property="article:published_time" content="2026-03-12"></head><body><nav><a href="/">Start</a></nav><article>
            <h1>Bridge open</h1><p>\(sentence) <a href="/b">More</a></p><ul><li>\(sentence)</li></ul>
            <figure><img src="b.png" alt="A bridge"><figcaption>The bridge in June</figcaption></figure><p>\(sentence)</p>
            </article></body></html>
            """

        private func file(_ page: String, in home: TemporaryHome) throws -> String {
            let file = home.url.appendingPathComponent("page.html")
            try Data(page.utf8).write(to: file)
            return file.path
        }

        @Test("page prints the main part as HTML, as text and as JSON")
        func forms() throws {
            let home = try TemporaryHome()
            let path = try file(Self.page, in: home)
            let address = "https://quay.example/a"
            let html = try Program.lede(["page", path, "--url", address], home: home.url)
            #expect(html.status == 0 && html.output.contains("<a href=\"https://quay.example/b\">More</a>"))
            #expect(!html.output.contains("Start") && html.output.contains("The bridge in June"))
            let text = try Program.lede(["page", path, "--text", "--without-captions"], home: home.url)
            #expect(text.output.contains("\n\n• " + Self.sentence + "\n\n") && !text.output.contains("in June"))
            let json = try Program.lede(["page", path, "--json", "--url", address], home: home.url)
            let answer = try #require(
                try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            #expect(answer["title"] as? String == "Bridge open" && answer["author"] as? String == "Nora Lind")
            #expect(answer["date"] as? String == "2026-03-12" && answer["language"] as? String == "en")
            let pictures = try #require(answer["pictures"] as? [[String: String]])
            #expect(
                pictures == [
                    ["url": "https://quay.example/b.png", "alt": "A bridge", "caption": "The bridge in June"]
                ])
            #expect(answer["gate"] as? Bool == false && (answer["html"] as? String)?.contains("swing bridge") == true)
            let piped = try Program.lede(["page", "-", "--text"], home: home.url, input: Self.page)
            #expect(piped.status == 0 && piped.output.contains(Self.sentence))
        }

        @Test("Each line of a quotation has its mark in the text of a page, and each line of an item is indented")
        func lines() throws {
            let home = try TemporaryHome()
            let parts = "<blockquote>Ann wrote:<br>Fog.</blockquote><ol><li>tide<br>high<pre>a\nb</pre></li></ol>"
            let paragraph = "<p>\(Self.sentence)</p>"
            let page = "<article><h1>Fog</h1>" + paragraph + parts + paragraph + "</article>"
            let result = try Program.lede(["page", "-", "--text"], home: home.url, input: page)
            #expect(
                result.output.contains("\n> Ann wrote:\n> Fog.\n\n1. tide\n   high\n\n   a\n   b\n\n"),
                "\(result.output)")
        }

        @Test("page reads the charset of --content-type")
        func contentType() throws {
            let home = try TemporaryHome()
            let page = Self.page.replacing("Nora", with: "N\u{F6}ra").replacing("closed", with: "ges\u{F6}lossen")
            let path = home.url.appendingPathComponent("latin.html")
            try #require(page.data(using: .isoLatin1)).write(to: path)
            let result = try Program.lede(
                ["page", path.path, "--text", "--content-type", "text/html; charset=iso-8859-1"], home: home.url)
            #expect(result.output.contains("ges\u{F6}lossen"))
        }

        @Test("page fetches an address through the cache, under a policy")
        func address() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/a",
                .response(
                    fields: ["Cache-Control": "max-age=600", "Content-Type": "text/html"], body: Self.page))
            let url = origin.url("/a")
            let missing = try Program.lede(
                ["page", url, "--cache-policy", "returnCacheDataDontLoad"], home: home.url)
            #expect(missing.status != 0 && origin.requests.isEmpty && missing.output == "")
            for _ in 1...2 {
                let result = try Program.lede(["page", url], home: home.url)
                #expect(result.status == 0 && result.output.contains(origin.url("/b")))
            }
            #expect(origin.requests.count == 1)
            let reloaded = try Program.lede(
                ["page", url, "--cache-policy", "reloadIgnoringLocalCacheData"], home: home.url)
            #expect(reloaded.status == 0 && origin.requests.count == 2)
            let wrong = try Program.lede(["page", url, "--cache-policy", "maybe"], home: home.url)
            #expect(wrong.status == 64 && wrong.errors.contains("is not a cache policy"))
        }

        @Test("page says that it prints a stale page")
        func stalePage() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let fields: KeyValuePairs = ["Cache-Control": "max-age=0", "Content-Type": "text/html"]
            origin.route("/a", inOrder: [.response(fields: fields, body: Self.page), .closed])
            #expect(try !Program.lede(["page", origin.url("/a")], home: home.url).errors.contains("stale"))
            let stored = try Program.lede(["page", origin.url("/a")], home: home.url)
            #expect(stored.status == 0 && stored.output.contains(Self.sentence), "\(stored)")
            #expect(stored.errors.contains("stale by"), "\(stored)")
        }

        @Test("page keeps the paragraphs and lines of plain text, but reads HTML under that type as HTML")
        func plainText() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let fields: KeyValuePairs = ["Content-Type": "text/plain; charset=utf-8"]
            origin.route("/a.txt", .response(fields: fields, body: "Fog,\nand 1 < 2.\n\n    tide = 3\n\nThe end.\n"))
            let text = try Program.lede(["page", origin.url("/a.txt"), "--text"], home: home.url)
            #expect(text.output == "Fog,\nand 1 < 2.\n\n    tide = 3\n\nThe end.\n")
            let html = try Program.lede(["page", origin.url("/a.txt")], home: home.url)
            #expect(html.output.hasPrefix("<p>Fog,<br>\nand 1 &lt; 2.</p>\n<pre>    tide = 3</pre>\n"))
            let file = try Program.lede(["page", "-", "--text"], home: home.url, input: "Fog,\nrain.\n\nSnow.\n")
            #expect(file.output == "Fog,\nrain.\n\nSnow.\n")
            origin.route("/b", .response(fields: fields, body: Self.page))
            let page = try Program.lede(["page", origin.url("/b"), "--text"], home: home.url)
            #expect(page.output.contains(Self.sentence) && !page.output.contains("<p>"))
        }

        @Test("page prints the words of a transcript without its times")
        func transcript() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let cues = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>Fog in\n\n00:02.000 --> 00:03.000\nthe harbour.\n"
            origin.route("/a.vtt", .response(fields: ["Content-Type": "text/vtt"], body: cues))
            let text = try Program.lede(["page", origin.url("/a.vtt"), "--text"], home: home.url)
            #expect(text.output == "Ada: Fog in the harbour.\n")
        }

        @Test("page fetches the AMP version of a stub once, and says which page's text it prints")
        func alternative() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let fields: KeyValuePairs = ["Cache-Control": "max-age=600", "Content-Type": "text/html"]
            let stub = "<link rel=amphtml href=/amp><div id=app><p>Loading.</p></div>"
            origin.route("/a", .response(fields: fields, body: stub))
            origin.route("/amp", .response(fields: fields, body: "<link rel=amphtml href=/more>" + Self.page))
            for _ in 1...2 {
                let result = try Program.lede(["page", origin.url("/a"), "--json"], home: home.url)
                let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
                #expect(answer?["source"] as? String == origin.url("/amp"))
                #expect((answer?["html"] as? String)?.contains("swing bridge") == true)
            }
            #expect(origin.requests.map(\.target) == ["/a", "/amp"])
            origin.route("/b", .response(fields: fields, body: stub.replacing("/amp", with: "/none")))
            origin.route("/none", .response(404))
            let failed = try Program.lede(["page", origin.url("/b")], home: home.url)
            #expect(failed.status == 1 && failed.errors.contains("no article was found on the page; it names"))
            #expect(origin.requests.count == 4)
        }

        @Test("page prints the reason in one line if there is no text")
        func failures() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/gone", .response(410, body: Self.page))
            origin.route("/long", .truncated(body: "short", declaring: 17 << 20))
            let stub = try file(
                "<link rel=amphtml href=https://quay.example/amp><div id=app></div>", in: home)
            let login = "<form method=post><input type=password></form><p>Please log in to read on.</p>"
            for (arguments, input, words) in [
                (["page", stub], "", "no article was found on the page; it names https://quay.example/amp"),
                (["page", "-", "--title", "Bridge open again"], login, "asks for a login"),
                (["page", origin.url("/gone")], "", "\(origin.url("/gone")): the server answered 410"),
                (["page", origin.url("/long")], "", "\(origin.url("/long")): the body is larger than 16 MB"),
                (["page", "/no/such/file"], "", "file"),
            ] {
                let result = try Program.lede(arguments, home: home.url, input: input)
                #expect(result.status == 1 && result.output == "", "\(arguments): \(result)")
                #expect(result.errors.contains(words), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            }
            #expect(try Program.lede(["page"], home: home.url).status == 64)
        }

        @Test("page --batch answers each line, even an invalid one, but not an empty one")
        func batch() throws {
            let home = try TemporaryHome()
            let path = try file(Self.page, in: home)
            let lines = [
                #"{"id":"1","path":"\#(path)","url":"https://quay.example/a","content_type":null,"title":"Bridge open"}"#,
                "no JSON", "", #"{"id":"2","path":"/no/such/file"}"#, #"{"id":"3","path":"\#(path)"}"#,
            ]
            let result = try Program.lede(
                ["page", "--batch"], home: home.url, input: lines.joined(separator: "\n") + "\n")
            let answers = try result.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
            try #require(result.status == 0 && answers.count == 4)
            #expect((answers[0]["html"] as? String)?.contains("https://quay.example/b") == true)
            #expect(answers[0]["gate"] as? Bool == false && answers[0]["ms"] is Double)
            #expect(answers[1]["error"] is String && answers[2]["error"] is String)
            #expect(answers.map { $0["id"] as? String } == ["1", nil, "2", "3"])
        }

        @Test("page --batch and parse --batch return an id that is a number", arguments: ["page", "parse"])
        func numberedRequest(_ command: String) throws {
            let home = try TemporaryHome()
            let line = #"{"id":7,"path":"/no/such/file"}"# + "\n"
            let result = try Program.lede([command, "--batch"], home: home.url, input: line)
            let answer = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
            #expect(answer?["id"] as? Int == 7, "\(result)")
            #expect((answer?["error"] as? String)?.contains("/no/such/file") == true, "\(result)")
        }
    }
}
