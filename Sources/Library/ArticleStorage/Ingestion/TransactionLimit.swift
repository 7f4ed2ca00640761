import FeedModel

/// The limits of one transaction while documents are stored or imported. Other writers wait for it.
enum TransactionLimit {
    /// Maximum number of articles (default 2,000).
    ///
    /// Each transaction changes most pages of the indexes by date and by story, wherever its articles belong. With 500
    /// articles the log of a first refresh of 100,000 articles was 1.3 GB long, for a library of 350 MB, and the
    /// refresh took a sixth longer.
    static let articles = 2_000
    /// Maximum size of a transaction with several articles, in bytes (default 16 MB).
    static let bytes = 16 << 20
}

/// The number of articles from which a transaction is worth its fixed cost, if further ones are expected.
///
/// The fixed cost is the cost of the pages of the indexes by date and by story, see `TransactionLimit`, which grow with
/// the library. A first refresh of 1,000 feeds with 100 articles each made 160 to 260 transactions and 0.9 to 1.1 GB of
/// log without this number, and makes 91 and 0.7 GB with it; it takes 8 % less processor time.
package struct WorthwhileTransaction {
    /// The number of articles in the library for each article of a worthwhile transaction.
    private static let ratio: Int64 = 25
    /// The maximum (default 1,500). While a larger transaction runs, no document is left to parse.
    private static let maximum = 1_500

    package private(set) var articles = 0

    package init() {}

    /// Adjusts the number to the library's size, which the highest id shows.
    package mutating func note(_ summaries: [IngestSummary]) {
        guard let newest = summaries.lazy.compactMap(\.new.last).last else { return }
        articles = min(Self.maximum, Int(clamping: newest.rawValue / Self.ratio))
    }
}
