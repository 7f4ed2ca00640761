import Foundation
import ScriptedOrigin
import Testing

extension EndToEnd {
    /// Requests to `lede serve`, byte by byte.
    @Suite struct ServedRequestTests {
        let hub: TemporaryHome

        init() throws {
            hub = try TemporaryHome()
            let origin = try Origin()
            let items = (1...3).map { "<item><guid>\($0)</guid><title>Ship \($0)</title></item>" }
            let feed = "<rss version='2.0'><channel><title>Ships</title>\(items.joined())</channel></rss>"
            origin.route("/ships", .response(body: feed))
            try hub.subscribe(to: origin.url("/ships"))
        }

        @Test("At an address that other machines reach, each request needs the token, without an option")
        func otherMachines() throws {
            let server = try ServedLibrary(hub, arguments: ["--listen", "0.0.0.0:0"])
            let question = "GET /ids.json HTTP/1.1\r\nHost: localhost\r\n"
            #expect(try server.ask(question + "\r\n").hasPrefix("HTTP/1.1 401 "))
            let file = hub.url.appendingPathComponent("data/serve.token")
            let token = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
            let answer = try server.ask(question + "Authorization: Bearer \(token)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        }

        @Test("Of a flood of refused requests a few are logged each second, without their queries")
        func flood() throws {
            let server = try ServedLibrary(hub)
            let start = ContinuousClock.now
            var count = 0
            // The number of the others is logged once their second is over.
            while !server.errors.contains(" more\n"), count < 20_000 {
                _ = try server.ask("GET /\(count)?key=hush HTTP/1.1\r\nHost: localhost\r\n\r\n")
                count += 1
            }
            // The first and the last second are not whole ones.
            let seconds = Int((ContinuousClock.now - start) / .seconds(1)) + 2
            let lines = server.errors.split(separator: "\n").filter { $0.contains("refused with 404: GET /") }
            #expect(5...5 * seconds ~= lines.count && lines.count < count, "\(lines.count) of \(count)")
            #expect(!server.errors.contains("hush"))
        }

        @Test("The server does not ask for the body of a request without the token")
        func bodyOfStranger() throws {
            let server = try ServedLibrary(hub, arguments: ["--token"])
            let fields = "Host: localhost\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n"
            let answer = try server.ask("POST /state HTTP/1.1\r\n\(fields)\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("\r\nConnection: close\r\n"), "\(answer)")
        }

        private static let refusals = [
            ("GET /../data/library.sqlite HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET //items.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET http://elsewhere.example/items.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\n\r\n", 400),
            ("GET /items.json HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\nHost: 127.0.0.1:80@evil.example\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\nHost: [::1].evil.example\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\nHost: 127.0.0.evil\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("GET /items.json HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-site\r\n\r\n", 403),
            ("GET /items.json HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: Cross-Site\r\n\r\n", 403),
            (
                "POST /state HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nContent-Length: 2\r\n\r\n{}",
                403
            ),
            ("POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\nxxx", 413),
            ("POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
            ("POST /state HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
            ("POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n[]", 400),
            ("DELETE /items.json HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("GET /items.json?since_id=x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /items.json?since_id=99999999999999999999 HTTP/1.1\r\nHost: localhost\r\n\r\n", 409),
            ("GET /ids.json?state=bogus HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /items.json HTTP/2.0\r\nHost: localhost\r\n\r\n", 505),
            ("\u{16}\u{3}\u{1} no HTTP at all\r\n\r\n", 400),
            ("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n", 431),
        ]

        @Test("Malformed requests are refused, and do not change the library")
        func refused() throws {
            let server = try ServedLibrary(hub)
            for (request, status) in Self.refusals {
                #expect(try server.ask(request).hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(60))")
            }
            let absolute = "GET http://localhost/ids.json HTTP/1.1\r\nHost: other.example\r\n\r\n"
            #expect(try server.ask(absolute).hasPrefix("HTTP/1.1 200 "))
            let typed = "GET /ids.json HTTP/1.1\r\nHost: 127.0.0.1:80\r\nSec-Fetch-Site: none\r\n\r\n"
            #expect(try server.ask(typed).hasPrefix("HTTP/1.1 200 "))
            #expect(try Program.lede(["count"], home: hub.url).output == "3\n")
        }

        @Test(
            "A response is compressed if the client accepts gzip, by name or by an asterisk",
            arguments: [
                ("gzip", true), ("*", true), ("br;q=1, *;q=0.5", true), ("gzip;q=0.5, *;q=0", true),
                ("gzip;q=0, *", false), ("*, GZIP; q=0", false), ("*;q=0", false), ("br", false), ("", false),
            ])
        func coding(_ accepted: String, _ isCoded: Bool) throws {
            let server = try ServedLibrary(hub)
            let answer = try server.ask(
                "GET /items.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: \(accepted)\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Content-Encoding: gzip\r\n") == isCoded)
        }

        @Test(
            "The address of the next page has the scheme that a proxy in front names",
            arguments: [
                ("", "http"), ("X-Forwarded-Proto: https\r\n", "https"), ("X-Forwarded-Proto: http\r\n", "http"),
                ("X-Forwarded-Proto: HTTPS, http\r\n", "https"), ("X-Forwarded-Proto: javascript\r\n", "http"),
                ("Forwarded: for=192.0.2.60; Proto=\"https\";by=203.0.113.43, proto=http\r\n", "https"),
                ("Forwarded: for=192.0.2.60;proto=http, proto=https\r\n", "http"),
            ])
        func forwardedScheme(_ fields: String, _ scheme: String) throws {
            let server = try ServedLibrary(hub)
            let answer = try server.ask("GET /items.json?limit=1 HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
            #expect(answer.contains("\r\nLink: <\(scheme)://localhost/items.json?"), "\(answer.prefix(600))")
        }

        @Test("An HTTP/1.0 request without Host gets no address of the next page")
        func noHost() throws {
            let answer = try ServedLibrary(hub).ask("GET /items.json?limit=1 HTTP/1.0\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("\"more\":true"), "\(answer.prefix(600))")
            #expect(!answer.contains("next_url") && !answer.contains("\r\nLink: "))
        }

        @Test("Empty lines before a request are skipped, on a new connection and after another request")
        func emptyLines() throws {
            let server = try ServedLibrary(hub)
            let question = "GET /ids.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for lines in ["\r\n", "\r\n\r\n", "\n"] {
                let answer = try server.ask(lines + question + lines + question + lines)
                #expect(answer.split(separator: "HTTP/1.1 200 OK\r\n").count == 2, "\(answer)")
                #expect(!answer.contains("HTTP/1.1 400 "))
            }
        }

        @Test(
            "Slow clients do not lock others out, even if they outnumber the connections",
            arguments: ["GET /it", "POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n"])
        func slowClients(_ beginning: String) throws {
            let server = try ServedLibrary(hub)
            let slow = try (1...300).map { _ in try server.connect() }
            defer { slow.forEach { close($0) } }
            for descriptor in slow { _ = send(descriptor, beginning, beginning.utf8.count, Int32(MSG_NOSIGNAL)) }
            // A complete head is refused, unless its connection was ended for a later one.
            var byte: UInt8 = 0
            if beginning.hasSuffix("\r\n\r\n") { for descriptor in slow { _ = recv(descriptor, &byte, 1, 0) } }
            #expect(try server.ask("GET /ids.json HTTP/1.1\r\nHost: localhost\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }
}
