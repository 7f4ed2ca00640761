import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    @Suite struct FetchFieldTests {
        @Test(
            "fetch and page send the User-Agent of feed requests: the version, without the commit, and an address"
        )
        func userAgent() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            for command in ["fetch", "page"] {
                _ = try Program.lede([command, origin.url("/\(command)")], home: home.url)
                let agent = try #require(origin.requests(to: "/\(command)").first?["User-Agent"])
                #expect(agent.wholeMatch(of: /lede\/[0-9.]+ \(\+https:\/\/[a-z.]+\)/) != nil, "\(command): \(agent)")
            }
        }

        @Test(
            "fetch ends as soon as the reader of its output has ended, even if SIGPIPE is ignored",
            arguments: ["", " --batch"], [("", "141\n"), ("trap '' PIPE; ", "lede: standard output: broken pipe\n1\n")])
        func closedPipe(_ option: String, _ signal: (trap: String, errors: String)) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            // More than a pipe holds.
            origin.route("/a", .response(fields: [], body: [UInt8](repeating: 65, count: 1 << 20)))
            let url = origin.url("/a")
            let words = option.isEmpty ? " '\(url)'" : option
            let result = try Program.run(
                "/bin/sh", ["-c", "\(signal.trap)('\(Program.path)' fetch\(words); echo $? >&2) | head -c 3"],
                environment: ["LEDE_HOME": home.url.path], input: "{\"url\": \"\(url)\"}\n")
            #expect(result.output.utf8.count == 3 && result.errors == signal.errors, "\(result)")
        }

        @Test("fetch requests ranges uncompressed: a part of a compressed body cannot be decompressed")
        func codingOfRange() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", .response(206, fields: ["Content-Range": "bytes 0-1/10"], body: "01"))
            for options in [[], ["-H", "Accept-Encoding: br"]] {
                let range = ["fetch", "-H", "Range: bytes=0-1"] + options
                #expect(try Program.lede(range + [origin.url("/a")], home: home.url).output == "01")
            }
            #expect(origin.requests.map { $0["Accept-Encoding"] } == ["identity", "br"])
        }

        @Test("fetch prints the decoded body unless a coding is requested", arguments: ["identity", "", "gzip"])
        func refusedCoding(_ coding: String) throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            // "body" in gzip.
            let gzip: [UInt8] = [
                31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 75, 202, 79, 169, 4, 0, 178, 11, 168, 219, 4, 0, 0, 0,
            ]
            let fields = [RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600")]
            origin.route("/a", .response(fields: fields, body: gzip))
            _ = try Program.lede(["fetch", origin.url("/a")], home: home.url)
            let printed = try Program.lede(
                ["fetch", "-H", "Accept-Encoding: \(coding)", origin.url("/a")], home: home.url)
            #expect((printed.output == "body") == (coding != "gzip") && origin.requests.count == 1, "\(printed)")
        }

        @Test("fetch -o says if the file contains a stale response")
        func staleFile() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route(
                "/a", inOrder: [.response(fields: ["Cache-Control": "max-age=0"], body: "old"), .closed])
            let file = home.url.appendingPathComponent("file")
            let fetch = ["fetch", origin.url("/a"), "-o", file.path]
            #expect(try !Program.lede(fetch, home: home.url).errors.contains("stale"))
            let stored = try Program.lede(fetch, home: home.url)
            #expect(stored.status == 0 && stored.errors.contains("stale by"), "\(stored)")
            #expect(try String(contentsOf: file, encoding: .utf8) == "old")
        }

        @Test("fetch -o does not write a file for HEAD, whose response has the length of a body but no body")
        func headToFile() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            origin.route("/a", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: \"1\"\r\n\r\n"))
            let file = home.url.appendingPathComponent("file").path
            let refused = try Program.lede(["fetch", "-X", "HEAD", "-o", file, origin.url("/a")], home: home.url)
            #expect(refused.status == 1 && refused.errors.hasSuffix("a response to HEAD has no body\n"), "\(refused)")
            let files = try FileManager.default.contentsOfDirectory(atPath: home.url.path)
            #expect(!files.contains { $0.hasPrefix("file") }, "\(files)")
            let checked = try Program.lede(
                ["fetch", "-X", "HEAD", "-o", "/dev/null", origin.url("/a")], home: home.url)
            #expect(checked.status == 0 && origin.requests.map(\.method) == ["HEAD"], "\(checked)")
        }

        @Test("fetch --batch refuses an unknown redirect mode, such as a mode of the fetch API of browsers")
        func unknownRedirectMode() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let line = "{\"id\": 1, \"url\": \"\(origin.url("/a"))\", \"redirect\": \"error\"}\n"
            let batch = try Program.lede(["fetch", "--batch"], home: home.url, input: line)
            #expect(batch.output.contains("not a redirect mode: error"), "\(batch)")
            #expect(origin.requests.isEmpty)
        }

        @Test("fetch --batch applies --cache-policy to lines that name none, and refuses options of one request")
        func optionsOfBatch() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let named = "{\"url\": \"\(origin.url("/named"))\", \"cache_policy\": \"useProtocolCachePolicy\"}\n"
            let lines = "{\"url\": \"\(origin.url("/a"))\"}\n" + named
            let policy = ["fetch", "--batch", "--cache-policy", "returnCacheDataDontLoad"]
            let batch = try Program.lede(policy, home: home.url, input: lines)
            #expect(batch.output.contains("not in cache"), "\(batch)")
            #expect(origin.requests.map(\.path) == ["/named"])
            for option in [["-H", "A: b"], ["-X", "PUT"], ["-d", "x"], ["-o", "-"], ["-f"], ["-i"]] {
                let refused = try Program.lede(["fetch", "--batch"] + option, home: home.url, input: lines)
                #expect(refused.status == 64 && refused.output.isEmpty, "\(option): \(refused)")
            }
            #expect(origin.requests.count == 1)
        }

        @Test("The 504 of fetch for only-if-cached is not reported as a stale response")
        func onlyIfCached() throws {
            let (home, origin) = (try TemporaryHome(), try Origin())
            let refused = try Program.lede(
                ["fetch", "-i", "-H", "Cache-Control: only-if-cached", origin.url("/a")], home: home.url)
            #expect(refused.output.hasPrefix("HTTP 504") && refused.errors == "", "\(refused)")
            #expect(origin.requests.isEmpty)
        }
    }
}
