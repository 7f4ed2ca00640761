import Screen
import Testing

@testable import ReaderUI

/// Widths of columns, set by keys, by the mouse and by settings.
@Suite struct ColumnSizingTests {
    private func widths(_ rig: Rig) -> [Int] { rig.state.columns.columns.map(\.area.size.columns) }

    private func rig(_ width: Int) -> Rig {
        var rig = Rig(columns: width, rows: 24)
        rig.start()
        rig.press("k", "Enter")
        return rig
    }

    @Test("] widens the focused column and [ narrows it; the last one gets the rest, and the widths are stored")
    func keys() {
        var rig = rig(160)
        #expect(widths(rig) == [32, 54, 72])
        rig.press("5", "]")
        #expect(widths(rig) == [32, 64, 62])
        #expect(rig.state.memory.widths == ColumnWidths(articles: 64))
        #expect(rig.effects.contains(.remember(rig.state.memory)))
        rig.press("Enter", "]")
        #expect(widths(rig) == [32, 62, 64])
        rig.press("q", "q", "[")
        #expect(widths(rig) == [30, 62, 66])
    }

    @Test("No column vanishes, however often the key is pressed", arguments: [100, 150, 300])
    func limits(_ width: Int) {
        for key in ["[", "]"] {
            var rig = rig(width)
            for _ in 0..<9 { rig.press("9", "9", key) }
            #expect(widths(rig).allSatisfy { $0 >= 20 } && widths(rig).reduce(0, +) + widths(rig).count - 1 == width)
            let before = widths(rig)
            rig.press(key == "[" ? "]" : "[")
            #expect(widths(rig) != before)
        }
    }

    @Test("The mouse drags the line between two columns; a click beside it selects as before")
    func mouse() {
        var rig = rig(160)
        rig.send(.input(.mouse(Mouse(.click, row: 5, column: 32))))
        rig.send(.input(.mouse(Mouse(.release, row: 9, column: 25))))
        #expect(widths(rig) == [25, 54, 79])
        rig.send(.input(.mouse(Mouse(.release, row: 9, column: 60))))
        #expect(widths(rig) == [25, 54, 79])
        let row = rig.state.list.cursor
        rig.send(.input(.mouse(Mouse(.click, row: 6, column: 40))))
        rig.send(.input(.mouse(Mouse(.release, row: 6, column: 40))))
        #expect(rig.state.list.cursor != row && widths(rig) == [25, 54, 79])
    }

    @Test("A configured width applies; a key changes it for the session only")
    func settings() {
        var rig = rig(160)
        rig.press(":")
        rig.type("set feeds-width 20")
        rig.press("Enter")
        #expect(widths(rig)[0] == 20)
        rig.press("q", "]")
        #expect(widths(rig)[0] == 22 && rig.state.memory.widths == ColumnWidths())
        rig.press(":")
        rig.type("set feeds-width 0")
        rig.press("Enter", "]")
        #expect(widths(rig)[0] == 34 && rig.state.memory.widths == ColumnWidths(feeds: 34))
        rig.press(":")
        rig.type("set feeds-width 0")
        rig.press("Enter")
        #expect(widths(rig)[0] == 32)
    }
}
