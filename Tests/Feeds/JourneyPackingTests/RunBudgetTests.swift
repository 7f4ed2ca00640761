import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// Objects that do not fit into the budget of pages and pictures.
@Suite struct RunBudgetTests {
    @Test(
        "An object that no run can fetch is reported, and everything else is packed",
        arguments: ["/page/0", "/pic/0-0"], [1_000_000, 3_000_000])
    func neverFits(_ path: String, _ bytes: Int) async throws {
        let reason = bytes > JourneyLimits().pageBytes ? "larger than the limit" : "larger than the budget"
        let rig = try JourneyRig()
        try rig.journey(3, bytes: 20_000)
        let type = path == "/page/0" ? "text/html" : "image/png"
        let head = Reply.head(200, [RawField("Content-Type", type), RawField("Content-Length", "\(bytes)")])
        rig.route(path) { _ in Reply([head, .body(JourneyRig.picture(9, bytes: 5_000)), .wait(Gate())]) }
        for _ in 0..<2 {
            let report = try await rig.pack { $0.budget = 300_000 }
            #expect(report.end == .complete && report.missing.map(\.reason) == [reason])
            #expect(report.packed + report.partly == 3 && report.spent <= 300_000)
            #expect(report.packed == (reason == "larger than the limit" ? 3 : 2))
        }
    }

    @Test(
        "A run without a budget sends no request, not even to find out if a hotspot answers",
        arguments: [0, 2_000] as [Int64])
    func nothingToSpend(_ budget: Int64) async throws {
        let rig = try JourneyRig(articles: 2)
        let report = try await rig.pack { $0.budget = budget }
        #expect(report.end == .budget && report.spent == 0 && rig.origin.requests.isEmpty)
    }

    @Test("An object larger than the rest of the budget ends the run, and the next run fetches it")
    func nextObject() async throws {
        let rig = try JourneyRig()
        try rig.journey(2, bytes: 70_000)
        let report = try await rig.pack { $0.budget = 120_000 }
        #expect(report.end == .budget && report.packed == 1 && report.missing.isEmpty)
        #expect(JourneyWords.lines(report)[0].hasSuffix("; the next object does not fit into the budget of 120 KB"))
        let next = try await rig.pack { $0.budget = 120_000 }
        #expect(next.end == .complete && next.packed == 2)
    }

    @Test(
        "The report names the budget that ended the run",
        arguments: [
            (BudgetEnd.spent(50_000_000), "the budget of 50 MB is used up"),
            (.tooSmall(50_000_000), "the next object does not fit into the budget of 50 MB"),
            (.enclosuresSpent(5_000_000), "the enclosure budget of 5 MB is used up"),
            (.enclosuresTooSmall(5_000_000), "the next object does not fit into the enclosure budget of 5 MB"),
        ])
    func words(_ end: BudgetEnd, _ words: String) {
        var report = JourneyReport()
        report.end = .budget
        report.budgetEnd = end
        #expect(JourneyWords.lines(report)[0].hasSuffix("; \(words)"))
    }

    @Test("Twelve pictures of an article are packed, those of its feed's text or those of its page")
    func pictures() async throws {
        let rig = try JourneyRig()
        func addresses(_ prefix: String) -> [String] {
            (0..<15).map { number in
                let picture = JourneyRig.picture(number, bytes: 500)
                rig.route("/\(prefix)\(number).png", JourneyRig.ranged(picture, etag: "\"\(number)\""))
                return rig.origin.url("/\(prefix)\(number).png")
            }
        }
        let page = JourneyRig.page(addresses("own"))
        rig.route("/page") { _ in .response(fields: ["Content-Type": "text/html"], body: page) }
        try rig.feed([(nil, addresses("text").map { "<p>x</p><img src='\($0)'>" }.joined())], named: "text")
        try rig.feed([(rig.origin.url("/page"), "<p>x</p>")], named: "page")
        #expect(try await rig.pack().packed == 2)
        for prefix in ["/own", "/text"] {
            #expect(rig.origin.requests.count { $0.path.hasPrefix(prefix) } == 12, "\(prefix)")
        }
    }

    @Test("Pictures that exceed the bytes of their article are left out, and those of other articles are packed")
    func articleBytes() async throws {
        let rig = try JourneyRig { $0.articleBytes = 100_000 }
        let urls = (0..<5).map { number in
            rig.route("/\(number)", JourneyRig.ranged(JourneyRig.picture(number, bytes: 40_000), etag: "\"\(number)\""))
            return rig.origin.url("/\(number)")
        }
        try rig.feed([(nil, urls.prefix(4).map { "<p>x</p><img src='\($0)'>" }.joined())], named: "many")
        try rig.feed([(nil, "<p>x</p><img src='\(urls[4])'>")], named: "one", age: 60)
        let report = try await rig.pack()
        #expect(try urls.map { try rig.packStore.bytes(of: $0) != nil } == [true, true, false, false, true])
        #expect(report.missing.map(\.count).reduce(0, +) == 2 && report.spent < 300_000, "\(report)")
    }
}
