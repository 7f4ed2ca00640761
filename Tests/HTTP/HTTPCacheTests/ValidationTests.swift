import Basics
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Validation: RFC 9111 §4.3")
struct ValidationTests {
    @Test(
        "§4.3.1: validators are sent back byte for byte",
        arguments: [
            ("\"abc\"", "Wed, 12 Feb 2020 12:01:36 GMT"), ("W/\"abc\"", "Wed, 12 Feb 2020 12:01:36 Asia/Shanghai"),
            ("51cf999237cf", "yesterday"), ("w/'x'", "-"),
        ])
    func echoed(_ tag: String, _ date: String) {
        let conditions = Validation.conditions([stored([.eTag: tag, .lastModified: date])])
        #expect(
            conditions == [HTTPField(name: .ifNoneMatch, value: tag), HTTPField(name: .ifModifiedSince, value: date)])
    }

    @Test("Bytes that are not text are sent back too")
    func echoedBytes() {
        let bytes: [UInt8] = [0x22, 0xff, 0xfc, 0x22]
        var fields = HTTPFields()
        fields.append(HTTPField(name: .eTag, value: bytes))
        let sent = Validation.conditions([stored(fields)])[0].withUnsafeBytesOfValue { Array($0) }
        #expect(sent == bytes)
    }

    @Test(
        "Validators longer than 4 KiB are not sent, since servers refuse such requests",
        arguments: [(4_096, true), (4_097, false)])
    func longValidators(_ length: Int, _ isSent: Bool) {
        let tag = "\"" + String(repeating: "x", count: length - 2) + "\""
        let date = String(repeating: "d", count: length)
        let tagged = stored([.eTag: tag, .date: HTTPDate.format(1_789_999_000)])
        #expect(Validation.conditions([tagged]).isEmpty == !isSent && Validation.hasValidator(tagged) == isSent)
        #expect((Validation.strongTag(tagged.fields) == tag) == isSent)
        #expect((Resumption.validator(of: tagged.head, now: 1_790_000_000) == tag) == isSent)
        let dated = stored([.lastModified: date])
        #expect(Validation.conditions([dated]).isEmpty == !isSent && Validation.hasValidator(dated) == isSent)
    }

    @Test("§4.3.1: the tags of several variants form one list, without a date")
    func variants() {
        let conditions = Validation.conditions([
            stored([.eTag: "\"1\"", .lastModified: "x"]), stored([.eTag: "W/\"2\""]),
        ])
        #expect(conditions == [HTTPField(name: .ifNoneMatch, value: "\"1\", W/\"2\"")])
    }

    @Test(
        "§4.3.4: a 304 confirms the single response that was validated",
        arguments: [
            ("\"1\"", nil, true), ("W/\"1\"", nil, true), ("\"2\"", nil, false), (nil, "x", true), (nil, "y", false),
            (nil, nil, true),
        ] as [(String?, String?, Bool)])
    func confirmed(_ tag: String?, _ date: String?, _ expected: Bool) {
        var fields = HTTPFields()
        fields[.eTag] = tag
        fields[.lastModified] = date
        let nominated = [stored([.eTag: "\"1\"", .lastModified: "x"])]
        let confirmed = Confirmation.confirmed(
            by: fields, nominated: nominated, matching: [], isOwnCondition: true)
        #expect(!confirmed.isEmpty == expected)
    }

    @Test(
        "§4.3.4: a 304 with a tag confirms a response with only a date, if that date is a strong validator",
        arguments: [(0.0, false), (1, true), (60, true)])
    func taggedAfterDate(_ seconds: Double, _ expected: Bool) {
        let modified = HTTPDate.format(1_789_999_000)
        let nominated = [stored([.lastModified: modified, .date: HTTPDate.format(1_789_999_000 + seconds)])]
        let fields: HTTPFields = [.eTag: "\"1\"", .lastModified: modified]
        let confirmed = Confirmation.confirmed(
            by: fields, nominated: nominated, matching: [], isOwnCondition: true)
        #expect(!confirmed.isEmpty == expected)
    }

    @Test("§4.3.4: a 304 must name one of several responses; a weak tag names the most recent")
    func confirmedOfSeveral() {
        let older = stored([.eTag: "W/\"1\"", .date: HTTPDate.format(1_789_999_000)])
        let newer = stored([.eTag: "W/\"1\"", .date: HTTPDate.format(1_789_999_500)])
        let other = stored([.eTag: "\"2\""])
        let all = [older, newer, other]
        func named(_ fields: HTTPFields) -> [StoredResponse] {
            Confirmation.confirmed(by: fields, nominated: all, matching: [], isOwnCondition: true)
        }
        #expect(named([.eTag: "W/\"1\""]).map(\.id) == [newer.id])
        #expect(named([.eTag: "\"2\""]).map(\.id) == [other.id])
        #expect(named([.eTag: "\"1\""]).isEmpty && named([:]).isEmpty)
    }

    @Test("§4.3.2, RFC 9110 §13.1.3: If-None-Match has priority over If-Modified-Since")
    func precedence() {
        let response = stored([.eTag: "\"1\"", .lastModified: HTTPDate.format(1000)])
        let newer = HTTPDate.format(2000)
        #expect(Validation.isNotModified([.ifNoneMatch: "\"0\", \"1\""], response, now: 0))
        #expect(Validation.isNotModified([.ifNoneMatch: "*"], response, now: 0))
        #expect(!Validation.isNotModified([.ifNoneMatch: "\"2\"", .ifModifiedSince: newer], response, now: 0))
        #expect(Validation.isNotModified([.ifModifiedSince: newer], response, now: 0))
        #expect(!Validation.isNotModified([.ifModifiedSince: HTTPDate.format(999)], response, now: 0))
        #expect(!Validation.isNotModified([:], response, now: 0))
    }
}
