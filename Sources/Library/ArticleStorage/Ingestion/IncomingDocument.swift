import FeedModel

import struct FoundationEssentials.Date

/// A feed document to be stored in a subscription, with everything that can be computed without the library.
package struct IncomingDocument: Sendable {
    let subscription: SubscriptionID
    let title: String?
    let homePageURL: String?
    /// The polling state to store together with the articles.
    let state: PollingState
    let now: Date
    let articles: [IncomingArticle]

    init(_ feed: ParsedFeed, for id: SubscriptionID, state: PollingState, at now: Date, judge: ArticleJudge) {
        subscription = id
        title = feed.title
        homePageURL = feed.homePageURL
        self.state = state
        self.now = now
        // Documents list the newest first; in reverse order, ids and places ascend with the date.
        articles = feed.items.unique().reversed().map { IncomingArticle($0, received: now, judge: judge) }
    }

    package var articleCount: Int { articles.count }

    /// The approximate cost of writing that piece, in bytes.
    func size(of piece: IncomingPiece) -> Int {
        articles[piece.articles].reduce(0) { $0 + $1.size }
    }
}

/// Neighbouring articles of one document, which are stored in one transaction.
struct IncomingPiece: Equatable {
    /// The document's index.
    let document: Int
    var articles: Range<Int>
    /// True for the document's first piece; the next flag is true for its last.
    let isFirst: Bool
    var isLast = false
}

extension [IncomingDocument] {
    /// The pieces of each transaction, within the limits of one. A document is stored in one transaction unless it
    /// alone exceeds them. Each document has a piece, even one without articles.
    func transactions() -> [[IncomingPiece]] {
        var transactions: [[IncomingPiece]] = []
        var open: [IncomingPiece] = []
        var (count, size) = (0, 0)
        func close() {
            transactions.append(open)
            open = []
            (count, size) = (0, 0)
        }
        for (index, document) in enumerated() {
            let documentSize = document.articles.reduce(0) { $0 + $1.size }
            if count > 0,
                count + document.articles.count > TransactionLimit.articles
                    || size + documentSize > TransactionLimit.bytes
            {
                close()
            }
            var piece = IncomingPiece(document: index, articles: 0..<0, isFirst: true)
            for (position, article) in document.articles.enumerated() {
                if count == TransactionLimit.articles || size + article.size > TransactionLimit.bytes, count > 0 {
                    if !piece.articles.isEmpty {
                        open.append(piece)
                        piece = IncomingPiece(document: index, articles: position..<position, isFirst: false)
                    }
                    close()
                }
                piece.articles = piece.articles.lowerBound..<position + 1
                count += 1
                size += article.size
            }
            piece.isLast = true
            open.append(piece)
        }
        return open.isEmpty ? transactions : transactions + [open]
    }
}

extension [ParsedItem] {
    /// The items without those that repeat a guid of the same document.
    fileprivate func unique() -> [ParsedItem] {
        var guids: Set<String> = []
        return filter { guids.insert($0.id).inserted }
    }
}
