import HTTPTransport
import HTTPTypes
import Testing

@Suite struct OfflineTransportTests {
    @Test func everythingIsRefusedWithTheHostsNameAndWithoutUserinfo() async {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "user:secret@feeds.example", path: "/")
        await #expect(throws: TransportError(.offline, "feeds.example: not available offline")) {
            try await OfflineTransport().send(TransportRequest(head: head))
        }
    }
}
