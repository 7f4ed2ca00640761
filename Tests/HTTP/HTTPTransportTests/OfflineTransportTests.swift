import HTTPTransport
import HTTPTypes
import Testing

@Suite struct OfflineTransportTests {
    @Test("The offline transport refuses every request and names the host without user information")
    func everythingIsRefusedWithTheHostsNameAndWithoutUserinfo() async {
        let head = HTTPRequest(method: .get, scheme: "https", authority: "user:secret@feeds.example", path: "/")
        await #expect(throws: TransportError(.offline, "feeds.example: not available offline")) {
            try await OfflineTransport().send(TransportRequest(head: head))
        }
    }
}
