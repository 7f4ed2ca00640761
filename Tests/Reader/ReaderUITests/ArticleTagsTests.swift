import FeedModel
import Testing

@testable import ReaderUI

@Suite struct ArticleTagsTests {
    private func list() -> Rig {
        var rig = Rig()
        rig.start()
        rig.press("g", "Enter")
        return rig
    }

    @Test("# edits the tags of an article: the line contains all of them, and the list and the text show them")
    func edits() {
        var rig = list()
        let id = rig.state.list.rows[0].id
        rig.press("#")
        #expect(rig.line(with: "tags:") != nil)
        rig.type("sea, #night train")
        rig.press("Enter")
        #expect(
            rig.effects.last == .markTogether([id], [.tagged("sea", true), .tagged("night train", true)]))
        #expect(rig.line(with: "Article 0 #night train #sea") != nil)
        rig.press("#")
        #expect(rig.state.prompt?.text == "night train, sea")
        rig.press("Ctrl-u")
        rig.type("sea")
        rig.press("Enter")
        #expect(rig.effects.last == .markTogether([id], [.tagged("night train", false)]))
        rig.press("Enter", "#")
        rig.press("Ctrl-u")
        rig.type("sky")
        rig.press("Enter")
        #expect(rig.line(with: "#sky") != nil)
        #expect(rig.state.reading?.open.tags == ["sky"])
    }

    @Test("A minus removes a tag of a single article, too; a server's label that begins with a minus stays")
    func minus() {
        var rig = list()
        rig.tags["Article 0"] = ["-rain", "sea"]
        rig.send(.libraryChanged)
        let id = rig.state.list.rows[0].id
        rig.press("#")
        #expect(rig.state.prompt?.text == "-rain, sea")
        rig.type(", sky, -sea")
        rig.press("Enter")
        #expect(rig.effects.last == .markTogether([id], [.tagged("sea", false), .tagged("sky", true)]))
        #expect(rig.state.list.rows[0].tags == ["-rain", "sky"])
    }

    @Test("A tag that is removed elsewhere disappears from the open text, too")
    func takenBack() {
        var rig = list()
        rig.press("Enter")
        rig.tags["Article 0"] = ["sea"]
        rig.send(.libraryChanged)
        #expect(rig.state.reading?.open.tags == ["sea"])
        rig.tags["Article 0"] = nil
        rig.send(.libraryChanged)
        #expect(rig.state.reading?.open.tags == [])
    }

    @Test("Tags typed for picked rows are added to all of them; a minus removes one; Tab completes a known one")
    func several() {
        var rig = list()
        rig.press("*", "*", "#")
        #expect(rig.line(with: "tags of 2:") != nil)
        rig.type("sea")
        rig.press("Enter")
        #expect(rig.state.list.rows[..<2].allSatisfy { $0.tags == ["sea"] })
        #expect(rig.state.messages.shown?.text == "Tags of 2 articles changed (U undoes)")
        rig.press("g", "*", "*", "#")
        rig.type("x, -s")
        rig.press("Ctrl-u")
        rig.type("se")
        rig.press("Tab")
        #expect(rig.state.prompt?.text == "sea")
        rig.press("Ctrl-u")
        rig.type("-sea")
        rig.press("Enter")
        #expect(rig.state.list.rows[..<2].allSatisfy { $0.tags.isEmpty })
    }

    @Test("Rows stay picked after Esc in the prompt for tags, and are unpicked after Enter")
    func picksAfterEsc() {
        var rig = list()
        rig.press("*", "*", "#", "Esc")
        #expect(rig.state.list.picked.count == 2)
        rig.press("#")
        rig.type("sea")
        rig.press("Enter")
        #expect(rig.state.list.picked.isEmpty && rig.state.list.rows[..<2].allSatisfy { $0.tags == ["sea"] })
    }

    @Test("Tab completes a tag that only articles of other lists have, after other typed tags")
    func tagsOfOtherLists() {
        var rig = list()
        rig.press("#")
        #expect(rig.effects.last == .loadTags)
        rig.send(.tags(["later", "sea"]))
        rig.type("x, la")
        rig.press("Tab")
        #expect(rig.state.prompt?.text == "x, later")
    }

    @Test("Tags that are too long or too many are refused with a message that names the limits")
    func limits() {
        for line in [String(repeating: "x", count: 61), (0...20).map(String.init).joined(separator: ",")] {
            var rig = Rig()
            rig.start()
            rig.press("k", "Enter", ":")
            rig.type("tag \(line)")
            let before = rig.effects.count
            rig.press("Enter")
            #expect(rig.line(with: "Tags: 20 new at most, 60 bytes each") != nil)
            #expect(rig.effects.dropFirst(before).allSatisfy { if case .markTogether = $0 { false } else { true } })
        }
    }

    @Test("An article that has got more tags from a server than a line may add can be edited, and keeps them all")
    func manyTags() {
        var rig = list()
        let names = (10...34).map { "t\($0)" }
        rig.tags["Article 0"] = names
        rig.send(.libraryChanged)
        let id = rig.state.list.rows[0].id
        rig.press("#")
        #expect(rig.state.prompt?.text == names.joined(separator: ", "))
        rig.type(", sea, -t10")
        rig.press("Enter")
        #expect(rig.effects.last == .markTogether([id], [.tagged("t10", false), .tagged("sea", true)]))
        #expect(rig.state.list.rows[0].tags.count == names.count)
        rig.press("#")
        rig.type((0...20).map { ", new\($0)" }.joined())
        rig.press("Enter")
        #expect(rig.line(with: "Tags: 20 new at most, 60 bytes each") != nil)
    }

    @Test("A line of tags that is too long is kept for correction, and the reason is shown until the next key press")
    func refusedLine() {
        var rig = list()
        let id = rig.state.list.rows[0].id
        rig.press("#")
        rig.type(String(repeating: "x", count: 61))
        rig.press("Enter")
        #expect(rig.line(with: "Tags: 20 new at most, 60 bytes each") != nil && rig.line(with: "tags: ") == nil)
        rig.press("Backspace")
        #expect(rig.line(with: "tags: xxx") != nil)
        rig.press("Enter")
        #expect(rig.effects.last == .markTogether([id], [.tagged(String(repeating: "x", count: 60), true)]))
        #expect(rig.state.prompt == nil)
    }

    @Test("While a refused line is being edited, the bottom line names no keys of the list or the text")
    func keysOfRefusedLine() {
        for (columns, opens) in [(80, false), (80, true), (40, false)] {
            var rig = Rig(columns: columns)
            rig.start()
            rig.press("g", "Enter")
            if opens { rig.press("Enter") }
            rig.press("#")
            rig.type(String(repeating: "x", count: 61))
            rig.press("Enter")
            let bottom = rig.screen.last ?? ""
            #expect(bottom.contains("Tags: 20 new at most, 60 bytes each"), "\(bottom)")
            #expect(bottom.contains("Esc cancel") == (columns == 80), "\(bottom)")
            #expect(!bottom.contains("keys") && !bottom.contains("%"), "\(bottom)")
        }
    }
}
