import Screen
import Testing

@testable import ReaderUI

@Suite struct MessagesPanelTests {
    private static let long = "The server answered with a page that is no feed, and lede keeps the articles that it has"

    /// Returns a screen whose message list has a long message below a short one.
    private static func listing() -> Rig {
        var rig = Rig(columns: 100)
        rig.start()
        rig.send(.message(.error(long)))
        rig.send(.message(.error("Another problem")))
        rig.press("i")
        return rig
    }

    /// Returns the words beside the times of the messages.
    private static func words(_ rig: Rig) -> String {
        rig.screen[2..<22].flatMap { $0.dropFirst(10).split(separator: " ") }.joined(separator: " ")
    }

    @Test("An open list of messages is wrapped again after a resize, and the selection stays on its message")
    func resized() {
        var rig = Self.listing()
        rig.press("j", "j")
        rig.send(.input(.resized(Size(columns: 40, rows: 24))))
        #expect(Self.words(rig) == "Another problem \(Self.long)")
        #expect(rig.line(with: "▌")?.contains("The server") == true)
        rig.send(.input(.resized(Size(columns: 100, rows: 24))))
        #expect(rig.line(with: "The server answered with a page that is no feed, and lede") != nil)
    }

    @Test("The log has only the last number of articles that a search misses")
    func unindexed() {
        var rig = Rig()
        rig.start()
        for count in [900, 400, 30] {
            var message = Message("\(count) articles not indexed yet")
            message.topic = .index
            rig.send(.message(message))
            rig.send(.message(.error("Problem \(count)")))
        }
        #expect(
            rig.state.messages.all.map(\.text) == [
                "Problem 900", "Problem 400", "30 articles not indexed yet", "Problem 30",
            ])
    }

    @Test(
        "Typed words match messages across wrapped rows, and all rows of a match stay",
        arguments: ["lede keeps", "14:22 server"])
    func narrowed(_ words: String) {
        var rig = Self.listing()
        rig.press("/")
        rig.type(words)
        #expect(Self.words(rig) == Self.long)
    }
}
