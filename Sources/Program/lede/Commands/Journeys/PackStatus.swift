import Basics
import Foundation
import JourneyPacking
import PackStorage

/// `lede pack --status`.
struct PackStatus: Encodable {
    var aboard: Int
    var partly: Int
    var pictures: Int
    var pictureBytes: Int64
    var capacity: Int64
    var enclosures: Int
    var enclosureBytes: Int64
    var waitingEnclosures: Int
    var parts: Int
    var partBytes: Int64
    var unwantedParts: Int
    var missing: [String: Int]
    /// False if nothing was ever packed.
    var hasJourney: Bool
    var journeyIsOpen: Bool
    var spent: Int64

    enum CodingKeys: String, CodingKey {
        case aboard, partly, pictures
        case pictureBytes = "picture_bytes"
        case capacity
        case enclosures
        case enclosureBytes = "enclosure_bytes"
        case waitingEnclosures = "waiting_enclosures"
        case parts
        case partBytes = "part_bytes"
        case unwantedParts = "unwanted_parts"
        case missing
        case journeyIsOpen = "journey_open"
        case spent
    }

    init(_ status: PackStoreStatus, capacity: Int64) {
        aboard = status.packed
        partly = status.partly
        pictures = status.pictures
        pictureBytes = status.pictureBytes
        self.capacity = capacity
        enclosures = status.enclosures
        enclosureBytes = status.enclosureBytes
        waitingEnclosures = status.waitingEnclosures
        parts = status.parts
        partBytes = status.partBytes
        unwantedParts = status.unwantedParts
        missing = Dictionary(status.missing.map { ($0.reason, $0.count) }, uniquingKeysWith: +)
        hasJourney = status.journey != nil
        journeyIsOpen = status.journey?.isOpen ?? false
        spent = (status.journey?.spent ?? 0) + (status.journey?.enclosuresSpent ?? 0)
    }

    private var journey: String {
        "\(JourneyWords.bytes(spent)) fetched, \(journeyIsOpen ? "not ended" : "ended")"
    }

    var lines: [String] {
        let rows: [(String, String)] = [
            ("packed", aboard.counting("article") + (partly > 0 ? ", \(partly) partly" : "")),
            ("pictures", "\(pictures), \(JourneyWords.bytes(pictureBytes)) of \(JourneyWords.bytes(capacity))"),
            ("enclosures", "\(enclosures), \(JourneyWords.bytes(enclosureBytes)); \(waitingEnclosures) waiting"),
            ("parts", "\(parts), \(JourneyWords.bytes(partBytes)); \(unwantedParts) of them no longer needed"),
            ("last journey", hasJourney ? journey : "none"),
            (
                "unavailable",
                missing.isEmpty
                    ? "nothing" : JourneyWords.missing(missing.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            ),
        ]
        return rows.map { "\($0.padding(toLength: 16, withPad: " ", startingAt: 0))\($1)" }
    }
}
