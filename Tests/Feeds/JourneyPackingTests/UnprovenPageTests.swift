import ArticleStorage
import FeedModel
import FeedRefresh
import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// A hotspot with a different text for each address. An interrupted run, or the reader, has stored some of its pages.
/// Titles and certificates prove nothing here.
@Suite struct UnprovenPageTests {
    private static let html: KeyValuePairs = ["Content-Type": "text/html; charset=utf-8"]

    private static func terms(_ path: String) -> String {
        "<html><head><title>Free WiFi</title></head><body><article><h1>Welcome aboard</h1>"
            + String(
                repeating: "<p>Guest of \(path): by using this network you agree to the terms of its provider.</p>",
                count: 60) + "</article></body></html>"
    }

    private func answerBadly(_ rig: JourneyRig, _ pages: Range<Int>) {
        for path in ["/feed"] + pages.map({ "/page/\($0)" }) {
            rig.route(path) { _ in .response(fields: Self.html, body: Self.terms(path)) }
        }
    }

    private func answerWell(_ rig: JourneyRig, _ pages: Range<Int>) {
        let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>x</title></channel></rss>"
        rig.route("/feed") { _ in .response(fields: ["Content-Type": "application/rss+xml"], body: feed) }
        for number in pages {
            let page = JourneyRig.page([]).replacing("night ferry", with: "night ferry \(number)")
            rig.route("/page/\(number)") { _ in .response(fields: Self.html, body: page) }
        }
    }

    private func text(_ rig: JourneyRig, _ number: Int) throws -> String {
        try rig.store.pageText(for: rig.id("harbour news \(number)"))?.html ?? ""
    }

    /// Packs until the last page is requested, which is never answered, and cancels the run.
    private func interrupted(_ rig: JourneyRig, at last: Int) async throws {
        rig.route("/page/\(last)") { _ in Reply([.wait(Gate())]) }
        let packing = Task { try await rig.pack() }
        try await rig.origin.waitForRequests(1 + last + 1)
        packing.cancel()
        #expect(try await packing.value.end == .cancelled)
    }

    @Test(
        "Pages of an interrupted run behind a hotspot do not count as packed, and the next run fetches all of them again"
    )
    func hotspot() async throws {
        let rig = try JourneyRig(articles: 4)
        answerBadly(rig, 0..<3)
        try await interrupted(rig, at: 3)
        #expect(try rig.packStore.unprovenPages().count == 3)
        #expect(try rig.packStore.marks().values.allSatisfy { $0 == .partly })
        answerWell(rig, 0..<4)
        let report = try await rig.pack(nil)
        #expect(report.end == .complete && report.packed == 4)
        for number in 0..<4 { #expect(try text(rig, number).contains("night ferry \(number)")) }
        #expect(try rig.packStore.unprovenPages().isEmpty)
    }

    @Test("Pages of an interrupted run count as packed after the next one, which fetches two of them again")
    func network() async throws {
        let rig = try JourneyRig(articles: 5)
        answerWell(rig, 0..<4)
        try await interrupted(rig, at: 4)
        #expect(try rig.packStore.unprovenPages().count == 4)
        answerWell(rig, 4..<5)
        let report = try await rig.pack(nil)
        #expect(report.end == .complete && report.packed == 5)
        #expect(rig.arrivals(prefix: "/page").count == 5 + 3)
    }

    @Test("Behind the same hotspot, nothing from the interrupted run counts as packed until there is a network")
    func sameHotspot() async throws {
        let rig = try JourneyRig(articles: 5)
        answerBadly(rig, 0..<4)
        try await interrupted(rig, at: 4)
        answerBadly(rig, 0..<5)
        let report = try await rig.pack(nil)
        #expect(report.end == .portal && report.packed == 0)
        answerWell(rig, 0..<5)
        #expect(try await rig.pack().packed == 5)
        for number in 0..<5 { #expect(try text(rig, number).contains("night ferry \(number)")) }
    }

    @Test("Behind a hotspot, the texts of an interrupted run stay, except two")
    func hotspotLater() async throws {
        let rig = try JourneyRig(articles: 6)
        answerWell(rig, 0..<5)
        try await interrupted(rig, at: 5)
        answerBadly(rig, 0..<6)
        #expect(try await rig.pack(nil).end == .portal)
        let kept = try (0..<6).count { try text(rig, $0).contains("night ferry") }
        #expect(kept == 3)
        answerWell(rig, 0..<6)
        #expect(try await rig.pack().packed == 6)
    }

    @Test("If the person logged in before a run was interrupted, the next one fetches the hotspot's pages again")
    func loginBeforeInterruption() async throws {
        let rig = try JourneyRig(articles: 4)
        answerBadly(rig, 0..<2)
        rig.route("/page/1") { [weak rig] _ in
            if let rig { self.answerWell(rig, 0..<3) }
            return .response(fields: Self.html, body: Self.terms("/page/1"))
        }
        try await interrupted(rig, at: 3)
        answerWell(rig, 3..<4)
        #expect(try await rig.pack(nil).packed == 4)
        for number in 0..<4 { #expect(try text(rig, number).contains("night ferry \(number)")) }
    }

    @Test("A run that is cancelled while it requests the feeds at its end decides nothing")
    func cancelledAtEnd() async throws {
        let rig = try JourneyRig(articles: 2)
        answerWell(rig, 0..<2)
        let turn = Counter()
        rig.route("/feed") { _ in turn.next() == 0 ? .response(404) : Reply([.wait(Gate())]) }
        let packing = Task { try await rig.pack() }
        try await rig.origin.waitForRequests(1 + 2 + 1)
        packing.cancel()
        let report = try await packing.value
        #expect(report.end == .cancelled && report.packed == 0)
        #expect(try rig.packStore.unprovenPages().count == 2)
        answerWell(rig, 0..<2)
        #expect(try await rig.pack(nil).packed == 2)
    }

    @Test("Pages stay unproven if their feed has a certificate and cannot be reached")
    func cutOff() async throws {
        let rig = try JourneyRig(articles: 2, feed: "https://127.0.0.1:1/feed")
        answerWell(rig, 0..<2)
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 0)
        #expect(try rig.packStore.unprovenPages().count == 2)
    }

    @Test("An unproven text does not replace a proven text")
    func provenText() throws {
        let rig = try JourneyRig(articles: 1)
        let id = try rig.id("harbour news 0")
        for (html, isProven, expected) in [("a", false, "a"), ("b", true, "b"), ("c", false, "b"), ("d", true, "d")] {
            try rig.store.setPageText(PageText(html: html, url: "http://a/", isProven: isProven), for: [id])
            #expect(try rig.store.pageText(for: id)?.html == expected)
        }
        try rig.store.removePageText(of: [id], onlyUnproven: true)
        #expect(try text(rig, 0) == "d")
    }

    @Test("If the page to be fetched again is gone, another page decides")
    func goneSample() async throws {
        let rig = try JourneyRig(articles: 4)
        answerBadly(rig, 0..<3)
        try await interrupted(rig, at: 3)
        answerWell(rig, 0..<4)
        let gone = try #require(try rig.packStore.unprovenPages().last)
        rig.route(try #require(URL(string: gone.url)).path) { _ in .response(404) }
        let report = try await rig.pack(nil)
        #expect(report.end == .complete && report.missing.map(\.reason) == ["gone"])
        #expect(report.packed == 3 && report.partly == 1, "the hotspot's text of the fourth is not packed")
        let texts = try (0..<4).map { try text(rig, $0) }
        #expect(texts.count { $0.contains("night ferry") } == 3)
        #expect(try rig.packStore.unprovenPages().isEmpty)
    }

    @Test(
        "A page that the reader fetched behind a hotspot is fetched again, even if the cache has it", .serialized,
        arguments: [false, true])
    func readBefore(_ isFresh: Bool) async throws {
        let rig = try JourneyRig(articles: 1)
        let age = isFresh ? "max-age=3600" : "no-cache"
        rig.route("/page/0") { _ in
            .response(
                fields: ["Content-Type": "text/html", "Cache-Control": age, "ETag": "\"hotspot\""],
                body: Self.terms("/page/0"))
        }
        let id = try rig.id("harbour news 0")
        #expect(try await rig.service.page(of: id) {} == .readable)
        #expect(try text(rig, 0).contains("Guest"))
        answerWell(rig, 0..<1)
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1)
        #expect(try text(rig, 0).contains("night ferry 0"))
    }

    @Test("A cached page that its server confirms is packed without another transfer")
    func confirmed() async throws {
        let rig = try JourneyRig(articles: 1)
        rig.route("/page/0") { request in
            let fields: KeyValuePairs = [
                "Content-Type": "text/html", "Cache-Control": "max-age=3600", "ETag": "\"1\"",
            ]
            guard request["If-None-Match"] == nil else { return .response(304, fields: fields) }
            return .response(fields: fields, body: JourneyRig.page([]))
        }
        _ = try await rig.service.page(of: rig.id("harbour news 0")) {}
        let report = try await rig.pack()
        #expect(report.packed == 1 && report.spent < 500)
        #expect(rig.origin.requests(to: "/feed").count == 2)
    }

    @Test("The report counts the bytes of the feeds that are requested to reveal a hotspot")
    func bytesOfFeeds() async throws {
        let rig = try JourneyRig(articles: 1)
        answerWell(rig, 0..<1)
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 1)
        #expect(try rig.packStore.lastJourney()?.spent == report.spent)
    }

    @Test("If the person logs in during a run that does not prove a page, its pages are fetched again at its end")
    func loginWithoutProof() async throws {
        let rig = try JourneyRig(articles: 2)
        answerBadly(rig, 0..<2)
        rig.route("/page/1") { [weak rig] _ in
            if let rig { self.answerWell(rig, 0..<2) }
            return .response(fields: Self.html, body: Self.terms("/page/1"))
        }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 2)
        for number in 0..<2 { #expect(try text(rig, number).contains("night ferry \(number)")) }
    }

    @Test("If a hotspot answers at the beginning of a run, the pages before the first proof are fetched again")
    func loginDuringRun() async throws {
        let rig = try JourneyRig(articles: 3)
        answerBadly(rig, 0..<2)
        rig.route("/page/1") { [weak rig] _ in
            // The person logs in.
            if let rig { self.answerWell(rig, 0..<2) }
            return .response(fields: Self.html, body: Self.terms("/page/1"))
        }
        let proven = JourneyRig.page([]).replacing("Ferry", with: "Harbour News 2: the ferry")
        rig.route("/page/2") { _ in .response(fields: Self.html, body: proven) }
        let report = try await rig.pack()
        #expect(report.end == .complete && report.packed == 3)
        for number in 0..<2 { #expect(try text(rig, number).contains("night ferry \(number)")) }
        #expect(rig.arrivals(prefix: "/page").count == 5)
    }

    @Test("A feed with a cookie or a User-Agent of its own is not requested without it", arguments: [true, false])
    func feedWithSettings(_ hasCookie: Bool) async throws {
        let rig = try JourneyRig(articles: 3)
        answerWell(rig, 0..<3)
        rig.route("/feed") { _ in .response(fields: Self.html, body: Self.terms("/feed")) }
        let scope = try #require(CredentialScope(rig.origin.url("/")))
        let cookie = CredentialRule(scope: scope, header: try SecretHeader("Cookie"), secret: .text("session=1"))
        var preferences = FeedPreferences()
        preferences.userAgent = hasCookie ? nil : "Player/1"
        for feed in try rig.store.subscriptions() { try rig.store.setPreferences(preferences, of: feed.id) }
        let report = try await rig.pack(cache: "other.sqlite", keyring: Keyring(hasCookie ? [cookie] : []))
        #expect(report.end == .complete && report.packed == 3)
        #expect(rig.origin.requests(to: "/feed").isEmpty)
    }
}
