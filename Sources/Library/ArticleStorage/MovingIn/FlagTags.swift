import FeedModel
import GRDB

// Tags made of another reader's flags. They belong to the person: no document of the feed removes them.
extension Database {
    func flagTags(of article: Int64) throws -> [String] {
        let tags = try first(
            "SELECT tags FROM content WHERE article = ? AND tags LIKE ?", [article, "%\(FlagTag.prefix)%"]
        ) { Records.tags($0[0]) }
        return tags?.filter { $0.hasPrefix(FlagTag.prefix) } ?? []
    }

    /// Adds the tags that the article does not have.
    func addTags(_ tags: [String], to article: Int64) throws {
        guard !tags.isEmpty else { return }
        let known = try first("SELECT tags FROM content WHERE article = ?", [article]) { Records.tags($0[0]) } ?? []
        let new = tags.filter { !known.contains($0) }
        guard !new.isEmpty else { return }
        try run("UPDATE content SET tags = ? WHERE article = ?", [Records.encode(known + new), article])
    }
}
