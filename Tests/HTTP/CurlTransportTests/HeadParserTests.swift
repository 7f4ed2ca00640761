import HTTPTypes
import Testing

@testable import CurlTransport

@Suite struct HeadParserTests {
    private func parse(_ lines: [String], byteLimit: Int = 10_000) -> HTTPResponse? {
        var parser = HeadParser(byteLimit: byteLimit)
        for line in lines {
            if case .head(let head) = parser.consume(Array((line + "\r\n").utf8)) { return head }
        }
        return nil
    }

    @Test(
        "The parser reads status lines",
        arguments: [
            ("HTTP/1.1 200 OK", 200, "OK"), ("HTTP/1.0 404 Not  Found", 404, "Not  Found"), ("HTTP/2 304 ", 304, ""),
            ("HTTP/1.1 500", 500, ""), ("HTTP/1.1 -12 x", 0, "x"), ("HTTP/1.1 9999999999999999999999 x", 0, "x"),
        ])
    func statusLines(_ line: String, _ code: Int, _ reason: String) {
        let head = parse([line, ""])
        #expect(head?.status.code == code)
        #expect(head?.status.reasonPhrase == reason)
    }

    @Test(
        "The parser reads field lines",
        arguments: [
            ("ETag: \"a\"", "ETag", "\"a\""), ("etag:\"a\"", "etag", "\"a\""), ("X: \t a b \t ", "X", "a b"),
            ("Empty:", "Empty", ""), ("Colons: a: b", "Colons", "a: b"),
        ])
    func fieldLines(_ line: String, _ name: String, _ value: String) {
        let field = parse(["HTTP/1.1 200 OK", line, ""])?.headerFields.first
        #expect(field?.name.rawName == name)
        #expect(field?.value == value)
    }

    /// RFC 9112 §5.1: no white space before the colon.
    @Test(
        "The parser skips lines that are not fields",
        arguments: ["no colon", ": no name", "space : before", "bad(name): x"])
    func linesThatAreNotFieldsAreIgnored(_ line: String) {
        #expect(parse(["HTTP/1.1 200 OK", "A: 1", line, "B: 2", ""])?.headerFields.map(\.value) == ["1", "2"])
    }

    @Test("The parser joins folded lines with a space") func foldedLinesAreJoinedByASpace() {
        let head = parse(["HTTP/1.1 200 OK", "A: one", " two", "\tthree ", "B: 2", ""])
        #expect(head?.headerFields.map(\.value) == ["one two three", "2"])
    }

    @Test("Fields of interim responses do not reach the final response")
    func interimFieldsDoNotReachTheFinalResponse() {
        let head = parse([
            "HTTP/1.1 100 Continue", "A: 1", "", "HTTP/1.1 103 Early Hints", "B: 2", "", "HTTP/1.1 204 No", "C: 3", "",
        ])
        #expect(head?.status.code == 204)
        #expect(head?.headerFields.map(\.value) == ["3"])
    }

    @Test("RFC 9112 §6.3: Transfer-Encoding overrides Content-Length, which is then removed from the head")
    func overriddenLength() {
        let head = parse(["HTTP/1.1 200 OK", "Content-Length: 3", "Transfer-Encoding: chunked", "A: 1", ""])
        #expect(head?.headerFields.map(\.value) == ["chunked", "1"])
    }

    @Test("The byte limit is exact and includes trailers") func theByteLimitIsExactAndCountsTrailers() {
        var parser = HeadParser(byteLimit: 30)
        #expect(parser.consume("HTTP/1.1 200 OK\r\n".utf8) == .unfinished)
        #expect(parser.consume("\r\n".utf8) == .head(HTTPResponse(status: .ok)))
        #expect(parser.consume("X: 3456789\n".utf8) == .unfinished)
        #expect(parser.consume("\n".utf8) == .tooLarge("header section larger than 30 bytes"))
    }
}
