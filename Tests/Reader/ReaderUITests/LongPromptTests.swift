import Testing

@testable import ReaderUI

@Suite struct LongPromptTests {
    @Test("A line that is too long shows the text at and after its cursor", arguments: ["the end", "終わり"])
    func textAfterTheCursor(_ end: String) {
        var rig = Rig(columns: 40)
        rig.start()
        rig.press("a")
        rig.type(String(repeating: "x", count: 99) + end)
        for _ in end { rig.press("Left") }
        #expect(rig.screen[23].hasSuffix("x\(end)"))
    }
}
