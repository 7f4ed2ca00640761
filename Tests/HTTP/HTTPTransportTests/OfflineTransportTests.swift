import HTTPTransport
import HTTPTypes
import Testing

@Suite struct OfflineTransportTests {
    @Test(
        "The offline transport refuses every request, and its error names the address without user information",
        arguments: [
            ("feeds.example", "/", "https://feeds.example/"),
            ("user:secret@feeds.example:8443", "/a.xml?page=2", "https://feeds.example:8443/a.xml?page=2"),
            ("user:sec@ret@feeds.example", "/a b", "https://feeds.example/a%20b"),
        ])
    func refusal(_ authority: String, _ path: String, _ shown: String) async {
        let head = HTTPRequest(method: .get, scheme: "https", authority: authority, path: path)
        await #expect(throws: TransportError(.offline, "\(shown): not available offline")) {
            try await OfflineTransport().send(TransportRequest(head: head))
        }
    }
}
