import FeedModel
import FoundationEssentials
import Testing

@testable import ReaderUI

@Suite struct MutePanelTests {
    private func list() -> Rig {
        var rig = Rig()
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    private func run(_ line: String, _ rig: inout Rig) {
        rig.press(":")
        rig.type(line)
        rig.press("Enter")
    }

    @Test("X offers the article's author, tags, feed and title, previews what a rule would hide, and offers end dates")
    func makes() {
        var rig = list()
        let id = rig.state.list.rows[0].id
        rig.press("X")
        #expect(rig.effects.last == .loadMuteChoices(id, nil))
        let mute = Mute(.author, "Jane Doe")
        rig.send(.muteChoices([mute, Mute(.feed, "LWN.net")], made: []))
        #expect(rig.line(with: "Jane Doe") != nil && rig.line(with: "LWN.net") != nil)
        rig.press("Enter")
        #expect(rig.effects.last == .previewMute(mute))
        rig.send(.mutePreview(mute, hidden: 12, of: 1_578, titles: ["Rain in the harbour", "Night trains"]))
        #expect(rig.line(with: "Would hide 12 of 1,578 articles") != nil)
        #expect(rig.line(with: "Rain in the harbour") != nil && rig.line(with: "Night trains") != nil)
        rig.press("j", "Enter")
        #expect(rig.effects.last == .addMute(Mute(.author, "Jane Doe", until: Rig.now.addingTimeInterval(7 * 86_400))))
        #expect(rig.state.panel == nil)
    }

    @Test("On a short screen the preview leaves out titles, so that the number is visible", arguments: [10, 12, 16])
    func lowScreen(_ rows: Int) {
        var rig = Rig(columns: 40, rows: rows)
        rig.start()
        rig.press("g", "Enter")
        let titles = Array(repeating: "The harbour office counts its ferries, and finds one more", count: 3)
        rig.send(.mutePreview(Mute(.author, "Jane Doe"), hidden: 12, of: 1_578, titles: titles))
        #expect(rig.line(with: "Would hide 12 of 1,578 articles") != nil, "\(rig.screen)")
        #expect(rig.line(with: "for a year") != nil, "\(rig.screen)")
        #expect((rig.line(with: "one more") != nil) == (rows > 10), "\(rig.screen)")
    }

    @Test("Existing rules are listed with their end dates, and Enter removes one")
    func removes() {
        var rig = list()
        let made = Mute(.title, "deal", until: Rig.now.addingTimeInterval(86_400))
        rig.send(.muteChoices([], made: [made]))
        #expect(rig.line(with: "Hidden (Enter shows them again)") != nil)
        #expect(rig.line(with: "deal, until 2026-11-21") != nil)
        rig.press("j", "Enter")
        #expect(rig.effects.last == .removeMute(made))
    }

    @Test("The mute command takes a field and words")
    func words() {
        var rig = list()
        let id = rig.state.list.rows[0].id
        run("mute author", &rig)
        #expect(rig.effects.last == .loadMuteChoices(id, .author))
        run("mute title big deal", &rig)
        #expect(rig.effects.last == .previewMute(Mute(.title, "big deal")))
        run("mute colour", &rig)
        #expect(rig.line(with: "mute takes one of author, title, tag, feed") != nil)
        run("mute title", &rig)
        #expect(rig.state.prompt?.text == "mute title " && rig.line(with: "Type some words of the title first") != nil)
        rig.type("d")
        #expect(rig.line(with: ":mute title d")?.contains("words that hide articles") == true)
    }
}
