import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct FetchCommandTests {
        private func cacheControl(_ value: String, _ body: String) -> Reply {
            .response(fields: ["Cache-Control": value, "ETag": "\"1\""], body: body)
        }

        @Test("lede fetch works like curl, through the cache")
        func fetch() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/a", cacheControl("max-age=600", "the body"))
            let first = try Program.lede(["fetch", "-i", "-H", "X-Own: 1", origin.url("/a")], home: home.url)
            #expect(first.status == 0 && first.output.hasPrefix("HTTP 200") && first.output.hasSuffix("the body"))
            #expect(first.output.contains("Cache-Status: lede; fwd=uri-miss; fwd-status=200; stored\r\n"))
            #expect(origin.requests[0]["X-Own"] == "1")
            let second = try Program.lede(["fetch", origin.url("/a")], home: home.url)
            #expect(second.output == "the body" && origin.requests.count == 1)
            let posted = try Program.lede(["fetch", "-d", "x=1", origin.url("/a")], home: home.url)
            #expect(
                posted.status == 0 && origin.requests[1].method == "POST"
                    && origin.requests[1].body == Array("x=1".utf8))
        }

        @Test("A response reaches a terminal without control characters, and a pipe unchanged")
        func terminal() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let body = "\u{1B}]0;stolen\u{7}\u{1B}[31mred"
            origin.route("/a", .response(fields: ["X-Odd": "\u{1B}[32mgreen"], body: body))
            #expect(try Program.lede(["fetch", origin.url("/a")], home: home.url).output == body)
            let terminal = try TerminalSession(home: home.url, arguments: ["fetch", "-i", origin.url("/a")])
            try terminal.wait(for: "]0;stolen[31mred")
            try terminal.wait(for: "[32mgreen")
            #expect(try !terminal.state("#{pane_title}").contains("stolen"))
        }

        @Test("A failure gives one line on standard error and its own status")
        func failures() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/strict", cacheControl("max-age=0, must-revalidate", "old"))
            _ = try Program.lede(["fetch", origin.url("/strict")], home: home.url)
            origin.stop()
            for (arguments, status, words) in [
                ([origin.url("/a")], 2, "onnect"),
                // The 504 from the cache explains why the server was not reached, and shows no secret.
                ([origin.url("/strict")], 2, "onnect"),
                (["--cache-policy", "returnCacheDataDontLoad", origin.url("/b")], 3, "not in cache"),
                (["ftp://h.test/"], 1, "not an http or https address"),
                (["http://[::1"], 1, "not an http or https address: http://[::1\n"),
                (["http://a:b:c/"], 1, "the address is malformed"),
            ] {
                let result = try Program.lede(["fetch"] + arguments, home: home.url)
                #expect(result.status == status && result.output == "", "\(arguments): \(result)")
                #expect(
                    result.errors.contains(words) && result.errors.split(separator: "\n").count == 1, "\(result.errors)"
                )
            }
            let stored = try Program.lede(
                ["fetch", "--cache-policy", "returnCacheDataDontLoad", origin.url("/strict")], home: home.url)
            #expect(stored.status == 0 && stored.output == "old" && stored.errors.contains("stale by"))
        }

        @Test("A stored response is called stale, without a number of seconds, if its server has a newer one")
        func replaced() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let old = Reply.response(fields: ["Cache-Control": "max-age=600"], body: "old")
            origin.route("/a", inOrder: [old, .raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")])
            for options in [[], ["-X", "HEAD", "--cache-policy", "reloadIgnoringLocalCacheData"]] {
                #expect(try Program.lede(["fetch"] + options + [origin.url("/a")], home: home.url).status == 0)
            }
            let policy = ["--cache-policy", "returnCacheDataDontLoad"]
            let stored = try Program.lede(["fetch"] + policy + [origin.url("/a")], home: home.url)
            #expect(stored.output == "old" && stored.errors == "lede: stale: lede; hit\n", "\(stored)")
            let shown = try Program.lede(["cache", "show", origin.url("/a")], home: home.url).output
            #expect(shown.contains("\nstale, lifetime 600 s\n"), "\(shown)")
        }

        @Test("Offline, fetch and page print what the cache has, and otherwise request nothing and exit with 75")
        func offline() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let page = String(
                repeating: "<p>The night ferry leaves the harbour at ten, whatever the weather.</p>", count: 8)
            origin.route(
                "/a",
                .response(
                    fields: ["Cache-Control": "max-age=600", "Content-Type": "text/html"],
                    body: "<html><body><article><h1>Ferry</h1>\(page)</article></body></html>"))
            #expect(try Program.lede(["fetch", origin.url("/a")], home: home.url).status == 0)
            _ = try Program.lede(["offline", "on"], home: home.url)
            for command in ["fetch", "page"] {
                let stored = try Program.lede([command, origin.url("/a")], home: home.url)
                #expect(stored.status == 0 && stored.output.contains("night ferry"), "\(stored)")
                let refused = try Program.lede([command, origin.url("/b")], home: home.url)
                #expect(refused.status == 75 && refused.output == "", "\(refused)")
                #expect(
                    refused.errors == "lede: \(origin.url("/b")): not available offline (lede offline off)\n",
                    "\(refused.errors)")
            }
            let file = home.url.appendingPathComponent("file").path
            #expect(try Program.lede(["fetch", "-o", file, origin.url("/b")], home: home.url).status == 75)
            let lines = ["/a", "/b"].map { #"{"url":"\#(origin.url($0))"}"# }.joined(separator: "\n")
            let batch = try Program.lede(["fetch", "--batch"], home: home.url, input: lines + "\n")
            #expect(batch.status == 75 && batch.output.split(separator: "\n").count == 2)
            #expect(batch.errors.contains("not all requests were sent (lede offline off)"))
            #expect(origin.requests.count == 1)
            _ = try Program.lede(["offline", "off"], home: home.url)
            #expect(try Program.lede(["fetch", origin.url("/b")], home: home.url).status == 0)
        }

        @Test("An address with an incomplete host is refused with 1, offline too", arguments: ["fetch", "page"])
        func openBracket(_ command: String) throws {
            let home = try TemporaryHome()
            _ = try Program.lede(["offline", "on"], home: home.url)
            let result = try Program.lede([command, "http://[::1"], home: home.url)
            #expect(result.status == 1 && result.output.isEmpty, "\(result)")
            #expect(result.errors == "lede: not an http or https address: http://[::1\n", "\(result)")
        }

        @Test("While the library cannot be opened, fetch and page request nothing: its switch may be on")
        func hiddenLibrary() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let folder = home.url.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // A link to itself: the system cannot report that the file does not exist.
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent("library.sqlite").path, withDestinationPath: "library.sqlite")
            for command in ["fetch", "page"] {
                let result = try Program.lede([command, origin.url("/a")], home: home.url)
                #expect(result.status == 1 && result.errors.contains("the library cannot be used"), "\(result)")
            }
            #expect(origin.requests.isEmpty)
        }

        @Test("fetch and page open no socket for a redirect if the person went offline meanwhile")
        func offlineMeanwhile() async throws {
            let origin = try Origin()
            for (command, hasLibrary) in [("fetch", true), ("page", true), ("fetch", false), ("page", false)] {
                let (home, gate, path) = (try TemporaryHome(), Gate(), "/\(command)-\(hasLibrary)")
                origin.route(path, Reply.response(302, fields: ["Location": "/b"]).after(gate))
                // Another command makes the library before, or while this one runs.
                if hasLibrary { _ = try Program.lede(["offline", "off"], home: home.url) }
                let child = try ChildProcess([command, origin.url(path)], home: home)
                try await origin.waitForRequests(1, to: path)
                _ = try Program.lede(["offline", "on"], home: home.url)
                gate.open()
                #expect(child.end() == 75, "\(child.errors)")
                #expect(child.errors.contains("not available offline (lede offline off)"))
            }
            #expect(origin.requests(to: "/b").isEmpty)
        }

        @Test(
            "If an unopenable library appears during a request, fetch and page report that, and not offline mode"
        )
        func unopenableMeanwhile() async throws {
            let origin = try Origin()
            for arguments in [["fetch"], ["page"], ["fetch", "-o", "/dev/null"]] {
                let (home, gate, path) = (try TemporaryHome(), Gate(), "/\(arguments.count)-\(arguments[0])")
                origin.route(path, Reply.response(302, fields: ["Location": "/b"]).after(gate))
                let child = try ChildProcess(arguments + [origin.url(path)], home: home)
                try await origin.waitForRequests(1, to: path)
                let folder = home.url.appendingPathComponent("data")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appendingPathComponent("library.sqlite").path, withDestinationPath: "library.sqlite")
                gate.open()
                #expect(child.end() == 1, "\(child.errors)")
                #expect(child.errors.contains("the library cannot be used") && !child.errors.contains("offline"))
            }
            #expect(origin.requests(to: "/b").isEmpty)
        }

        @Test("A transfer of fetch ends once the person is offline, and its part is kept")
        func offlineDuringTransfer() async throws {
            let (home, origin, gate) = (try TemporaryHome(), try Origin(), Gate())
            origin.route(
                "/f",
                Reply([
                    Reply.head(200, [RawField("Content-Length", "1000"), RawField("ETag", "\"1\"")]),
                    .drip([UInt8](repeating: 0x2E, count: 1_000), pieceSize: 100, gate),
                ]))
            let file = home.url.appendingPathComponent("file").path
            _ = try Program.lede(["offline", "off"], home: home.url)
            let child = try ChildProcess(["fetch", "-o", file, origin.url("/f")], home: home)
            gate.pass()
            let part = { (try? Data(contentsOf: URL(fileURLWithPath: file + ".part")))?.count ?? 0 }
            for _ in 0..<2_000 where part() == 0 { try await Task.sleep(for: .milliseconds(10)) }
            _ = try Program.lede(["offline", "on"], home: home.url)
            gate.pass()
            #expect(child.end() == 75 && child.errors.contains("not available offline"), "\(child.errors)")
            #expect(part() == 100 && !FileManager.default.fileExists(atPath: file))
            gate.open()
        }

        @Test("fetch --batch writes one line of output per request, after failures too")
        func batch() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route("/a", .response(fields: ["Cache-Control": "max-age=600", "X-Odd": "\u{fc}"], body: "a"))
            origin.route("/echo") { request in .response(body: "\(request.method) \(request["X-Odd"] ?? "-")") }
            origin.route("/to", .response(302, fields: ["Location": "/a"]))
            let url = origin.url("")
            let lines = [
                #"{"id":1,"method":"GET","url":"\#(url)/a","headers":[],"body_base64":null,"cache_policy":"reloadIgnoringLocalCacheData","redirect":"follow"}"#,
                #"{"id":"two","method":"POST","url":"\#(url)/echo","headers":[["X-Odd","\u00e9"]],"body_base64":"eA=="}"#,
                #"{"id":3,"url":"\#(url)/to","redirect":"manual"}"#,
                #"{"id":4,"url":"\#(url)/nowhere","cache_policy":"returnCacheDataDontLoad"}"#,
                #"{"id":5,"url":"nonsense"}"#, #"{"id":6,"url":"\#(url)/a","headers":{"A":"no pair"}}"#,
                #"{"id":7,"url":"\#(url)/a","cachePolicy":"returnCacheDataDontLoad","header":[]}"#,
                "no json",
            ]
            let result = try Program.lede(
                ["fetch", "--batch"], home: home.url, input: lines.joined(separator: "\n") + "\n")
            #expect(result.status == 0)
            let replies = try result.output.split(separator: "\n").map { line in
                try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            }
            #expect(replies.count == 8)
            func reply(_ id: String) throws -> [String: Any] {
                try #require(replies.first { $0["id"].map { "\($0)" } == id })
            }
            let a = try reply("1")
            #expect(
                a["status"] as? Int == 200 && a["body_base64"] as? String == "YQ=="
                    && a["source"] as? String == "network")
            #expect((a["headers"] as? [[String]])?.contains(["X-Odd", "\u{fc}"]) == true && a["error"] is NSNull)
            #expect(try reply("two")["body_base64"] as? String == Data("POST \u{e9}".utf8).base64EncodedString())
            #expect(try reply("3")["status"] as? Int == 302)
            #expect((try reply("4")["error"] as? String)?.contains("not in cache") == true)
            #expect((try reply("5")["error"] as? String)?.contains("nonsense") == true)
            #expect(try reply("6")["error"] as? String == "this line is not a request")
            #expect(try reply("7")["status"] as? Int == 200)
            let warnings = result.errors.split(separator: "\n")
            #expect(warnings.count == 1 && warnings[0].contains("such keys are ignored"))
            #expect(origin.requests.allSatisfy { $0["Accept-Encoding"] == nil })
        }

        @Test("fetch -o resumes with If-Range, and starts over if the file has changed")
        func resumed() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            let file = home.url.appendingPathComponent("file").path
            for (tag, expected) in [("\"1\"", "0123456789"), ("\"2\"", "abcdefghij")] {
                origin.route("/f", .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10))
                #expect(try Program.lede(["fetch", "-o", file, origin.url("/f")], home: home.url).status == 2)
                origin.route("/f") { request in
                    guard request["Range"] == "bytes=5-", request["If-Range"] == tag else {
                        return .response(fields: ["ETag": tag], body: expected)
                    }
                    return .response(206, fields: ["ETag": tag, "Content-Range": "bytes 5-9/10"], body: "56789")
                }
                let result = try Program.lede(["fetch", "-o", file, origin.url("/f")], home: home.url)
                #expect(result.status == 0, "\(result.errors)")
                #expect(try String(contentsOfFile: file, encoding: .utf8) == expected)
                #expect(origin.requests.last?["Range"] == "bytes=5-" && origin.requests.last?["If-Range"] == "\"1\"")
                try FileManager.default.removeItem(atPath: file)
                _ = try Program.lede(["cache", "clear"], home: home.url)
            }
        }

        @Test(
            "fetch -o does not accept a range without a length for the rest of a file whose length it knows",
            arguments: [true, false])
        func rangeWithoutLength(isChunked: Bool) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let file = home.url.appendingPathComponent("file").path
            func fetch() throws -> Program.Result {
                try Program.lede(["fetch", "-o", file, origin.url("/f")], home: home.url)
            }
            origin.route("/f", .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10))
            #expect(try fetch().status == 2)
            let open: KeyValuePairs<String, String> = ["ETag": "\"1\"", "Content-Range": "bytes 5-7/*"]
            origin.route(
                "/f",
                isChunked
                    ? .chunked(206, fields: open, chunks: ["567"]) : .response(206, fields: open, body: "567"))
            let cut = try fetch()
            #expect(cut.status == 1 && cut.errors.contains("8 of 10 bytes arrived"), "\(cut)")
            #expect(!FileManager.default.fileExists(atPath: file))
            origin.route(
                "/f", .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 8-9/10"], body: "89"))
            #expect(try fetch().status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "0123456789")
        }

        @Test("fetch -o fetches a file of unknown length whole rather than add a range that leaves the length open")
        func rangeOfUnknownLength() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let file = home.url.appendingPathComponent("file").path
            let whole = Reply.response(fields: ["ETag": "\"1\""], body: "0123456789")
            let cut = Reply([
                Reply.head(200, [RawField("ETag", "\"1\""), RawField("Transfer-Encoding", "chunked")]),
                .body(Array("5\r\n01234\r\n".utf8)), .close,
            ])
            origin.route("/f", cut)
            #expect(try Program.lede(["fetch", "-o", file, origin.url("/f")], home: home.url).status == 2)
            origin.route("/f") { request in
                guard request["Range"] == "bytes=5-" else { return whole }
                return .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 5-7/*"], body: "567")
            }
            #expect(try Program.lede(["fetch", "-o", file, origin.url("/f")], home: home.url).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "0123456789")
            #expect(origin.requests.map { $0["Range"] } == [nil, "bytes=5-", nil])
        }

        @Test("An empty name for the output makes no request and no file; - is standard output")
        func outputNames() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", .response(body: "body"))
            func fetch(_ options: String) throws -> Program.Result {
                try Program.run(
                    "/bin/sh",
                    ["-c", "cd '\(home.url.path)' && exec '\(Program.path)' fetch \(options) \(origin.url("/a"))"],
                    environment: ["LEDE_HOME": home.url.path])
            }
            let empty = try fetch("-o ''")
            #expect(empty.status == 1 && empty.errors == "lede: -o names no file\n", "\(empty)")
            #expect(origin.requests.isEmpty)
            let printed = try fetch("-o -")
            #expect(printed.status == 0 && printed.output == "body", "\(printed)")
            #expect(try fetch("-i -o x").status == 64)
            let files = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
            #expect(!files.contains { $0.hasPrefix("-") || $0.hasPrefix(".part") || $0 == "x" }, "\(files)")
        }

        @Test("The cache of fetch, page and cache has the size that config.toml sets, unless an option sets another")
        func cacheSize() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            try home.configure("[network]\ncache-megabytes = 2\n")
            origin.route(
                "/big",
                .response(fields: ["Cache-Control": "max-age=600"], body: String(repeating: "x", count: 4_000)))
            #expect(try Program.lede(["fetch", origin.url("/big")], home: home.url).status == 0)
            let status = try Program.lede(["cache"], home: home.url).output
            #expect(status.contains(" of 2048K\n"), "\(status)")
            let other = try Program.lede(["cache", "status", "--disk-capacity", "64M"], home: home.url).output
            #expect(other.contains(" of 64M\n"), "\(other)")
        }

        @Test("A capacity of 0 does not remove the stored responses")
        func noCapacity() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for path in ["/a", "/b"] {
                origin.route(path, .response(fields: ["Cache-Control": "max-age=600"], body: "12345"))
            }
            let none = ["--disk-capacity", "0"]
            #expect(try Program.lede(["fetch", origin.url("/a")], home: home.url).output == "12345")
            #expect(try Program.lede(["fetch", origin.url("/b")] + none, home: home.url).output == "12345")
            for arguments in [["list"], ["list"] + none, ["list", "--disk-capacity", "1K"], ["list"]] {
                let output = try Program.lede(["cache"] + arguments, home: home.url).output
                #expect(output.contains("/a") && !output.contains("/b"), "\(output)")
            }
            let help = try Program.lede(["cache", "list", "--help"], home: home.url).output
            let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("a lower size removes entries, except in lede cache"), "\(help)")
        }

        @Test("lede cache shows and removes stored responses, without credentials or control characters")
        func cache() throws {
            let home = try TemporaryHome()
            let origin = try Origin()
            origin.route(
                "/a",
                .response(
                    fields: ["Cache-Control": "max-age=600", "X-Odd": "\u{1b}[31m\u{9b}red", "Vary": "X-\u{1b}[31m"],
                    body: "12345"))
            let secret = origin.url("/a").replacing("http://", with: "http://me:secret@")
            for _ in 1...2 { _ = try Program.lede(["fetch", secret], home: home.url) }
            let status = try Program.lede(["cache"], home: home.url).output
            #expect(status.contains("entries      1") && status.contains("50 % of 2"))
            for arguments in [["list"], ["show", origin.url("/a")]] {
                let output = try Program.lede(["cache"] + arguments, home: home.url).output
                #expect(output.contains(origin.url("/a")) && !output.contains("secret"))
                #expect(
                    output.unicodeScalars.allSatisfy {
                        "\n\t".unicodeScalars.contains($0) || !($0.value < 0x20 || (0x7f..<0xa0).contains($0.value))
                    })
            }
            _ = try Program.lede(["cache", "clear", "--older-than", "1d"], home: home.url)
            #expect(try Program.lede(["cache", "list"], home: home.url).output.contains("fresh"))
            _ = try Program.lede(["cache", "remove", origin.url("/a")], home: home.url)
            #expect(try Program.lede(["cache", "show", origin.url("/a")], home: home.url).status == 3)
            _ = try Program.lede(["fetch", secret], home: home.url)
            _ = try Program.lede(["cache", "clear", "--since", "2026-01-01"], home: home.url)
            #expect(try Program.lede(["cache", "list"], home: home.url).output == "")
        }
    }
}
