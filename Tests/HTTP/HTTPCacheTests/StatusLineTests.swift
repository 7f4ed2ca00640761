import HTTPTypes
import Testing

@testable import HTTPCache

@Suite struct StatusLineTests {
    @Test("A status line has the code, and the phrase if there is one")
    func line() {
        #expect(HTTPResponse.Status(code: 404, reasonPhrase: "Not Found").line == "404 Not Found")
        #expect(HTTPResponse.Status(code: 404).line == "404")
    }

    @Test("Control characters in a phrase, C1 included, become spaces, since a terminal would obey them")
    func controlCharacters() {
        #expect(HTTPResponse.Status(code: 404, reasonPhrase: "No\u{9B}3é").line == "404 No 3é")
    }

    @Test(
        "A server asks for a pause with 429 or 503, and refuses further requests with 403, too",
        arguments: [(429, true, true), (503, true, true), (403, false, true), (401, false, false), (500, false, false)])
    func refusals(_ code: Int, _ asksForPause: Bool, _ refusesMore: Bool) {
        let status = HTTPResponse.Status(code: code)
        #expect(status.asksForPause == asksForPause && status.refusesMore == refusesMore)
    }
}
