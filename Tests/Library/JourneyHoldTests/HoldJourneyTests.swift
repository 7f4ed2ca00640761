import Foundation
import Testing

@testable import JourneyHold

@Suite struct HoldJourneyTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func withHold(_ body: (Hold) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/hold-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(Hold(folder: folder))
    }

    @Test("An interrupted journey continues for half a day; one that is kept for a network continues at any time")
    func expiry() throws {
        let late = Self.now + Hold.longestJourney + 1
        try Self.withHold { hold in
            let first = try hold.beginJourney(at: Self.now)
            #expect(try hold.beginJourney(at: late).id != first.id)
        }
        try Self.withHold { hold in
            let kept = try hold.keepJourney(.articles, at: Self.now)
            let begun = try hold.beginJourney(at: late)
            #expect(begun.id == kept.id && begun.kept == nil)
            #expect(try hold.lastJourney()?.kept == nil)
        }
    }

    @Test("A journey that is kept with enclosures stays so until it begins or is left")
    func kept() throws {
        try Self.withHold { hold in
            #expect(try hold.keepJourney(.enclosures, at: Self.now).kept == .enclosures)
            #expect(try hold.keepJourney(.articles, at: Self.now).kept == .enclosures)
            #expect(try hold.lastJourney()?.kept == .enclosures)
            try hold.forgetKeptJourney()
            #expect(try hold.lastJourney()?.kept == nil)
            #expect(try hold.keepJourney(.articles, at: Self.now).kept == .articles)
        }
    }
}
