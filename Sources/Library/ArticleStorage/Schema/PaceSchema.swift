/// Migration 25: the columns of `PublishingPace`.
enum PaceSchema {
    /// Bit `n` of `skipHours` is the hour `n`.
    static let columns = """
        ALTER TABLE polling ADD COLUMN articleGap REAL;
        ALTER TABLE polling ADD COLUMN ttl INTEGER;
        ALTER TABLE polling ADD COLUMN updateInterval INTEGER;
        ALTER TABLE polling ADD COLUMN skipHours INTEGER NOT NULL DEFAULT 0;
        """
}
