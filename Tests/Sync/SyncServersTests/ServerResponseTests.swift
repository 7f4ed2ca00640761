import FeedParsing
import Testing

@testable import SyncServers

@Suite struct ServerResponseTests {
    @Test("Byte order marks before a response are ignored")
    func byteOrderMarks() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let json = ServerResponse(status: 200, line: "200 OK", body: mark + mark + Array("{\"auth\":1}".utf8))
        #expect(try json.json()["auth"]?.flag == true)
        let text = ServerResponse(status: 200, line: "200 OK", body: mark + Array("OK".utf8))
        #expect(text.text == "OK")
        #expect(ServerResponse(status: 204, line: "204 No Content", body: mark).body.isEmpty)
    }
}
