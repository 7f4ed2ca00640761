import FeedModel
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

@Suite struct SameStoryTests {
    private func list() -> Rig {
        var rig = Rig()
        rig.copies = ["Article 0": 2]
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    @Test("A row shows how many other feeds have its story, unless the setting is off")
    func row() {
        var rig = list()
        #expect(rig.line(with: "Article 0 +2") != nil)
        #expect(rig.state.list.rows[0].copies == 2)
        rig.press(":")
        rig.type("set same-story false")
        rig.press("Enter")
        #expect(rig.line(with: "Article 0 +2") == nil && rig.line(with: "Article 0") != nil)
        #expect(rig.effects.contains(.markStoriesTogether(false)))
    }

    @Test("An opened article names the other feeds; & lists their articles, and Enter opens one")
    func copies() {
        var rig = list()
        let id = rig.state.list.rows[0].id
        let other = rig.state.list.rows[5].id
        rig.press("Enter")
        var open = rig.state.reading!.open
        open.copies = [StoryCopy(id: other, feedTitle: "A gazette", title: "Its title", date: Rig.now)]
        rig.send(.article(open))
        #expect(rig.state.reading?.id == id)
        #expect(rig.line(with: "Same story in A gazette (& lists them)") != nil)
        rig.press("&")
        #expect(rig.line(with: "Its title") != nil && rig.line(with: "Enter open") != nil)
        rig.press("y")
        #expect(rig.effects.last == .copyAddress(other))
        rig.press("Enter")
        #expect(rig.state.reading?.id == other && rig.state.panel == nil)
    }

    @Test("& says so if an article has no copies")
    func none() {
        var rig = list()
        rig.press("j", "Enter", "&")
        #expect(rig.line(with: "No other feed has this story") != nil)
    }

    @Test("A mark on a story loads the counts again, since it changes other feeds, too; another mark does not")
    func counts() {
        for key in ["s", "m"] {
            var rig = list()
            let star = update(&rig.state, .input(.key(Key(key)!)))
            #expect(star.contains(.loadOverview))
            rig.press("j", "j")
            let other = update(&rig.state, .input(.key(Key(key)!)))
            #expect(!other.isEmpty && !other.contains(.loadOverview))
        }
    }
}
