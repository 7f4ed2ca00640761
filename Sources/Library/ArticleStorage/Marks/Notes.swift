import Basics
package import FeedModel
import GRDB
import Markup

extension ArticleStore {
    /// Maximum length of a note, in bytes (default 4,000); the rest is cut.
    private static let maximumNote = 4_000

    /// Gives an article a note of the person, in one line. An empty text removes it.
    ///
    /// - Returns: the note before; empty if there was none.
    @discardableResult
    package func setNote(_ text: String, of id: ArticleID) throws(ArticleStoreError) -> String {
        let note = SafeText.line(text).prefix(bytes: Self.maximumNote)
        return try write { database in
            let before = try database.first("SELECT note FROM article WHERE id = ?", [id.rawValue]) {
                $0[0] as String?
            }
            try database.run("UPDATE article SET note = ? WHERE id = ?", [note.isEmpty ? nil : note, id.rawValue])
            return before.flatMap(\.self) ?? ""
        }
    }
}
