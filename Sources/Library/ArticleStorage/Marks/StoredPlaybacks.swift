package import FoundationEssentials
import GRDB

/// The position at which an enclosure stopped playing.
package struct Playback: Equatable, Sendable {
    /// In seconds; 0 once it was played to its end.
    package var position: Double
    /// In seconds.
    package var duration: Double
    /// True if it was played to its end.
    package var isFinished: Bool
    /// True if the player may have continued after its last report, because lede ended before the player did.
    package var isOpen: Bool

    package init(position: Double, duration: Double, isFinished: Bool = false, isOpen: Bool = false) {
        self.position = position
        self.duration = duration
        self.isFinished = isFinished
        self.isOpen = isOpen
    }
}

extension ArticleStore {
    /// Enclosures whose positions are kept (1,000): those played last.
    static let maximumPlaybacks = 1_000

    /// Returns the position in the enclosure of this address; nil if it was never played.
    package func playback(of url: String) throws(ArticleStoreError) -> Playback? {
        try read {
            try $0.first("SELECT position, duration, isFinished, isOpen FROM playback WHERE url = ?", [url]) {
                Playback(position: $0[0], duration: $0[1], isFinished: $0[2], isOpen: $0[3])
            }
        }
    }

    /// Returns the positions in all played enclosures, by address.
    package func playbacks() throws(ArticleStoreError) -> [String: Playback] {
        let rows = try read {
            try $0.all("SELECT url, position, duration, isFinished, isOpen FROM playback") {
                ($0[0] as String, Playback(position: $0[1], duration: $0[2], isFinished: $0[3], isOpen: $0[4]))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Stores a position. Lists do not show it, so the change token stays the same.
    package func setPlayback(_ playback: Playback, of url: String, at now: Date) throws(ArticleStoreError) {
        try writeKnown { database in
            try database.run(
                """
                INSERT OR REPLACE INTO playback (url, position, duration, isFinished, isOpen, changed)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                [
                    url, playback.position, playback.duration, playback.isFinished, playback.isOpen,
                    now.stored,
                ])
            try database.run(
                """
                DELETE FROM playback WHERE url IN (
                    SELECT url FROM playback ORDER BY changed DESC LIMIT -1 OFFSET \(Self.maximumPlaybacks))
                """)
        }
    }
}
