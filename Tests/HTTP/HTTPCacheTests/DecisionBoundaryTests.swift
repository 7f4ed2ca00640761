import HTTPTypes
import Testing

@testable import HTTPCache

/// The exact second and byte at which a decision changes.
@Suite("Decisions at their boundaries: RFC 9111 §4, §5.2; RFC 5861")
struct DecisionBoundaryTests {
    private static let received = 1_790_000_000.0

    private func decision(
        _ said: String, age: Double, asking: String? = nil, policy: CachePolicy = .useProtocolCachePolicy
    ) -> CacheDecision {
        let response = stored([.cacheControl: said, .eTag: "\"1\""], at: Self.received)
        var fields = HTTPFields()
        asking.map { fields[.cacheControl] = $0 }
        let decision = CacheDecision.decide(
            RequestProperties(method: .get, fields: fields, heuristicLimit: nil), stored: response, isSelected: true,
            hasVariants: false, policy: policy, now: Self.received + age)
        return Self.withoutResponse(decision)
    }

    /// The decisions compared by kind.
    private static let any = stored()

    private static func withoutResponse(_ decision: CacheDecision) -> CacheDecision {
        switch decision {
        case .serve: .serve(any)
        case .serveAndRevalidate: .serveAndRevalidate(any)
        case .revalidate: .revalidate(any)
        case .complete: .complete(any)
        case .fetch, .notInCache, .gatewayTimeout: decision
        }
    }

    @Test("§4.2: a response is fresh until its age reaches its lifetime")
    func lifetime() {
        #expect(decision("max-age=100", age: 99) == .serve(Self.any))
        #expect(decision("max-age=100", age: 100) == .revalidate(Self.any))
    }

    @Test("§5.2.1.1: an age of exactly the requested max-age is accepted")
    func requestedMaxAge() {
        #expect(decision("max-age=100", age: 10, asking: "max-age=10") == .serve(Self.any))
        #expect(decision("max-age=100", age: 11, asking: "max-age=10") == .revalidate(Self.any))
    }

    @Test("§5.2.1.2: a staleness of exactly max-stale is accepted")
    func maxStale() {
        #expect(decision("max-age=100", age: 110, asking: "max-stale=10") == .serve(Self.any))
        #expect(decision("max-age=100", age: 111, asking: "max-stale=10") == .revalidate(Self.any))
    }

    @Test("§5.2.2.2: must-revalidate counts from the second in which the lifetime ends")
    func mustRevalidate() {
        #expect(decision("max-age=100, must-revalidate", age: 100, asking: "max-stale=10") == .revalidate(Self.any))
        #expect(
            decision("max-age=100, must-revalidate", age: 99, asking: "max-age=50, max-stale=60") == .serve(Self.any))
    }

    @Test("RFC 5861 §3: the window of stale-while-revalidate ends before its last second")
    func staleWhileRevalidate() {
        let said = "max-age=100, stale-while-revalidate=10"
        #expect(decision(said, age: 109) == .serveAndRevalidate(Self.any))
        #expect(decision(said, age: 110) == .revalidate(Self.any))
    }

    @Test("RFC 5861 §4: a staleness of exactly stale-if-error is accepted")
    func staleIfError() {
        let response = stored([.cacheControl: "max-age=100, stale-if-error=10"], at: Self.received)
        let request = RequestProperties(method: .get, fields: [:], heuristicLimit: nil)
        #expect(response.mayServeOnError(request, now: Self.received + 110))
        #expect(!response.mayServeOnError(request, now: Self.received + 111))
    }

    @Test(
        "RFC 9211 §2.2: a request that finds other variants is a vary-miss",
        arguments: [
            CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad, .reloadRevalidatingCacheData,
        ], [true, false])
    func reasonOfAMiss(_ policy: CachePolicy, _ hasVariants: Bool) {
        let decision = CacheDecision.decide(
            RequestProperties(method: .get, fields: [:], heuristicLimit: nil), stored: nil, isSelected: true,
            hasVariants: hasVariants, policy: policy, now: Self.received)
        #expect(decision == .fetch(hasVariants ? .varyMiss : .uriMiss))
    }

    @Test("RFC 9111 §3.3: only the incomplete beginning of a body can be completed")
    func completion() {
        func canBeCompleted(
            _ first: Int, _ last: Int, of total: Int?, body: String = "0123456789", tag: String? = "\"1\""
        ) -> Bool {
            var fields = HTTPFields()
            fields[.eTag] = tag
            return stored(fields, body: body, fragment: .init(first: first, last: last, total: total)).canBeCompleted
        }
        #expect(canBeCompleted(0, 9, of: 11))
        #expect(canBeCompleted(0, 9, of: nil))
        #expect(!canBeCompleted(0, 9, of: 10))
        #expect(!canBeCompleted(1, 10, of: 20))
        #expect(!canBeCompleted(0, 10, of: 20))
        #expect(!canBeCompleted(0, -1, of: 20, body: ""))
        #expect(!canBeCompleted(0, 9, of: 11, tag: "W/\"1\""))
        #expect(!canBeCompleted(0, 9, of: 11, tag: nil))
    }

    @Test("§3.3: a fragment that begins with the first byte answers ranges within it")
    func firstFragment() {
        let fragment = stored(
            [.eTag: "\"1\""], status: 206, body: "01234", fragment: .init(first: 0, last: 4, total: 10))
        func answers(_ range: String) -> Bool {
            fragment.answers(RequestProperties(method: .get, fields: [.range: range], heuristicLimit: nil))
        }
        #expect(answers("bytes=0-4"))
        #expect(!answers("bytes=0-5"))
    }

    @Test("RFC 9110 §14.1.2: a range that begins or ends where the stored fragment does is answered")
    func fragmentEdges() {
        let fragment = stored(body: "01234", fragment: .init(first: 5, last: 9, total: 20))
        #expect(
            PartialContent.reply(.from(5, through: 9), from: fragment) == .part(0..<5, first: 5, total: 20))
        #expect(PartialContent.reply(.from(4, through: 9), from: fragment) == .missing)
        #expect(PartialContent.reply(.from(9, through: 10), from: fragment) == .missing)
        #expect(PartialContent.reply(.from(10, through: 12), from: fragment) == .missing)
        let end = stored(body: "01234", fragment: .init(first: 5, last: 9, total: 10))
        #expect(PartialContent.reply(.from(10, through: nil), from: end) == .missing)
        #expect(PartialContent.reply(.suffix(5), from: end) == .part(0..<5, first: 5, total: 10))
        #expect(PartialContent.reply(.suffix(6), from: end) == .missing)
        #expect(PartialContent.reply(.suffix(0), from: end) == .missing)
    }

    @Test("RFC 9110 §14.1.2: no range of an empty response can be satisfied")
    func emptyResponse() {
        #expect(PartialContent.reply(.suffix(1), from: stored(body: "")) == .unsatisfiable(total: 0))
        #expect(PartialContent.reply(.from(0, through: nil), from: stored(body: "")) == .unsatisfiable(total: 0))
    }
}
