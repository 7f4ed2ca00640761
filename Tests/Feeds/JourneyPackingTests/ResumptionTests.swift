import Basics
import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

@Suite struct ResumptionTests {
    private static let body = JourneyRig.picture(5, bytes: 400_000)

    /// Stops packing when a picture is half complete.
    private func brokenOff(_ rig: JourneyRig, etag: String = "\"1\"") async throws {
        let gate = Gate()
        let head = Reply.head(
            200,
            [
                RawField("Content-Type", "image/png"), RawField("ETag", etag),
                RawField("Content-Length", String(Self.body.count)),
            ])
        rig.route("/pic") { _ in
            Reply([head, .body(Array(Self.body[..<200_000])), .wait(gate), .body(Array(Self.body[200_000...]))])
        }
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")])
        let packing = Task { try await rig.pack() }
        try await rig.origin.waitForRequests(1)
        let address = try wanted(rig)
        try await rig.waitForPart(of: address, bytes: 200_000)
        packing.cancel()
        let report = try await packing.value
        #expect(report.end == .cancelled)
        #expect(rig.packStore.parts.length(of: address) == 200_000)
    }

    /// Returns the address that the journey fetches first.
    private func wanted(_ rig: JourneyRig) throws -> AddressID {
        let journey = try #require(try rig.packStore.lastJourney())
        return try #require(try rig.packStore.wanted(in: journey.id).first).id
    }

    private func stored(_ rig: JourneyRig) throws -> [UInt8]? { try rig.packStore.bytes(of: rig.origin.url("/pic")) }

    @Test("An incomplete picture resumes with Range and If-Range")
    func mayContinue() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        rig.route("/pic", JourneyRig.ranged(Self.body, etag: "\"1\""))
        let report = try await rig.pack(nil)
        #expect(report.end == .complete && report.packed == 1)
        #expect(rig.origin.requests.last?["Range"] == "bytes=200000-")
        #expect(rig.origin.requests.last?["If-Range"] == "\"1\"")
        #expect(try stored(rig) == Self.body)
        #expect(report.spent < 402_000, "nothing was fetched twice")
    }

    @Test("A complete part of a killed process is stored without another request, and counted")
    func complete() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        var writer = try PartWriter(rig.packStore.parts, try wanted(rig), from: 200_000)
        _ = try writer.append(Array(Self.body[200_000...]))
        let asked = rig.origin.requests.count
        let report = try await rig.pack(nil)
        #expect(report.packed == 1 && rig.origin.requests.count == asked)
        #expect(try stored(rig) == Self.body)
        #expect(report.spent >= 400_000 && report.spent < 402_000)
        #expect(try rig.packStore.lastJourney()?.spent == report.spent)
    }

    @Test("A changed picture is fetched completely, and never mixed with the old one")
    func changed() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        let new = JourneyRig.picture(6, bytes: 300_000)
        rig.route("/pic", JourneyRig.ranged(new, etag: "\"2\""))
        #expect(try await rig.pack(nil).packed == 1)
        #expect(try stored(rig) == new)
    }

    @Test("A part is kept after one refusal, and starts over after two: some servers refuse only ranges")
    func refusal() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        rig.route("/pic") { request in
            request["Range"] != nil
                ? .response(502) : .response(200, fields: [RawField("ETag", "\"1\"")], body: Self.body)
        }
        for _ in 1...3 { _ = try await rig.pack() }
        #expect(rig.origin.requests.map { $0["Range"] } == [nil, "bytes=200000-", "bytes=200000-", nil])
        #expect(try stored(rig) == Self.body)
    }

    @Test("A part is kept when a hotspot answers with web pages, however often")
    func hotspot() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        let page = Array("<!DOCTYPE html><html><body><p>Log in to this network.</p></body></html>".utf8)
        rig.route("/pic") { _ in .response(200, fields: [RawField("Content-Type", "text/html")], body: page) }
        for _ in 1...3 { _ = try await rig.pack() }
        rig.route("/pic", JourneyRig.ranged(Self.body, etag: "\"1\""))
        #expect(try await rig.pack().packed == 1)
        #expect(rig.origin.requests.count >= 5)
        #expect(rig.origin.requests.dropFirst().allSatisfy { $0["Range"] == "bytes=200000-" })
        #expect(try stored(rig) == Self.body)
    }

    @Test("A picture with the media type of a web page is a picture")
    func calledPage() async throws {
        let rig = try JourneyRig()
        rig.route("/pic") { _ in .response(200, fields: [RawField("Content-Type", "text/html")], body: Self.body) }
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")])
        #expect(try await rig.pack().packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test("An empty response is not an enclosure")
    func empty() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/e.mp3")
        rig.route("/e.mp3") { _ in .response(200, fields: [], body: []) }
        try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [url])
        let report = try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = 10_000_000 }
        #expect(report.missing.map(\.reason) == ["the file is empty"])
        #expect(try rig.packStore.enclosureFile(of: url) == nil)
    }

    @Test("A truncated picture without a length is fetched again, and then stored as it is")
    func missingEnd() async throws {
        let rig = try JourneyRig()
        rig.route("/pic") { _ in Reply([Reply.head(200, []), .body(Self.body), .close]) }
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")])
        #expect(try await rig.pack().packed == 0)
        #expect(try stored(rig) == nil)
        #expect(try await rig.pack().packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test("The complete body of a server without ranges is stored correctly")
    func withoutRanges() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        rig.route("/pic") { _ in .response(200, fields: [RawField("ETag", "\"1\"")], body: Self.body) }
        #expect(try await rig.pack(nil).packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test("An enclosure without a length whose connection ends before its end is known is not fetched again")
    func endUnknown() async throws {
        let rig = try JourneyRig()
        let url = rig.origin.url("/e.mp3")
        let (episode, tag) = ([UInt8](repeating: 7, count: 100_000), RawField("ETag", "\"e\""))
        let head = Reply.head(200, [tag, RawField("Transfer-Encoding", "chunked")])
        rig.route("/e.mp3") { request in
            guard request["Range"] == nil else {
                return .response(416, fields: [tag, RawField("Content-Range", "bytes */100000")], body: [])
            }
            // The last chunk, which has no bytes, is missing.
            return Reply([head, .body(Array("186a0\r\n".utf8) + episode + Array("\r\n".utf8)), .close])
        }
        try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [url])
        let request = PackRequest(wantsEnclosures: true)
        _ = try await rig.pack(request) { $0.enclosureBudget = 10_000_000 }
        #expect(try rig.packStore.enclosureFile(of: url) == nil)
        let report = try await rig.pack(request) { $0.enclosureBudget = 10_000_000 }
        #expect(report.end == .complete && report.enclosuresSpent < 110_000)
        #expect(rig.origin.requests.map { $0["Range"] } == [nil, "bytes=100000-"])
        let file = try #require(try rig.packStore.enclosureFile(of: url))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(episode))
    }

    @Test("A 416 discards the part, and the picture is fetched completely")
    func notSatisfiable() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        rig.route("/pic") { request in
            request["Range"] == nil
                ? .response(200, fields: [RawField("ETag", "\"1\"")], body: Self.body) : .response(416)
        }
        #expect(try await rig.pack(nil).packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test(
        "A range of another version, or a range that ends early, is not added to a part",
        arguments: [("\"2\"", 399_999), ("\"1\"", 299_999)])
    func wrongRange(_ etag: String, _ last: Int) async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        let range = RawField("Content-Range", "bytes 200000-\(last)/400000")
        rig.route("/pic") { request in
            guard request["Range"] != nil else {
                return .response(200, fields: [RawField("ETag", etag)], body: Self.body)
            }
            let bytes = [UInt8](repeating: 46, count: last - 199_999)
            return .response(206, fields: [RawField("ETag", etag), range], body: bytes)
        }
        #expect(try await rig.pack(nil).packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test("A range without the whole length adds to a part, but does not complete a file whose length is known")
    func rangeWithoutLength() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        rig.route("/pic") { request in
            let tag = RawField("ETag", "\"1\"")
            let starts = ["bytes=200000-": 200_000, "bytes=300000-": 300_000]
            guard let start = starts[request["Range"] ?? ""] else { return .response(404) }
            let range = RawField("Content-Range", "bytes \(start)-\(start + 99_999)/*")
            return .response(206, fields: [tag, range], body: Array(Self.body[start..<start + 100_000]))
        }
        #expect(try await rig.pack(nil).packed == 0)
        #expect(try await rig.pack().packed == 1)
        #expect(try stored(rig) == Self.body)
    }

    @Test("A server that always answers with a range, or with 416, gets one request", arguments: [206, 416])
    func rangeWithoutRequest(_ status: Int) async throws {
        let rig = try JourneyRig()
        rig.route("/pic") { _ in
            .response(status, fields: [RawField("Content-Range", "bytes 5-9/10")], body: [1, 2, 3, 4, 5])
        }
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")])
        let report = try await rig.pack()
        #expect(report.end == .complete && report.missing.count == 1)
        #expect(rig.origin.requests(to: "/pic").count == 1)
    }

    @Test(
        "Bytes of a new version without a strong validator are not kept under the old one",
        arguments: [true, false])
    func newVersionWithoutValidator(_ refusesRanges: Bool) async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig)
        let gate = Gate()
        let head = Reply.head(
            200, [RawField("ETag", "W/\"2\""), RawField("Content-Length", String(Self.body.count))])
        rig.route("/pic") { request in
            guard !refusesRanges || request["Range"] == nil else { return .response(416) }
            return Reply([head, .body(Array(Self.body[..<250_000])), .wait(gate)])
        }
        let packing = Task { try await rig.pack(nil) }
        let address = try wanted(rig)
        try await rig.waitForPart(of: address, bytes: 250_000)
        packing.cancel()
        _ = try await packing.value
        #expect(try rig.packStore.part(of: address, boot: MachineBoot.id ?? "") == nil)
    }

    @Test("A picture without a strong validator starts over")
    func weak() async throws {
        let rig = try JourneyRig()
        try await brokenOff(rig, etag: "W/\"1\"")
        rig.route("/pic", JourneyRig.ranged(Self.body, etag: "W/\"1\""))
        #expect(try await rig.pack(nil).packed == 1)
        #expect(rig.origin.requests.last?["Range"] == nil)
        #expect(try stored(rig) == Self.body)
    }

    @Test("The part of a killed enclosure leaves the budget of articles untouched, and is counted once")
    func killedEnclosure() async throws {
        let rig = try JourneyRig { $0.budget = 1_000_000 }
        let episode = [UInt8](repeating: 7, count: 3_000_000)
        let gate = Gate()
        rig.route("/e.mp3") { _ in
            Reply([
                Reply.head(200, [RawField("ETag", "\"e\""), RawField("Content-Length", "3000000")]),
                .body(Array(episode[..<1_500_000])), .wait(gate),
            ])
        }
        try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [rig.origin.url("/e.mp3")])
        let request = PackRequest(wantsEnclosures: true)
        let packing = Task { try await rig.pack(request) { $0.enclosureBudget = 10_000_000 } }
        try await rig.origin.waitForRequests(1)
        let address = try wanted(rig)
        try await rig.waitForPart(of: address, bytes: 1_500_000)
        packing.cancel()
        _ = try await packing.value
        // A further process is killed before it can count what it has received.
        var writer = try PartWriter(rig.packStore.parts, address, from: 1_500_000)
        _ = try writer.append(Array(episode[1_500_000..<2_800_000]))
        rig.route("/e.mp3", JourneyRig.ranged(episode, etag: "\"e\"", type: "audio/mpeg"))
        rig.route("/pic", JourneyRig.ranged(Self.body, etag: "\"1\""))
        try rig.feed([(nil, "<p>x</p><img src='\(rig.origin.url("/pic"))'>")], named: "pictures")
        let report = try await rig.pack(request) { $0.enclosureBudget = 10_000_000 }
        #expect(report.end == .complete && report.packed == 2)
        #expect(try stored(rig) == Self.body)
        #expect(report.spent < 402_000)
        #expect(report.enclosuresSpent >= 3_000_000 && report.enclosuresSpent < 3_010_000)
        let journey = try #require(try rig.packStore.lastJourney())
        #expect(journey.spent == report.spent && journey.enclosuresSpent == report.enclosuresSpent)
    }

    @Test("An enclosure resumes and is stored under its name; a pause stops it and keeps the part")
    func enclosure() async throws {
        let rig = try JourneyRig()
        let episode = [UInt8](repeating: 7, count: 3_000_000)
        let url = rig.origin.url("/e.mp3")
        let gate = Gate()
        rig.route("/e.mp3") { _ in
            Reply([
                Reply.head(200, [RawField("ETag", "\"e\""), RawField("Content-Length", "3000000")]),
                .body(Array(episode[..<1_500_000])), .wait(gate),
            ])
        }
        try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [url])
        let request = PackRequest(wantsEnclosures: true)
        let packing = Task { try await rig.pack(request) { $0.enclosureBudget = 10_000_000 } }
        try await rig.origin.waitForRequests(1)
        try await rig.waitForPart(of: wanted(rig), bytes: 1_500_000)
        packing.cancel()
        _ = try await packing.value
        rig.route("/e.mp3", JourneyRig.ranged(episode, etag: "\"e\"", type: "audio/mpeg"))
        let report = try await rig.pack(nil) { $0.enclosureBudget = 10_000_000 }
        #expect(rig.origin.requests.last?["Range"] == "bytes=1500000-")
        #expect(report.enclosuresSpent < 3_010_000)
        let file = try #require(try rig.packStore.enclosureFile(of: url))
        #expect(file.hasSuffix("/enclosures/Show/2027-01-15 Show 0.mp3"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(episode))
    }
}
