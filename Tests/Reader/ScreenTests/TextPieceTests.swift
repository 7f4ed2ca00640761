import Testing

@testable import Screen

@Suite struct TextPieceTests {
    @Test(
        "Pieces are the characters of the text",
        arguments: [
            "plain", "e\u{301}a", "caf\u{E9}", "a\u{300}\u{301}", "“quoted” – dashes… ’n", "…\u{301}", "\r\n", "a\rb",
            "a\u{AD}b", "Жизнь", "\u{411}\u{483}", "μ\u{301}ά", "│┼", "│\u{20DD}", "▶\u{200D}▶", "▶\u{FE0F}▶",
            "語\u{FE00}", "龠鿿",
            "日本語", "a\u{200D}b", "👩‍🚀 x", "🇫🇷🇩🇪", "नि", "\u{600}1", "é\u{FE0F}", "–\u{20DD}", "", "a\u{7F}\u{301}b\tc",
            String(repeating: "x", count: 256) + "\u{301}", String(repeating: "x", count: 257) + "\u{301}y",
            String(repeating: "many words ", count: 100) + "é",
        ])
    func areTheCharactersOfTheText(_ text: String) {
        var pieces: [String] = []
        var start = text.startIndex
        text.forEachPiece { piece, end in
            let next = text.utf8.index(text.startIndex, offsetBy: end)
            let part = String(text[start..<next])
            if case .plain(let bytes) = piece {
                #expect(part.utf8.elementsEqual(bytes) && bytes.allSatisfy { (0x20..<0x7F).contains($0) })
                pieces += part.map(String.init)
            } else {
                pieces.append(part)
            }
            start = next
            return true
        }
        #expect(pieces == text.map(String.init))
    }

    @Test("A byte that is not printable ends a plain piece", arguments: 0..<9) func plainPiecesEnd(_ index: Int) {
        for byte: UInt8 in 0..<0x80 {
            var bytes = Array("plain text".utf8)
            bytes[index] = byte
            areTheCharactersOfTheText(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("No two code points that need no lookup form one character")
    func loneCodePointsNeverCombine() {
        let lone = [0x2D0..<0x300, 0x380..<0x480, 0x2010..<0x2028, 0x2500..<0x2600, 0x5000..<0x5010, 0x9FF0..<0xA000]
            .joined().compactMap(Unicode.Scalar.init)
        for first in lone {
            var text = String.UnicodeScalarView()
            for second in lone { text.append(contentsOf: [first, second]) }
            #expect(String(text).count == 2 * lone.count)
        }
    }

    @Test("Iteration can stop early") func endWhenTheyAreNotWanted() {
        var count = 0
        "äöü".forEachPiece { _, _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }
}
