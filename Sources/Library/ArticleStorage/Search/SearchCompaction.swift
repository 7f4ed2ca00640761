import GRDB

extension ArticleStore {
    /// Rewrites the full-text index without the words of articles that have left it, once it has had more changes than
    /// it holds articles; in short transactions, and at most until `end`. The next call continues.
    ///
    /// The index only marks such words as deleted, and drops them when it merges its oldest segment, which may take
    /// years: with 30 articles kept of each feed, 19 of 20 words were of removed articles after three years.
    ///
    /// - Parameter least: the number of changes below which it is not worth the writing (default 1,000).
    package func compactSearch(
        until end: ContinuousClock.Instant, least: Int = 1_000
    ) throws(ArticleStoreError) {
        guard try read({ try $0.isSearchCompactionDue(least: least) }) else { return }
        var isComplete = false
        while !isComplete, ContinuousClock.now < end {
            isComplete = try writeAfterPause { try $0.compactSearch() }
        }
    }
}

extension Database {
    /// The version of the index at which the last compaction began.
    private static let lastSetting = "search.compacted"
    /// The setting that is stored while a compaction is under way.
    private static let runningSetting = "search.compacting"
    /// Pages of 4 KB that one transaction writes (default 64): some milliseconds.
    private static let pagesAtOnce = 64

    func isSearchCompactionDue(least: Int) throws -> Bool {
        guard try setting(Self.runningSetting) == nil else { return true }
        let isDue = try first(
            """
            SELECT abs(version - CAST(coalesce((SELECT value FROM setting WHERE name = ?), '0') AS INTEGER))
                > max(?, (SELECT coalesce(sum(articles), 0) FROM tally))
            FROM searchProgress
            """, [Self.lastSetting, least]
        ) { $0[0] as Bool }
        return isDue == true
    }

    /// Merges some pages of the index; returns true if nothing is left to merge.
    fileprivate func compactSearch() throws -> Bool {
        let isFirst = try setting(Self.runningSetting) == nil
        if isFirst { try setSetting(String(try searchVersion()), for: Self.lastSetting) }
        let before = totalChangesCount
        // A negative number begins the merge of all segments into one.
        try run(
            "INSERT INTO search (search, rank) VALUES ('merge', ?)", [isFirst ? -Self.pagesAtOnce : Self.pagesAtOnce])
        // The statement itself counts as one change.
        let isComplete = totalChangesCount <= before + 1
        try setSetting(isComplete ? nil : "1", for: Self.runningSetting)
        return isComplete
    }
}
