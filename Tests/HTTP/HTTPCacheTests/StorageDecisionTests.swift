import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("StorageDecision: RFC 9111 §3")
struct StorageDecisionTests {
    @Test(
        "The decision distinguishes storable responses from others",
        arguments: [
            (200, "", "", true), (200, "no-store", "", false), (200, "private", "", true), (200, "no-cache", "", true),
            (200, "max-age=5", "no-store", false), (200, "no-store, must-understand", "", true),
            (599, "max-age=5, no-store, must-understand", "", false), (599, "max-age=5", "", true),
            (599, "", "", false),
            (500, "", "", false), (500, "max-age=5", "", true), (404, "", "", true), (302, "", "", false),
            (301, "", "", true), (304, "max-age=5", "", false), (206, "max-age=5", "", false),
            (201, "public", "", true),
        ])
    func storable(_ status: Int, _ response: String, _ request: String, _ expected: Bool) {
        let asked = CacheControl([.cacheControl: request])
        let fields: HTTPFields = [.cacheControl: response]
        #expect(
            StorageDecision.isStorable(
                method: .get, request: asked, status: status, fields: fields, response: CacheControl(fields))
                == expected)
    }

    @Test("§3: only GET is stored under its address", arguments: [HTTPRequest.Method.post, .put, .head, .options])
    func methods(_ method: HTTPRequest.Method) {
        let fields: HTTPFields = [.cacheControl: "max-age=5"]
        #expect(
            !StorageDecision.isStorable(
                method: method, request: CacheControl(), status: 200, fields: fields, response: CacheControl(fields)))
    }

    @Test("§3.1: hop-by-hop fields and those named by Connection are not stored")
    func fields() {
        let a = HTTPField.Name("A")!
        let fields: HTTPFields = [
            .connection: "a, close", a: "1", .transferEncoding: "chunked", .upgrade: "x", .te: "x", .trailer: "x",
            .proxyAuthenticate: "x", .contentType: "text/plain", .setCookie: "a=b", .date: "now",
        ]
        let kept = StoredFields.storable(fields, CacheControl(fields), now: 0).map(\.name.canonicalName).sorted()
        #expect(kept == ["content-type", "date", "set-cookie"])
    }

    @Test("RFC 9110 §6.6.1: a response without Date gets one")
    func date() {
        #expect(StoredFields.storable([:], CacheControl(), now: 0)[.date] == "Thu, 01 Jan 1970 00:00:00 GMT")
    }

    @Test("§3.2: an update replaces all lines of a field and keeps fields that describe the body")
    func update() {
        let old: HTTPFields = [
            .contentLength: "5", .contentEncoding: "gzip", .contentType: "a/b", .setCookie: "1", .age: "9",
            .date: "old",
        ]
        let new: HTTPFields = [
            .contentLength: "0", .contentEncoding: "br", .contentType: "c/d", .setCookie: "2", .setCookie: "3",
            .date: "new",
        ]
        let updated = StoredFields.updated(old, by: new, CacheControl(new), now: 0)
        #expect(updated[.contentLength] == "5" && updated[.contentEncoding] == "gzip")
        #expect(updated[.contentType] == "c/d" && updated[.date] == "new" && updated[.age] == nil)
        #expect(updated[values: .setCookie] == ["2", "3"])
    }
}
