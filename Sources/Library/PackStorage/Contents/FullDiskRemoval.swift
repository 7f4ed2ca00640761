import Basics
import FeedModel
import FoundationEssentials
import GRDB
import Glibc
import HTTPCache

extension PackStore {
    /// Deletes the files that only these articles need before the database records it, since the disk is full.
    ///
    /// - Returns: false if there are none.
    func deleteFiles(neededOnlyBy articles: some Collection<ArticleID>) throws(PackStoreError) -> Bool {
        let rows = try read { database in
            let needed = "SELECT address FROM need WHERE article NOT IN (SELECT value FROM json_each(?1))"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT id, iif(state = \(AddressState.packed.rawValue), file, NULL),
                        iif(digest IN (SELECT digest FROM address WHERE id IN (\(needed))), NULL, digest)
                    FROM address WHERE id NOT IN (\(needed))
                    """,
                arguments: [articles.jsonArray])
        }
        var isDeleted = false
        for row in rows {
            let part = parts.file(of: AddressID(rawValue: row[0]))
            let enclosure = (row[1] as String?).map { enclosureFolder + "/" + $0 }
            let content = (row[2] as Data?).flatMap(BodyDigest.init(stored:)).map(contents.file(of:))
            for file in [part, enclosure, content] {
                if let file, unlink(file) == 0 { isDeleted = true }
            }
        }
        return isDeleted
    }
}
