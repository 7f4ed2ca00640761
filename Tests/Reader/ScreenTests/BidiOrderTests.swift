import Testing

@testable import Screen

/// UAX #9. When the rules were written, all 91,597 lines of Unicode 15's BidiCharacterTest.txt without explicit
/// embeddings and isolates passed; these are some of them, and a few additional ones.
@Suite struct BidiOrderTests {
    private func levels(_ text: String, isRightToLeft: Bool) -> String {
        BidiOrder.levels(Array(text.unicodeScalars), isRightToLeft: isRightToLeft).map(String.init).joined()
    }

    @Test(
        "Each character has its level",
        arguments: [
            ("abc", "000"), ("אבג", "111"), ("a אב b", "001100"), ("אב ab 12", "11122222"), ("١٢", "22"),
            ("א 1,234.5%", "1122222222"), ("ب 12", "1122"), ("(א) b", "11112"), ("א (b)", "11121"),
            ("a(אb)", "00100"), ("אב  ", "1111"), ("a  ", "000"), ("א\tב", "111"), ("a א 5", "00112"),
            ("«א» ב", "11111"), ("", ""),
            // W2: after an Arabic letter, a number binds neither a sign nor a terminator.
            ("א 1+2", "11222"), ("ع 1+2", "11212"), ("ع 1,2", "11222"), ("א 5%", "1122"), ("ع 5%", "1121"),
        ])
    func eachLevel(_ text: String, _ wanted: String) {
        #expect(levels(text, isRightToLeft: BidiOrder.isRightToLeft(text)) == wanted)
    }

    @Test(
        "The direction of the paragraph decides about signs and marks between two directions",
        arguments: [
            ("-5 א", true, "1211"), ("-5 א", false, "0001"),
            // W1, N0: a mark takes the direction of its letter or bracket.
            ("a\u{5B0}א", true, "221"), ("א\u{5B0}a", false, "110"), ("א(ב)\u{5B0}a", false, "111110"),
        ])
    func direction(_ text: String, _ isRightToLeft: Bool, _ wanted: String) {
        #expect(levels(text, isRightToLeft: isRightToLeft) == wanted)
    }

    @Test("Runs of odd level are reversed, except the numbers in them")
    func order() {
        #expect(BidiOrder.visualOrder([0, 0, 1, 1, 0]) == [0, 1, 3, 2, 4])
        #expect(BidiOrder.visualOrder([1, 1, 2, 2, 1]) == [4, 2, 3, 1, 0])
        #expect(BidiOrder.visualOrder([0, 2, 2, 1]) == [0, 3, 1, 2])
        #expect(BidiOrder.visualOrder([]) == [])
    }

    @Test("Only texts with right-to-left letters need an order")
    func concerns() {
        #expect(!BidiOrder.concerns("Grüße, 東京, Ελλάδα, Привет, 😀"))
        #expect(BidiOrder.concerns("a ש") && BidiOrder.concerns("سلام") && BidiOrder.concerns("ﺳ"))
        #expect(
            BidiOrder.isRightToLeft("12 שלום") && !BidiOrder.isRightToLeft("a שלום") && !BidiOrder.isRightToLeft("1"))
    }

    @Test("Cells are put into display order with their styles and links, and brackets are mirrored")
    func cells() {
        var frame = Frame(size: Size(columns: 12, rows: 1))
        let bold = Style(attributes: .bold)
        frame.write("אב", row: 0, column: 0, style: .plain)
        frame.write(" (גד)", row: 0, column: 2, style: bold)
        frame.links = [Frame.Link(row: 0, columns: 4..<6, address: "https://a.example", number: 1)]
        frame.reorder(row: 0, columns: 0..<10, isRightToLeft: true)
        #expect(frame.lines == ["   (דג) בא"])
        #expect((0..<12).map { frame[0, $0].style == bold } == (0..<12).map { (3...7).contains($0) })
        #expect(frame.links.map(\.columns) == [4..<6])
    }

    @Test("Wide characters keep their two cells")
    func wide() {
        var frame = Frame(size: Size(columns: 8, rows: 1))
        frame.write("א東京ב", row: 0, column: 0, style: .plain)
        frame.reorder(row: 0, columns: 0..<6, isRightToLeft: true)
        #expect(frame.lines == ["ב東京א"])
        #expect((0..<6).map { frame[0, $0].width } == [1, 2, 0, 2, 0, 1])
    }
}
