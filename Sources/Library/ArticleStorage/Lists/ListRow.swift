import Basics
import FeedModel
import FeedRules
import GRDB

/// A row of a list and the place that sorts it, without the facts that few articles have.
struct ListRow {
    let place: Place
    var summary: ArticleSummary
    /// The story, if other feeds have it too.
    let story: Int64?
    /// False if no article of the library has a tag.
    let mayHaveTags: Bool

    /// `EXISTS` is computed once for all rows. All columns have names: GRDB puts the name of each into a table whenever
    /// it reads rows.
    static let columns = """
        article.id, subscription, place, article.title, isRead, isStarred, verdict, story,
            EXISTS (SELECT 1 FROM ownTag) AS hasTags
        """

    init(row: Row) {
        place = Place(rawValue: row[2])
        story = row[7]
        mayHaveTags = row[8]
        summary = ArticleSummary(
            id: ArticleID(rawValue: row[0]), subscription: SubscriptionID(rawValue: row[1]), title: row[3],
            date: place.date, isRead: row[4], isStarred: row[5], highlight: RuleVerdict(stored: row[6]).highlight)
    }
}

extension Database {
    /// Returns the rows with the numbers of their copies and with their tags. Most lists have neither, and if the
    /// statement for the rows looked them up, preparing it would take twice as long, and the first list waits for that.
    func summaries(of rows: some Collection<ListRow>) throws -> [ArticleSummary] {
        let members = try storyMembers(Set(rows.compactMap(\.story)))
        let tags = rows.contains(where: \.mayHaveTags) ? try ownTags(of: rows.map(\.summary.id)) : [:]
        guard !members.isEmpty || !tags.isEmpty else { return rows.map(\.summary) }
        return rows.map { row in
            var summary = row.summary
            // The article itself is a member.
            summary.copies = max(0, (row.story.flatMap { members[$0] } ?? 1) - 1)
            summary.tags = tags[summary.id] ?? []
            return summary
        }
    }

    /// Returns the numbers of listed articles of these stories.
    private func storyMembers(_ stories: Set<Int64>) throws -> [Int64: Int] {
        guard !stories.isEmpty else { return [:] }
        let counts = try all(
            """
            SELECT story, count(*) AS members FROM article INDEXED BY article_story
            WHERE story IN (SELECT value FROM json_each(?)) AND isListed = 1 GROUP BY story
            """, [stories.jsonArray]
        ) { ($0[0] as Int64, $0[1] as Int) }
        return Dictionary(counts) { first, _ in first }
    }
}
