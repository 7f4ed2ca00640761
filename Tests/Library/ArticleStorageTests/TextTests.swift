import Basics
import FeedModel
import FoundationEssentials
import Testing

@testable import ArticleStorage

@Suite struct SearchTextTests {
    @Test(
        "A text is converted to its form in the index",
        arguments: [
            ("plain words", "plain words"),
            ("naïve “quotes”", "naïve “quotes”"),
            ("東京都", " 東京 京都 都"),
            ("東", " 東"),
            ("新iPhone発売", " 新 iPhone 発売 売"),
            ("한국어는", " 한국 국어 어는 는"),
            ("a、b", "a、b"),
            ("🎉 party", "🎉 party"),
            ("𠮷野", " 𠮷野 野"),
        ])
    func theFormInTheIndex(_ text: String, _ form: String) {
        #expect(SearchText.indexed(text) == form)
    }

    @Test(
        "A phrase is converted to its form in a query",
        arguments: [
            ("C++ & \"quotes\"*", "C quotes", false),
            ("cafe\u{301}", "cafe\u{301}", false),
            ("日本 経済", "日本 本 経済", false),
            ("日本 経", "日本 本 経", true),
            ("経", "経", true),
            ("経済b", "経済 済 b", false),
            ("…!?", nil, false),
        ] as [(String, String?, Bool)])
    func theFormOfAPhrase(_ text: String, _ form: String?, endsWithinPair: Bool) {
        #expect(SearchText.phrase(text)?.words == form)
        #expect(SearchText.phrase(text)?.endsWithinPair ?? false == endsWithinPair)
    }
}

@Suite struct RecordsTests {
    @Test("An empty list is stored as NULL") func anEmptyListIsNull() {
        #expect(Records.encode([Author]()) == nil)
        #expect(Records.authors(nil) == [])
        #expect(Records.enclosures(nil) == [])
        #expect(Records.tags(nil) == [])
    }

    @Test("Separators within text do not split it") func separatorsInTextDoNotDivideIt() {
        let column = Records.encode(["a\u{1E}b\u{1F}c", "d"])
        #expect(Records.tags(column) == ["abc", "d"])
    }
}

@Suite struct FolderPathTests {
    @Test(arguments: [
        ([], []), (["a"], ["a"]), (["a b", "c/d"], ["a b", "c/d"]), (["", "a", ""], ["a"]), (["a\u{1F}b"], ["ab"]),
    ])
    func names(_ given: [String], _ kept: [String]) {
        #expect(FolderPath(FolderPath(given).names).names == kept)
    }
}

@Suite struct FingerprintTests {
    /// Every later version must find the stored fingerprints of removed articles again.
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

    @Test("Adjacent texts keep their boundaries in the fingerprint") func textsDoNotRunIntoEachOther() {
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

@Suite struct PlaceTests {
    @Test("Positions increase with time") func positionsIncreaseWithTime() {
        let place = Place(firstOf: now)
        #expect(place.date == now)
        #expect(place.next.date == now)
        #expect(place < place.next && place.next < place.firstOfNextSecond)
        #expect(place.firstOfNextSecond == Place(firstOf: now.addingTimeInterval(1)))
        #expect(Place(firstOf: now.addingTimeInterval(0.9)) == place)
        #expect(Place(firstOf: Date(timeIntervalSince1970: -0.5)).date == Date(timeIntervalSince1970: -1))
    }
}

@Suite struct CivilDayTests {
    @Test(arguments: [
        ("1970-01-01", 0.0), ("2026-03-10", 1_773_100_800), ("2024-02-29", 1_709_164_800),
        ("2024-03-01", 1_709_251_200),
        ("2000-12-31", 978_220_800), ("1969-12-31", -86_400), ("2026", 1_767_225_600), ("2026-3", 1_772_323_200),
    ])
    func start(_ text: String, _ seconds: Double) {
        #expect(CivilDay(text)?.start(offset: 0) == Date(timeIntervalSince1970: seconds))
        #expect(CivilDay(text)?.start(offset: 7_200) == Date(timeIntervalSince1970: seconds - 7_200))
    }

    @Test(arguments: [
        "", "-", "2026-13", "2026-00-01", "2026-01-32", "tomorrow", "0", "10000", "2026-01-01-01",
        "99999999999999999999",
    ])
    func noDay(_ text: String) {
        #expect(CivilDay(text) == nil)
    }
}
