import Testing

@testable import FeedRefresh

@Suite struct MeteredNetworkTests {
    @Test(
        "A network that is metered, or guessed to be, counts as metered",
        arguments: [("u 0", false), ("u 1", true), ("u 2", false), ("u 3\n", true)])
    func property(_ text: String, _ isMetered: Bool) {
        #expect(MeteredNetwork.isMetered(property: text) == isMetered)
    }

    @Test("Only a connected device counts")
    func devices() {
        let phone = "GENERAL.STATE:100 (connected)\nGENERAL.METERED:yes (guessed)\n"
        let other = "GENERAL.STATE:30 (disconnected)\nGENERAL.METERED:yes\n"
        #expect(MeteredNetwork.isMetered(devices: other + phone))
        #expect(!MeteredNetwork.isMetered(devices: other + "GENERAL.STATE:100 (connected)\nGENERAL.METERED:no\n"))
    }
}
