import HTTPTypes
import Testing

@testable import HTTPCache

/// The longest and the shortest values of fields that are accepted.
@Suite("Fields at their boundaries: RFC 9110 §8.8, §12.5.4, §14")
struct FieldBoundaryTests {
    @Test("§14.1.2: a position is at most 2⁶⁰")
    func digits() {
        let longest = String(repeating: "9", count: 18)
        #expect(ByteRange([.range: "bytes=\(longest)-"]) == .from(999_999_999_999_999_999, through: nil))
        #expect(ByteRange([.range: "bytes=\(longest)9-"]) == nil)
    }

    @Test("§5.6.1: a list of exactly the maximum length is read completely")
    func members() {
        let most = FieldList.memberLimit
        let exact = FieldList.boundedMembers([Array(repeating: "a", count: most).joined(separator: ",")])
        #expect(exact.members.count == most && !exact.isCut)
        let more = FieldList.boundedMembers([Array(repeating: "a", count: most + 1).joined(separator: ",")])
        #expect(more.members.count == most && more.isCut)
    }

    @Test("§12.5.4: a stored language that the request refuses with q=0 is not preferred")
    func refusedLanguage() {
        let german = stored([.vary: "accept-language", .contentLanguage: "de"], selecting: [.acceptLanguage: "de"])
        #expect(Vary.match(german, [.acceptLanguage: "de;q=0.5"]) == .matches)
        #expect(Vary.match(german, [.acceptLanguage: "de;q=0"]) != .matches)
    }

    @Test("RFC 9111 §4.3.4: a weak tag confirms the newest response that has it; another tag does not confirm any")
    func confirmation() {
        let fields: HTTPFields = [.eTag: "W/\"1\""]
        let old = stored([.eTag: "W/\"1\"", .date: "Mon, 01 Jun 2026 10:00:00 GMT"], at: 1_780_308_000)
        let new = stored([.eTag: "W/\"1\"", .date: "Mon, 01 Jun 2026 11:00:00 GMT"], at: 1_780_311_600)
        for order in [[old, new], [new, old]] {
            #expect(
                Confirmation.confirmed(by: fields, nominated: order, matching: [], isOwnCondition: true) == [new])
        }
        let other = stored([.eTag: "\"2\""])
        #expect(Confirmation.confirmed(by: fields, nominated: [other], matching: [], isOwnCondition: true).isEmpty)
        // A 304 with only a date does not contradict a tag.
        let dated: HTTPFields = [.lastModified: "Mon, 01 Jun 2026 10:00:00 GMT"]
        #expect(
            Confirmation.confirmed(by: dated, nominated: [other], matching: [], isOwnCondition: true) == [other])
    }

    @Test("RFC 9111 §3.4: adjacent pieces are combined; a new piece within the old one keeps the old end")
    func pieces() {
        let touching = PartialContent.combined([1, 2], at: 0, [3, 4], at: 2)
        #expect(touching?.bytes == [1, 2, 3, 4] && touching?.first == 0)
        #expect(PartialContent.combined([1, 2], at: 0, [4], at: 3) == nil)
        #expect(PartialContent.combined([1, 2, 3, 4], at: 0, [9], at: 1)?.bytes == [1, 9, 3, 4])
        #expect(PartialContent.combined([1, 2, 3, 4], at: 0, [8, 9], at: 2)?.bytes == [1, 2, 8, 9])
    }
}
