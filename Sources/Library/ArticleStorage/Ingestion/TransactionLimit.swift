/// The limits of one transaction while documents are stored or imported. Other writers wait for it.
enum TransactionLimit {
    /// Articles (default 2,000).
    ///
    /// Each transaction changes most pages of the indexes by date and by story, wherever its articles belong. With 500
    /// articles the log of a first refresh of 100,000 articles was 1.3 GB long, for a library of 350 MB, and the
    /// refresh took a sixth longer.
    static let articles = 2_000
    /// Bytes of a transaction with several articles (default 16 MB).
    static let bytes = 16 << 20
}
