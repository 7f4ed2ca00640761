/// Migration 32: the addresses that feeds had before permanent redirects. A list that was written before has them.
enum FormerAddressSchema {
    static let statements = [
        """
        CREATE TABLE formerAddress (
            address TEXT PRIMARY KEY,
            subscription INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX formerAddress_subscription ON formerAddress (subscription)",
    ]
}
