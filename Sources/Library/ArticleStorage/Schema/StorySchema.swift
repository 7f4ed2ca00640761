/// Stories: articles of several feeds about the same event or text.
enum StorySchema {
    /// `story` is the id of the first article that was found to have a copy; nil for an article without one.
    /// `addressKey` and `titleKey` find the copies, see `StoryKeys`. Articles stored before this migration have no
    /// keys, so they never match.
    static let statements = [
        "ALTER TABLE article ADD COLUMN story INTEGER",
        "ALTER TABLE article ADD COLUMN addressKey INTEGER",
        "ALTER TABLE article ADD COLUMN titleKey INTEGER",
        "CREATE INDEX article_story ON article (story) WHERE story IS NOT NULL",
        "CREATE INDEX article_address ON article (addressKey) WHERE addressKey IS NOT NULL",
        "CREATE INDEX article_title ON article (titleKey) WHERE titleKey IS NOT NULL",
    ]
}
