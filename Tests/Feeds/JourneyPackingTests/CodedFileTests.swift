import Foundation
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// Files that a server compresses although `Accept-Encoding: identity` was sent.
@Suite struct CodedFileTests {
    private static let episode = [UInt8](repeating: 0, count: 65_536)
    /// The episode in gzip; several members may be joined.
    private static let coded: [UInt8] =
        [31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 1, 1, 0, 0, 0, 128, 144, 254, 175, 238, 8, 10]
        + [UInt8](repeating: 0, count: 63) + [106, 235, 142, 151, 215, 0, 0, 1, 0]

    private static let fields = [RawField("Content-Type", "audio/mpeg"), RawField("ETag", "\"1\"")]
    private static let codedFields = fields + [RawField("Content-Encoding", "gzip")]

    private func pack(_ rig: JourneyRig, budget: Int64 = 10_000_000) async throws -> JourneyReport {
        try await rig.pack(PackRequest(wantsEnclosures: true)) { $0.enclosureBudget = budget }
    }

    private func rig() throws -> (JourneyRig, url: String) {
        let rig = try JourneyRig()
        let url = rig.origin.url("/e.mp3")
        try rig.feed([(nil, "<p>An episode.</p>")], named: "Show", enclosures: [url])
        return (rig, url)
    }

    private func stored(_ rig: JourneyRig, _ url: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: try #require(try rig.packStore.enclosureFile(of: url))))
    }

    @Test("RFC 9110 §8.4: an enclosure is stored decompressed, and a download that broke off starts over")
    func decoded() async throws {
        let (rig, url) = try rig()
        let length = RawField("Content-Length", "\(Self.coded.count)")
        rig.route("/e.mp3") { _ in
            Reply.response(200, fields: Self.codedFields + [length], body: Array(Self.coded.prefix(60))).then(.close)
        }
        _ = try await pack(rig)
        rig.route("/e.mp3") { _ in .response(200, fields: Self.codedFields, body: Self.coded) }
        #expect(try await pack(rig).end == .complete)
        #expect(try stored(rig, url) == Data(Self.episode))
        #expect(rig.origin.requests.allSatisfy { $0["Range"] == nil && $0["Accept-Encoding"] == "identity" })
    }

    @Test("A body that is complete by HTTP, but not by gzip, is not stored")
    func incomplete() async throws {
        let (rig, url) = try rig()
        rig.route("/e.mp3") { _ in .response(200, fields: Self.codedFields, body: Array(Self.coded.prefix(60))) }
        #expect(try await pack(rig).missing.count == 1)
        #expect(try rig.packStore.enclosureFile(of: url) == nil)
    }

    @Test("RFC 9110 §14.2: a range of the compressed bytes does not continue a part of the file")
    func codedRange() async throws {
        let (rig, url) = try rig()
        let length = RawField("Content-Length", "\(Self.episode.count)")
        rig.route("/e.mp3") { _ in
            Reply.response(200, fields: Self.fields + [length], body: Array(Self.episode.prefix(30_000))).then(.close)
        }
        _ = try await pack(rig)
        rig.route("/e.mp3") { request in
            guard request["Range"] == "bytes=30000-" else {
                return .response(200, fields: Self.codedFields, body: Self.coded)
            }
            let range = RawField("Content-Range", "bytes 30000-65535/65536")
            return .response(206, fields: Self.codedFields + [range], body: Self.coded)
        }
        #expect(try await pack(rig).end == .complete)
        #expect(rig.origin.requests.contains { $0["Range"] == "bytes=30000-" })
        #expect(try stored(rig, url) == Data(Self.episode))
    }

    @Test("A decompressed enclosure does not become larger than the budget")
    func bounded() async throws {
        let (rig, url) = try rig()
        let bomb = Array([[UInt8]](repeating: Self.coded, count: 4).joined())
        rig.route("/e.mp3") { _ in .response(200, fields: Self.codedFields, body: bomb) }
        #expect(try await pack(rig, budget: 100_000).missing.map(\.reason) == ["larger than the enclosure budget"])
        #expect(try rig.packStore.enclosureFile(of: url) == nil)
        #expect(try await pack(rig).missing.isEmpty)
        #expect(try stored(rig, url).count == 4 * Self.episode.count)
    }
}
