import Basics
import FeedModel
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

extension Database {
    /// Copies the positions in an article's enclosures to the addresses that its new version names, if only a token in
    /// the query is new. The old address keeps its position until the next version, for a text that is still open.
    func copyPlaybacks(of article: Int64, to new: IncomingArticle) throws {
        // “@” follows “?”, so the index finds all addresses with a query.
        let isEarlier = "(url = ?2 OR url >= ?2 || '?' AND url < ?2 || '@') AND url <> ?1"
        let isOld = "ifnull(instr((SELECT char(30) || enclosures FROM content WHERE article = ?3), \(Self.record)), 0)"
        let files = Dictionary(grouping: Set(new.item.enclosures.map(\.url)), by: FileAddress.withoutQuery)
        // Several queries of one path may name several files.
        for case (let address?, let urls) in files where urls.count == 1 {
            let values: StatementArguments = [urls[0], address, article]
            try run(
                """
                INSERT OR REPLACE INTO playback
                SELECT ?1, position, duration, isFinished, isOpen, changed FROM playback
                WHERE \(isEarlier) AND \(isOld)
                    AND changed > ifnull((SELECT changed FROM playback WHERE url = ?1), 0)
                ORDER BY changed DESC LIMIT 1
                """, values)
            try run(
                """
                DELETE FROM playback WHERE \(isEarlier) AND NOT \(isOld)
                    AND changed = (SELECT changed FROM playback WHERE url = ?1)
                """, values)
        }
    }

    /// The beginning of an enclosure's record, see `Records`.
    private static let record = "char(30) || url || char(31)"
}
