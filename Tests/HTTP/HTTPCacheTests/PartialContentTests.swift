import Basics
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Ranges: RFC 9110 §14, RFC 9111 §3.3")
struct PartialContentTests {
    @Test(
        "The parser reads one range of bytes",
        arguments: [
            ("bytes=0-1", ByteRange.from(0, through: 1)), ("Bytes=5-", .from(5, through: nil)),
            ("bytes=-3", .suffix(3)),
            ("bytes=2-1", nil), ("bytes=0-1,3-4", nil), ("lines=0-1", nil), ("bytes=", nil), ("bytes=-", nil),
            ("bytes=a-b", nil),
            ("bytes=99999999999999999999-", nil),
        ] as [(String, ByteRange?)])
    func parsed(_ value: String, _ range: ByteRange?) {
        #expect(ByteRange([.range: value]) == range)
    }

    @Test(
        "Ranges select bytes of a complete response of ten bytes",
        arguments: [
            (ByteRange.from(0, through: 1), PartialContent.Reply.part(0..<2, first: 0, total: 10)),
            (.from(8, through: 99), .part(8..<10, first: 8, total: 10)),
            (.from(9, through: nil), .part(9..<10, first: 9, total: 10)),
            (.suffix(3), .part(7..<10, first: 7, total: 10)), (.suffix(99), .part(0..<10, first: 0, total: 10)),
            (.from(10, through: nil), .unsatisfiable(total: 10)), (.suffix(0), .unsatisfiable(total: 10)),
        ])
    func whole(_ range: ByteRange, _ reply: PartialContent.Reply) {
        #expect(PartialContent.reply(range, from: stored()) == reply)
    }

    @Test(
        "Ranges select bytes of the fragment 5–9 of ten bytes",
        arguments: [
            (ByteRange.from(6, through: 8), PartialContent.Reply.part(1..<4, first: 6, total: 10)),
            (.from(6, through: nil), .part(1..<5, first: 6, total: 10)),
            (.suffix(2), .part(3..<5, first: 8, total: 10)),
            (.suffix(5), .part(0..<5, first: 5, total: 10)), (.suffix(6), .missing), (.from(4, through: 6), .missing),
            (.from(7, through: 20), .part(2..<5, first: 7, total: 10)),
        ])
    func fragment(_ range: ByteRange, _ reply: PartialContent.Reply) {
        let part = stored(status: 206, body: "56789", fragment: .init(first: 5, last: 9, total: 10))
        #expect(PartialContent.reply(range, from: part) == reply)
    }

    @Test("A fragment from the middle has no known end to count back from")
    func middle() {
        let part = stored(status: 206, body: "345", fragment: .init(first: 3, last: 5, total: 10))
        #expect(PartialContent.reply(.suffix(1), from: part) == .missing)
        #expect(PartialContent.reply(.from(4, through: nil), from: part) == .missing)
        #expect(PartialContent.reply(.from(4, through: 6), from: part) == .missing)
    }

    @Test(
        "Adjacent pieces become one",
        arguments: [
            ("012", 0, "345", 3, "012345"), ("345", 3, "012", 0, "012345"), ("0123", 0, "2x", 2, "012x"),
            ("0123456", 0, "23", 2, "0123456"),
        ])
    func combined(_ old: String, _ oldFirst: Int, _ new: String, _ newFirst: Int, _ expected: String) {
        let both = PartialContent.combined(Array(old.utf8), at: oldFirst, Array(new.utf8), at: newFirst)
        #expect(both.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    }

    @Test("Pieces with a gap stay separate")
    func gap() {
        #expect(PartialContent.combined([1], at: 0, [2], at: 2) == nil)
    }

    @Test("If-Range requires a strong tag or the exact date (RFC 9110 §13.1.5)")
    func ifRange() {
        let date = HTTPDate.format(1000)
        let response = stored([.eTag: "\"1\"", .lastModified: date, .date: HTTPDate.format(1001)])
        #expect(Validation.ifRangeHolds("\"1\"", response) && Validation.ifRangeHolds(date, response))
        #expect(!Validation.ifRangeHolds("\"2\"", response) && !Validation.ifRangeHolds("y", response))
        #expect(!Validation.ifRangeHolds("W/\"1\"", stored([.eTag: "W/\"1\""])))
    }
}
