import Foundation
import HTTPTypes
import TestFolders
import Testing

@testable import SinceServer

@Suite struct RequestHeadTests {
    private func head(_ lines: String...) throws(Refusal) -> RequestHead {
        try RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...])
    }

    private func refusal(of lines: String...) -> Refusal? {
        do throws(Refusal) {
            _ = try RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...])
            return nil
        } catch {
            return error
        }
    }

    @Test("The line and the fields of a request are read") func parts() throws {
        let head = try head("GET /items.json?since=5&q=a+b%21&q=second&empty= HTTP/1.1", "Host:here ", "X-A: 1")
        #expect(head.method == "GET" && head.path == "/items.json" && !head.isVersion10)
        #expect(head.parameters == ["since": "5", "q": "a b!"])
        #expect(head.fields[.hostName] == "here" && head.fields[HTTPField.Name("X-A")!] == "1")
    }

    @Test("The host of a target in absolute form replaces the field, and its user name is left out") func absoluteForm()
        throws
    {
        let head = try head("GET http://me:secret@there:1?since=5 HTTP/1.1", "Host: here")
        #expect(head.fields[.hostName] == "there:1" && head.path == "/" && head.query == "since=5")
    }

    @Test("Requests that are not HTTP/1, and obsolete forms, are refused") func refused() {
        #expect(refusal(of: "GET / HTTP/2", "Host: a") == .httpVersion)
        #expect(refusal(of: "GET  / HTTP/1.1", "Host: a") == .badRequest)
        #expect(refusal(of: "G(T / HTTP/1.1", "Host: a") == .badRequest)
        #expect(refusal(of: " / HTTP/1.1", "Host: a") == .badRequest)
        #expect(refusal(of: "GET items HTTP/1.1", "Host: a") == .badRequest)
        #expect(refusal(of: "GET /\u{E9} HTTP/1.1", "Host: a") == .badRequest)
        #expect(refusal(of: "GET / HTTP/1.1", "Host : a") == .badRequest)
        #expect(refusal(of: "GET / HTTP/1.1", "Host: a", " folded") == .badRequest)
        #expect(refusal(of: "GET / HTTP/1.1") == .badRequest)
        #expect(refusal(of: "GET / HTTP/1.1", "Host: a", "Host: b") == .badRequest)
        #expect(refusal(of: "GET / HTTP/1.0") == nil)
    }

    @Test("The length of a body is one decimal number within the limit") func bodyLength() throws {
        let length = { (fields: [String]) throws(Refusal) -> Int in
            let lines = ["POST / HTTP/1.1", "Host: a"] + fields
            return try RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...]).bodyLength(limit: 100)
        }
        #expect(try length([]) == 0)
        #expect(try length(["Content-Length: 100"]) == 100)
        #expect(try length(["Content-Length: 7", "Content-Length: 7"]) == 7)
        #expect(throws: Refusal.tooLarge) { try length(["Content-Length: 101"]) }
        #expect(throws: Refusal.tooLarge) { try length(["Content-Length: 99999999999999999999"]) }
        #expect(throws: Refusal.badRequest) { try length(["Content-Length: +7"]) }
        #expect(throws: Refusal.badRequest) { try length(["Content-Length: 7", "Content-Length: 8"]) }
        #expect(throws: Refusal.lengthRequired) { try length(["Transfer-Encoding: chunked"]) }
    }

    @Test("HTTP/1.1 keeps the connection unless it is to be closed, HTTP/1.0 only on request") func connections() throws
    {
        #expect(try head("GET / HTTP/1.1", "Host: a").keepsConnection)
        #expect(try !head("GET / HTTP/1.1", "Host: a", "Connection: x, Close").keepsConnection)
        #expect(try !head("GET / HTTP/1.0").keepsConnection)
        #expect(try head("GET / HTTP/1.0", "Connection: Keep-Alive").keepsConnection)
    }

    @Test("A proxy that ends TLS names the scheme") func origins() throws {
        #expect(try head("GET / HTTP/1.1", "Host: a:1").origin == "http://a:1")
        #expect(try head("GET / HTTP/1.1", "Host: a", "X-Forwarded-Proto: https, http").origin == "https://a")
        #expect(try head("GET / HTTP/1.1", "Host: a", "X-Forwarded-Proto: http, https").origin == "http://a")
        #expect(try head("GET / HTTP/1.1", "Host: a", "Forwarded: for=b; Proto=\"https\"").origin == "https://a")
    }

    // MARK: - Admission

    private func admits(_ token: AccessToken?, _ fields: String...) -> Bool {
        let lines = ["GET / HTTP/1.0"] + fields
        return (try? RequestGate(token: token).admit(RequestHead(Array(lines.joined(separator: "\r\n").utf8)[...])))
            != nil
    }

    @Test("Without a token only hosts of this machine are admitted, and no web pages") func loopbackOnly() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1", "127.1.2.3:1", "[::1]", "[::1]:80"] {
            #expect(admits(nil, "Host: \(host)"), "\(host)")
        }
        let others = [
            "example.org", "127.0.0.1.example.org", "127.0.0", "127.0.0.256", "localhost.example.org", "localhost:",
            "localhost:x", "[::1].example.org", "[::2]", "128.0.0.1", "",
        ]
        for host in others { #expect(!admits(nil, "Host: \(host)"), "\(host)") }
        #expect(!admits(nil, "Host: localhost", "Origin: http://localhost"))
        #expect(!admits(nil, "Host: localhost", "Sec-Fetch-Site: cross-site"))
        #expect(admits(nil, "Host: localhost", "Sec-Fetch-Site: none"))
    }

    @Test("With a token any host is admitted that knows it, and none without") func tokens() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/token"
        let token = try AccessToken(file: path)
        let text = try String(contentsOfFile: path, encoding: .utf8).filter { $0 != "\n" }
        #expect(admits(token, "Host: example.org", "Authorization: bEARER  \(text)"))
        #expect(!admits(token, "Host: localhost"))
        #expect(!admits(token, "Host: localhost", "Authorization: Bearer \(text.dropLast())"))
        #expect(!admits(token, "Host: localhost", "Authorization: Bearer \(text)x"))
        #expect(!admits(token, "Host: localhost", "Authorization: Basic \(text)"))
    }
}
