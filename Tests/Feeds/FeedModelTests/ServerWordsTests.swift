import FeedModel
import Testing

@Suite struct ServerWordsTests {
    @Test(
        "A server is named by its kind, if known, and its address",
        arguments: [(["https://a.test"], nil), (["fever", "https://a.test"], .fever)] as [([String], ServerKind?)])
    func server(_ words: [String], _ kind: ServerKind?) throws {
        let server = try ServerWords(words)
        #expect(server.kind == kind && server.url == "https://a.test")
    }

    @Test(
        "Words that do not name a server give a reason",
        arguments: [
            ([], .noAddress), (["miniflux"], .noAddress), (["fever", "miniflux"], .noAddress),
            (["fever", "https://a.test", "x"], .noAddress), (["x", "https://a.test"], .noKind("x")),
            (["https://me@a.test"], .userInAddress), (["https://me:secret@a.test", "fever"], .userInAddress),
            (["https://me:secret@a.test", "me"], .userInAddress),
        ] as [([String], ServerWords.Fault)])
    func faults(_ words: [String], _ fault: ServerWords.Fault) {
        #expect(throws: fault) { try ServerWords(words) }
    }

    @Test("The prompt for a secret names the kind of secret")
    func secretNames() {
        #expect(ServerKind.miniflux.secretName(hasUser: false) == "API key")
        #expect(ServerKind.miniflux.secretName(hasUser: true) == "password")
        #expect(ServerKind.since.secretName(hasUser: false) == "token")
    }
}
