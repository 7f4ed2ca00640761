import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import ScriptedOrigin
import Testing

@Suite struct GapFillingTests {
    /// Returns the feed of `ServiceRig`'s tests, with a link to an older page.
    private func page(_ numbers: ClosedRange<Int>, _ rel: String? = nil, to path: String = "") -> Reply {
        let link = rel.map { "<link rel=\"\($0)\" href=\"\(path)\"/>" } ?? ""
        return .response(
            fields: ["Cache-Control": "max-age=60"],
            body: atomFeed(numbers).replacingOccurrences(
                of: "<id>urn:numbers</id>", with: "<id>urn:numbers</id>\(link)"))
    }

    private func visit(_ rig: ServiceRig) async throws -> RefreshReport {
        rig.pass(seconds: 3600)
        return try await rig.service.refresh(reason: .everything)
    }

    @Test(
        "If a document does not share an entry with the stored ones, older pages fill the gap",
        arguments: ["prev-archive", "next"])
    func fills(_ rel: String) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [page(1...3, rel, to: "/0"), page(10...12, rel, to: "/a")])
        rig.origin.route("/a", page(7...9, rel, to: "/b"))
        rig.origin.route("/b", page(3...6, rel, to: "/0"))
        let id = try rig.subscribe()
        _ = try await visit(rig)
        #expect(rig.origin.requests.map(\.path) == ["/feed"])
        let report = try await visit(rig)
        #expect(try rig.titles(id) == (1...12).reversed().map { "Number \($0)" })
        #expect(report.progress.newArticles == 9)
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/feed", "/a", "/b"])
        #expect(try rig.store.subscription(id)?.title == "Numbers")
    }

    @Test("An archive page is requested before a page whose contents may shift")
    func archiveFirst() async throws {
        let rig = try ServiceRig()
        let both = page(7...9, "prev-archive", to: "/archive\"/><link rel=\"next\" href=\"/next")
        rig.origin.route("/feed", inOrder: [page(1...3), both])
        rig.origin.route("/archive", page(3...6))
        _ = try rig.subscribe()
        _ = try await visit(rig)
        _ = try await visit(rig)
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/feed", "/archive"])
    }

    @Test(
        "Older pages get the feed's credentials at its own origin only, even with a rule for another",
        arguments: ["prev-archive", "next"], [true, false])
    func credentials(_ rel: String, _ areInAddress: Bool) async throws {
        let rig = try ServiceRig(addresses: ["127.0.0.1", "127.0.0.2"])
        let elsewhere = rig.origin.url("/b", on: "127.0.0.2")
        rig.origin.route("/feed", inOrder: [page(1...3), page(10...12, rel, to: "/a")])
        rig.origin.route("/a", page(7...9, rel, to: elsewhere))
        rig.origin.route("/b", page(3...6))
        func rule(_ url: String, _ secret: String) throws -> CredentialRule {
            CredentialRule(scope: try #require(CredentialScope(url)), user: nil, secret: .text(secret))
        }
        let own = areInAddress ? [] : [try rule(rig.origin.url("/"), "t0ken")]
        try rig.use(Keyring(own + [try rule(elsewhere, "the other's")]))
        let address = rig.origin.url("/feed").replacing("//", with: areInAddress ? "//me:pw@" : "//")
        let id = try rig.store.add(NewSubscription(feedURL: address)).id
        _ = try await visit(rig)
        _ = try await visit(rig)
        let secret = areInAddress ? "Basic " + Data("me:pw".utf8).base64EncodedString() : "Bearer t0ken"
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/feed", "/a", "/b"])
        #expect(rig.origin.requests.map { $0["Authorization"] } == [secret, secret, secret, nil])
        #expect(try rig.titles(id).count == 12)
    }

    @Test("A JSON Feed's next_url fills the gap too")
    func jsonFeed() async throws {
        func json(_ numbers: ClosedRange<Int>, next: String?) -> Reply {
            let items = numbers.reversed().map { "{\"id\": \"\($0)\", \"title\": \"Number \($0)\"}" }
            let next = next.map { "\"next_url\": \"\($0)\"," } ?? ""
            return .response(
                body:
                    "{\"version\": \"https://jsonfeed.org/version/1.1\", \(next) \"items\": [\(items.joined(separator: ","))]}"
            )
        }
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [json(1...2, next: nil), json(5...6, next: "/older")])
        rig.origin.route("/older", json(2...4, next: "/never"))
        let id = try rig.subscribe()
        _ = try await visit(rig)
        _ = try await visit(rig)
        #expect(Set(try rig.titles(id)) == Set((1...6).map { "Number \($0)" }))
        #expect(rig.origin.requests(to: "/never").isEmpty)
    }

    @Test("A broken connection loses one page: the next visit continues there, even if the feed is unchanged")
    func brokenPage() async throws {
        let rig = try ServiceRig()
        let now = page(10...12, "next", to: "/a")
        rig.origin.route("/feed", inOrder: [page(1...3), now])
        rig.origin.route("/a", page(7...9, "next", to: "/b"))
        rig.origin.route("/b", inOrder: [.truncated(body: "<feed", declaring: 9_999), page(3...6)])
        let id = try rig.subscribe()
        _ = try await visit(rig)
        _ = try await visit(rig)
        #expect(try rig.titles(id).count == 9)
        _ = try await visit(rig)
        #expect(try rig.titles(id) == (1...12).reversed().map { "Number \($0)" })
        #expect(rig.origin.requests(to: "/a").count == 1)
        #expect(try rig.store.pollingState(of: id)?.olderPages == nil)
    }

    @Test("The feed waits as long as the server of an older page demands, then continues there", arguments: [429, 503])
    func retryAfter(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [page(1...3), page(10...12, "next", to: "/a")])
        // Its body cannot be decoded, which does not matter.
        let refusal = Reply.response(status, fields: ["Retry-After": "7200", "Content-Encoding": "zstd"], body: "busy")
        rig.origin.route("/a", inOrder: [refusal, page(3...9)])
        let id = try rig.subscribe()
        _ = try await visit(rig)
        let report = try await visit(rig)
        #expect(report.failures.isEmpty && report.progress.newArticles == 3)
        let state = try #require(try rig.store.pollingState(of: id))
        #expect(state.retryAfter == rig.now + 7200 && state.health.nextAttempt == rig.now + 7200)
        let waiting = try await visit(rig)
        #expect(waiting.waiting.map(\.until) == [rig.now + 3600])
        #expect(rig.origin.requests.map(\.path) == ["/feed", "/feed", "/a"])
        _ = try await visit(rig)
        #expect(rig.origin.requests(to: "/a").count == 2)
        #expect(try rig.titles(id).count == 12)
        #expect(try rig.store.pollingState(of: id)?.retryAfter == nil)
    }

    @Test("Filling stops after ten pages and at a loop of pages")
    func bounds() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", inOrder: [page(1...1), page(31...31, "next", to: "/2")])
        for number in 2...20 {
            rig.origin.route("/\(number)", page(number + 5...number + 5, "next", to: "/\(number + 1)"))
        }
        rig.origin.route("/circle", inOrder: [page(1...1), page(9...9, "next", to: "/round")])
        rig.origin.route("/round", page(8...8, "next", to: "/circle"))
        _ = try rig.subscribe()
        _ = try rig.subscribe("/circle")
        _ = try await visit(rig)
        _ = try await visit(rig)
        #expect(rig.origin.requests(to: "/11").count == 1 && rig.origin.requests(to: "/12").isEmpty)
        #expect(rig.origin.requests(to: "/round").count == 1 && rig.origin.requests(to: "/circle").count == 2)
    }

    @Test("A feed that only changes its guids has no gap")
    func changedGuids() async throws {
        let rig = try ServiceRig()
        let renamed = atomFeed(1...3).replacingOccurrences(of: "urn:number:", with: "urn:new:")
            .replacingOccurrences(
                of: "<id>urn:numbers</id>", with: "<id>urn:numbers</id><link rel=\"next\" href=\"/a\"/>")
        rig.origin.route("/feed", inOrder: [page(1...3), .response(body: renamed)])
        let id = try rig.subscribe()
        _ = try await visit(rig)
        _ = try await visit(rig)
        #expect(try rig.titles(id).count == 3)
        #expect(rig.origin.requests(to: "/a").isEmpty)
    }
}
