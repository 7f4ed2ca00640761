import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Vary: RFC 9111 §4.1")
struct VaryTests {
    private func match(_ vary: String, _ old: HTTPFields, _ new: HTTPFields, language: String? = nil) -> Vary.Match {
        var fields: HTTPFields = [.vary: vary]
        fields[.contentLanguage] = language
        return Vary.match(stored(fields, selecting: old), new)
    }

    private static let foo = HTTPField.Name("Foo")!

    @Test(
        "§4.1: selecting fields are normalised before comparison",
        arguments: [
            ("1", "1", Vary.Match.matches), ("1", "2", .differs), ("1", nil, .differs), (nil, "1", .differs),
            (nil, nil, .matches),
            ("1,2", " 1, 2 ", .matches), ("1, 2", "2, 1", .differs), ("a", "A", .differs),
        ] as [(String?, String?, Vary.Match)])
    func values(_ old: String?, _ new: String?, _ expected: Vary.Match) {
        var (oldFields, newFields) = (HTTPFields(), HTTPFields())
        oldFields[Self.foo] = old
        newFields[Self.foo] = new
        #expect(match("Foo", oldFields, newFields) == expected)
    }

    @Test("§4.1: two lines form one list")
    func combined() {
        var two = HTTPFields()
        two[values: Self.foo] = ["1", "2"]
        #expect(match("foo", [Self.foo: "1, 2"], two) == .matches)
    }

    @Test(
        "§4.1: requests that differ only after the last member that the parser reads do not match",
        arguments: [true, false])
    func unreadMembers(_ isNegotiated: Bool) {
        let name = isNegotiated ? HTTPField.Name.acceptLanguage : Self.foo
        let many = String(repeating: "a;q=0.1,", count: FieldList.memberLimit)
        #expect(match(name.rawName, [name: many + "de"], [name: many + "de"], language: "en") == .matches)
        #expect(match(name.rawName, [name: many + "de"], [name: many + "en"]) == .differs)
        #expect(match(name.rawName, [name: "a," + many + "b"], [name: "a," + many + "c"], language: "a") == .differs)
    }

    @Test("§4.1: `*` anywhere leaves the choice to the origin", arguments: ["*", "*, *", ", *", "*, Foo", "Foo, *"])
    func star(_ vary: String) {
        #expect(match(vary, [Self.foo: "1"], [Self.foo: "1"]) == .undecidable)
    }

    @Test(
        "Order, case and space have no meaning in Accept-Language",
        arguments: [
            ("en, de", "de, en", true), ("en, de", "eN, De", true), ("en, de", " en ,   de", true), ("en", "de", false),
        ])
    func languages(_ old: String, _ new: String, _ matches: Bool) {
        #expect((match("Accept-Language", [.acceptLanguage: old], [.acceptLanguage: new]) == .matches) == matches)
    }

    @Test("RFC 9110 §12.5.4: a stored response matches if it has the preferred language")
    func preferredLanguage() {
        let old: HTTPFields = [.acceptLanguage: "en, de"]
        #expect(match("Accept-Language", old, [.acceptLanguage: "fr;q=0.5, de;q=1.0"], language: "de") == .matches)
        #expect(match("Accept-Language", old, [.acceptLanguage: "fr;q=1.0, de;q=0.5"], language: "de") == .differs)
        #expect(match("Accept-Language", old, [.acceptLanguage: "fr, de"], language: "de") == .differs)
    }
}
