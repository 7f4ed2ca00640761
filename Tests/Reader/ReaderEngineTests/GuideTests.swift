import Foundation
import ReaderUI
import Testing

/// The welcome feed, `Guide/welcome.xml`.
@Suite struct GuideTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Reader/ReaderEngine/Guide/welcome.xml")

    /// With `glyphs = "ascii"` the screen shows other characters in place of marks, and of these in text.
    @Test("The welcome feed contains no mark that looks different in ASCII")
    func marks() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let (unicode, ascii) = (Glyphs.unicode, Glyphs.ascii)
        for mark in [
            unicode.selection, unicode.unread, unicode.starred, unicode.picked, unicode.foldOpen, unicode.foldClosed,
            unicode.offline, unicode.unreachable, unicode.refreshing, unicode.packed, unicode.partly, unicode.picture,
        ] {
            #expect(!text.contains(mark), "\(mark)")
        }
        #expect(text.contains("<code>\(ascii.packed)</code> on a terminal"))
    }

    @Test("The keys in the welcome feed's example are not bound to commands")
    func keys() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.firstRange(of: "[keys]\n")).upperBound
        let lines = text[start...].prefix { $0 != "<" }.split(separator: "\n")
        let keys = lines.compactMap { $0.split(separator: "\"").first.map(String.init) }
        #expect(keys.count == 2)
        for key in keys { #expect(!CommandTable.entries.contains { $0.keys.contains(key) }, "\(key)") }
    }
}
