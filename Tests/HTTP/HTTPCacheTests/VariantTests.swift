import HTTPTransport
import HTTPTypes
import Testing

@testable import HTTPCache

@Suite("Variants: RFC 9111 §4.1")
struct VariantTests {
    @Test("§4.1: the cache stores several variants, and a miss sends the tags of all")
    func variants() async throws {
        let foo = HTTPField.Name("Foo")!
        let bench = Workbench(
            ScriptedTransport { (request, _) throws(TransportError) in
                let value = request["Foo"] ?? "-"
                return Scripted.ok([("Cache-Control", "max-age=60"), ("Vary", "Foo"), ("ETag", "\"\(value)\"")], value)
                    .response
            })
        for value in ["1", "2", "1", "2"] {
            #expect(try await bench.get("http://h.test/a", [foo: value]).text == value)
        }
        #expect(bench.transport.count == 2)
        try await bench.get("http://h.test/a", [foo: "3"])
        #expect(bench.transport.requests[2]["If-None-Match"] == "\"1\", \"2\"")
        #expect(bench.client.cache.entries().count == 3)
    }

    @Test("§4.3.4: a 304 may select another variant")
    func otherVariant() async throws {
        let foo = HTTPField.Name("Foo")!
        let bench = Workbench(
            .ok([("Cache-Control", "max-age=60"), ("Vary", "Foo"), ("ETag", "\"1\"")], "one"),
            .status(304, [("ETag", "\"1\""), ("Vary", "Foo")]))
        try await bench.get("http://h.test/a", [foo: "1"])
        let reply = try await bench.get("http://h.test/a", [foo: "2"])
        #expect(try await reply.text == "one" && reply.source == .revalidated)
        #expect(try await bench.get("http://h.test/a", [foo: "1"]).source == .cache)
    }

    @Test("§4.1: `Vary: *` requires validation, except under the policies that accept any stored response")
    func varyStar() async throws {
        let bench = Workbench(.ok([("Cache-Control", "max-age=60"), ("Vary", "*"), ("ETag", "\"1\"")]))
        try await bench.get()
        try await bench.get()
        #expect(bench.transport.requests[1]["If-None-Match"] == "\"1\"")
        #expect(try await bench.get(policy: .returnCacheDataElseLoad).source == .cache)
    }
}
