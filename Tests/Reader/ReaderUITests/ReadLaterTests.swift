import ArticleText
import FeedModel
import Testing

@testable import ReaderUI

@Suite struct ReadLaterTests {
    private func reading() -> Rig {
        var rig = Rig()
        rig.start()
        rig.press("Enter", "Enter")
        return rig
    }

    private func saved(_ rig: Rig) -> [String] {
        rig.effects.compactMap { if case .saveAddress(let url) = $0 { url } else { nil } }
    }

    @Test("In the text, a number and + save that link")
    func numberedLink() throws {
        var rig = reading()
        let link = try #require(rig.state.reading?.open.document.links.first?.url)
        rig.press("1", "+")
        #expect(saved(rig) == [link])
        rig.press("9", "9", "+")
        #expect(rig.line(with: "No link 99 in this text") != nil && saved(rig).count == 1)
    }

    @Test("Without a number, + asks for an address")
    func asks() {
        var rig = Rig()
        rig.start()
        rig.press("+")
        #expect(rig.line(with: "read later:") != nil)
        rig.type("https://example.org/long")
        rig.press("Enter")
        #expect(saved(rig) == ["https://example.org/long"])
    }

    @Test("The feed of saved pages is not fetched", arguments: ["r", "Ctrl-r"])
    func savedFeed(_ key: String) {
        var rig = Rig()
        rig.subscriptions[0].feedURL = SavedFeed.address
        rig.start()
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
        rig.press(key)
        #expect(rig.effects.isEmpty)
        #expect(rig.line(with: "Saved pages have no feed to fetch") != nil)
        rig.press("J", key)
        #expect(rig.effects == [.refreshFeed(SubscriptionID(rawValue: 2), force: key == "Ctrl-r")])
    }

    @Test("+ in the list of links saves the selected link")
    func panel() throws {
        var rig = reading()
        let link = try #require(rig.state.reading?.open.document.links.first?.url)
        rig.press("u", "+")
        #expect(saved(rig) == [link] && rig.state.panel == nil)
    }
}
