import Testing

@testable import ReaderUI

/// The offers to a person without feeds, and the steps after each offer.
@Suite struct ArrivalTests {
    private func empty(columns: Int = 80) -> Rig {
        var rig = Rig(columns: columns, articles: 0)
        rig.subscriptions = []
        rig.start()
        return rig
    }

    @Test("The greeting names another reader, and wraps in a narrow column", arguments: [80, 100, 160])
    func greeting(_ columns: Int) {
        var rig = empty(columns: columns)
        rig.send(.moveOffers([MoveOffer(reader: "newsboat", feeds: 40)]))
        let words = rig.screen.map { $0.prefix { $0 != "│" } }.joined(separator: " ").split(separator: " ")
        #expect(words.joined(separator: " ").contains("M found newsboat with 40 feeds: press M to move in"))
    }

    @Test("Moving in shows its progress as a bar, and Esc stops it")
    func movingIn() {
        var rig = empty()
        rig.send(.moveOffers([MoveOffer(reader: "newsboat", feeds: 40)]))
        rig.press("M", "Enter")
        #expect(rig.effects.last == .moveIn(reader: "newsboat"))
        #expect(rig.screen.last?.contains("moving in from newsboat (Esc stops)") == true)
        rig.send(.refreshProgress(RefreshProgress(done: 10, total: 40, failed: 0, bytes: 0)))
        #expect(rig.screen.last?.contains("━━━───────── 10/40") == true)
        rig.press("Esc")
        #expect(rig.effects.last == .cancelRefresh)
        rig.send(.arrived(Message("Stopped"), hasFiles: false))
        #expect(rig.screen.last?.contains("Stopped") == true)
    }

    @Test("@ prompts for an account on a server, and Esc does not add one")
    func account() {
        var rig = empty()
        rig.press("@")
        #expect(rig.effects == [.loadAccounts])
        rig.send(.accounts([]))
        #expect(rig.state.prompt?.text == "account add ")
        rig.press("Esc")
        #expect(rig.state.prompt == nil && rig.state.panel == nil && rig.effects == [.loadAccounts])
        #expect(rig.line(with: "No feeds yet") != nil)
    }

    @Test("Without feeds, the keys that need one name the key that adds it", arguments: ["e", "M", ",", "R"])
    func needsFeed(_ key: String) {
        var rig = empty()
        rig.state.moveOffers = []
        rig.press(key)
        #expect(rig.state.prompt == nil && rig.state.messages.shown?.text == "No feeds yet: a adds one")
    }

    @Test("The first feeds of a file are fetched at once, later ones when R is pressed")
    func imported() {
        let fetches = Message.Offer(.refreshAll, "fetches")
        let message = Message("3 feeds added", offers: [fetches])
        var rig = empty()
        rig.send(.imported(message, added: 3))
        #expect(rig.effects.contains(.refreshAll))
        #expect(rig.state.messages.shown?.text == "3 feeds added", "R would only say that they are being fetched")
        var full = Rig()
        full.start()
        full.send(.imported(message, added: 3))
        #expect(!full.effects.contains(.refreshAll))
        #expect(full.state.messages.shown?.text == "3 feeds added (R fetches)")
        let warning = Message("3 feeds added", offers: [fetches, Message.Offer(.messages, "shows 2 warnings")])
        rig = empty()
        rig.send(.imported(warning, added: 3))
        #expect(rig.state.messages.shown?.text == "3 feeds added (i shows 2 warnings)")
    }
}
