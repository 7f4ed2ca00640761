import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("CacheControl: RFC 9111 §5.2")
struct CacheControlTests {
    private func parsed(_ lines: String...) -> CacheControl {
        var fields = HTTPFields()
        fields[values: .cacheControl] = lines
        return CacheControl(fields)
    }

    @Test(
        "§4.2.1, §1.2.2: The parser reads max-age",
        arguments: [
            ("max-age=60", 60), ("MaX-aGe=60", 60), ("max-age=\"60\"", 60), ("max-age=0060", 60), ("max-age=0", 0),
            ("max-age=99999999999999999999", 1 << 31), ("max-age=2147483648", 1 << 31),
            ("max-age=60, max-age=1", 60), ("x=\"max-age=100\", max-age=1", 1), ("max-age=1, x=\"max-age=100\"", 1),
            ("x=\"a\\\"b, max-age=9\", max-age=2", 2), ("foo,, ,max-age=5 ,bar", 5),
            ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age=a1", 0), ("max-age='60'", 0), ("max-age", 0),
            ("max-age=", 0),
        ])
    func maxAge(_ value: String, _ seconds: Int) {
        #expect(parsed(value).maxAge == seconds)
    }

    @Test(
        "A directive with space before the equals sign is another directive",
        arguments: ["max-age =60", "", "s-maxage=60", "x-max-age=60"])
    func noMaxAge(_ value: String) {
        #expect(parsed(value).maxAge == nil)
    }

    @Test("The parser collects directives from all lines")
    func severalLines() {
        let control = parsed("max-age=5", "No-StOrE, private", "MUST-revalidate")
        #expect(control.maxAge == 5 && control.noStore && control.isPrivate && control.mustRevalidate)
    }

    @Test("§5.2.2.4: qualified no-cache names fields and leaves the other fields reusable")
    func qualifiedNoCache() {
        let control = parsed("no-cache=\"Set-Cookie, A\", max-age=9")
        #expect(!control.noCache && control.noCacheFields == ["set-cookie", "a"])
        #expect(parsed("no-cache=\"a\", no-cache").noCache)
        #expect(parsed("no-cache=\"a").noCache && parsed("max-age=9, no-cache=\"a, b").noCache)
    }

    @Test("§5.2.1.2: max-stale without an argument allows any staleness")
    func maxStale() {
        #expect(parsed("max-stale").maxStale == 1 << 31)
        #expect(parsed("max-stale=7").maxStale == 7)
        #expect(parsed("max-stale=x").maxStale == nil)
    }

    @Test("§5.4: Pragma counts only if there is no Cache-Control")
    func pragma() {
        #expect(CacheControl([.pragma: "No-Cache"]).noCache)
        #expect(!CacheControl([.pragma: "no-cache", .cacheControl: "max-age=5"]).noCache)
        #expect(!CacheControl([.pragma: "other"]).noCache)
    }

    @Test("RFC 5861, RFC 8246, §5.2.2.3: the parser reads the extensions")
    func extensions() {
        let control = parsed("stale-while-revalidate=3, stale-if-error=4, immutable, must-understand, public")
        #expect(control.staleWhileRevalidate == 3 && control.staleIfError == 4)
        #expect(control.isImmutable && control.mustUnderstand && control.isPublic)
    }
}
