import ArticleStorage
import FeedModel
import FeedRefresh
import ScriptedOrigin
import Testing

@Suite struct RedirectedFeedTests {
    @Test("A permanent redirect is adopted after three visits that return the same feed there", arguments: [301, 308])
    func permanentRedirect(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(status, fields: ["Location": "/new"]))
        rig.origin.route("/new", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        for visit in 1...3 {
            #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"), "before visit \(visit)")
            _ = try await rig.service.refresh(reason: .everything)
        }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/new"))
        #expect(try rig.titles(id).count == 2)
        // A list that was written before the feed moved does not add it again.
        let list = OPMLDocument(outlines: [OPMLOutline(title: "Old", feedURL: rig.origin.url("/feed"))])
        #expect(try rig.store.add(list) == 0)
    }

    @Test("A permanent redirect that the server sent only once is not adopted, however often the cache repeats it")
    func repeatedRedirect() async throws {
        let rig = try ServiceRig()
        let lasting: KeyValuePairs = ["Location": "/new", "Cache-Control": "max-age=36000"]
        rig.origin.route(
            "/feed", inOrder: [.response(301, fields: lasting), .response(body: atomFeed(1...3))])
        rig.origin.route("/new", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        for _ in 1...5 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(rig.origin.requests.count { $0.target == "/feed" } == 1)
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
    }

    @Test(
        "A 304 from the page to which a feed now redirects does not hide that the feed is gone", arguments: [301, 302])
    func redirectToAPage(_ status: Int) async throws {
        let rig = try ServiceRig()
        let document = Reply.response(fields: ["Last-Modified": "Mon, 02 Mar 2026 10:00:00 GMT"], body: atomFeed(1...2))
        rig.origin.route("/feed", inOrder: [document, .response(status, fields: ["Location": "/page"])])
        rig.origin.route("/page") { request in
            request["If-Modified-Since"] != nil
                ? .response(304)
                : .response(fields: ["Content-Type": "text/html"], body: "<!doctype html><title>Home</title>")
        }
        let id = try rig.subscribe()
        for _ in 1...5 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
        #expect(try rig.store.pollingState(of: id)?.health.problem?.kind == .notAFeed)
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A temporary redirect is followed and never adopted")
    func temporaryRedirect() async throws {
        let rig = try ServiceRig()
        rig.origin.route("/feed", .response(302, fields: ["Location": "/new"]))
        rig.origin.route("/new", .response(body: atomFeed(1...2)))
        let id = try rig.subscribe()
        for _ in 1...5 { _ = try await rig.service.refresh(reason: .everything) }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
    }

    @Test(
        "A feed that redirects to another address at each visit is not transferred again while its tag is confirmed",
        arguments: [301, 302])
    func sessions(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed", inOrder: (1...4).map { .response(status, fields: ["Location": "/session/\($0)"]) })
        for number in 1...4 {
            // A server that compresses its documents weakens their tags, but not those of a 304.
            rig.origin.route("/session/\(number)") { request in
                request["If-None-Match"] == "W/\"1\""
                    ? .response(304, fields: ["ETag": "\"1\""])
                    : .response(fields: ["ETag": "W/\"1\""], body: atomFeed(1...2))
            }
        }
        let id = try rig.subscribe()
        for visit in 1...4 {
            let report = try await rig.service.refresh(reason: .everything)
            #expect(report.failures.isEmpty && report.notModified == (visit == 1 ? 0 : 1), "visit \(visit)")
        }
        #expect(try rig.store.subscription(id)?.feedURL == rig.origin.url("/feed"))
        #expect(try rig.titles(id).count == 2)
    }

    @Test("A stored redirect that leads to no feed, or in circles, is requested again", arguments: ["/page", "/feed"])
    func storedRedirect(_ target: String) async throws {
        let rig = try ServiceRig()
        let lasting: KeyValuePairs = [
            "Location": target, "Cache-Control": "max-age=36000", "Vary": "Accept-Encoding, User-Agent",
        ]
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(body: atomFeed(1...2)), .response(301, fields: lasting), .response(body: atomFeed(1...3)),
            ])
        rig.origin.route("/page", .response(body: "<!doctype html><title>Welcome</title>"))
        let id = try rig.subscribe()
        for failures in [0, 1, 0] {
            #expect(try await rig.service.refresh(reason: .everything).failures.count == failures)
        }
        #expect(try rig.titles(id).count == 3)
    }

    @Test("410 ends polling after a permanent redirect, and not after a temporary one", arguments: [301, 302])
    func redirectToNothing(_ status: Int) async throws {
        let rig = try ServiceRig()
        rig.origin.route(
            "/feed",
            inOrder: [
                .response(body: atomFeed(1...2)), .response(status, fields: ["Location": "/gone"]),
                .response(body: atomFeed(1...3)),
            ])
        rig.origin.route("/gone", .response(410))
        let id = try rig.subscribe()
        for _ in 1...3 { _ = try await rig.service.refresh(reason: .everything) }
        let problem = try rig.store.subscription(id)?.health.problem
        #expect(problem == (status == 301 ? FeedProblem.gone : nil))
        #expect(try rig.titles(id).count == (status == 301 ? 2 : 3))
    }
}
