import Basics
import Testing

@Suite struct FingerprintTests {
    /// Every later version must recognise the stored fingerprints of removed articles.
    @Test("The fingerprint of a guid is FNV") func aGuidsFingerprintIsFNV() {
        var fingerprint = Fingerprint()
        fingerprint.add("foobar")
        let ofTheLetters: UInt64 = 0x8594_4171_f739_67e8
        #expect(fingerprint.value == (ofTheLetters ^ 0xFE) &* 0x100_0000_01b3)
    }

    @Test("Every byte changes the fingerprint", arguments: [0, 1, 7, 8, 1_023, 1_024, 1_025, 1_031, 1_032])
    func everyByteCounts(_ count: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
        var seen: Set<UInt64> = [value(text), value(text + text)]
        for index in text.indices {
            var changed = text
            changed[index] ^= 2
            #expect(seen.insert(value(changed)).inserted)
        }
    }

    @Test("The boundary between two texts changes the fingerprint") func textsDoNotRunIntoEachOther() {
        let long = String(repeating: "abcdefgh", count: 200)
        let pairs: [[String?]] = [
            ["a", "b"], ["ab", ""], ["", "ab"], [nil, "ab"], ["ab", nil], [long, ""], ["", long],
        ]
        let values = pairs.map { texts in
            var fingerprint = Fingerprint()
            for text in texts { fingerprint.add(text) }
            return fingerprint.value
        }
        #expect(Set(values).count == pairs.count)
    }

    private func value(_ text: [UInt8]) -> UInt64 {
        var fingerprint = Fingerprint()
        fingerprint.add(String(decoding: text, as: UTF8.self))
        return fingerprint.value
    }
}
