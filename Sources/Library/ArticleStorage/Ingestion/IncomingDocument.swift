import FeedModel

import struct FoundationEssentials.Date

/// A feed document to be stored in a subscription, with everything that can be computed without the library.
package struct IncomingDocument: Sendable {
    let subscription: SubscriptionID
    let title: String?
    let homePageURL: String?
    let language: String?
    /// The polling state to store together with the articles.
    let state: PollingState
    let now: Date
    let articles: [IncomingArticle]

    init(_ feed: ParsedFeed, for id: SubscriptionID, state: PollingState, at now: Date, matcher: RuleMatcher) {
        subscription = id
        title = feed.title
        homePageURL = feed.homePageURL
        language = feed.language
        self.state = state
        self.now = now
        // Documents list the newest first; in reverse order, ids and places ascend with the date.
        articles = feed.items.unique().reversed().map { IncomingArticle($0, received: now, matcher: matcher) }
    }

    package var articleCount: Int { articles.count }

    /// Returns the approximate cost of writing that piece, in bytes.
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
    /// Returns the pieces of each transaction, within the limits of one. A document is stored in one transaction unless
    /// it alone exceeds them. Each document has a piece, even one without articles.
    func transactions() -> [[IncomingPiece]] {
        var division = TransactionDivision()
        for (index, document) in enumerated() { division.add(document, at: index) }
        return division.transactions
    }
}

/// The division of documents into transactions.
private struct TransactionDivision {
    private var complete: [[IncomingPiece]] = []
    private var open: [IncomingPiece] = []
    /// The number of the open transaction's articles.
    private var count = 0
    /// Their size in bytes.
    private var size = 0

    var transactions: [[IncomingPiece]] { open.isEmpty ? complete : complete + [open] }

    mutating func add(_ document: IncomingDocument, at index: Int) {
        if !hasRoom(articles: document.articles.count, bytes: document.articles.reduce(0) { $0 + $1.size }) {
            beginTransaction()
        }
        var piece = IncomingPiece(document: index, articles: 0..<0, isFirst: true)
        for (position, article) in document.articles.enumerated() {
            if !hasRoom(articles: 1, bytes: article.size) {
                if !piece.articles.isEmpty {
                    open.append(piece)
                    piece = IncomingPiece(document: index, articles: position..<position, isFirst: false)
                }
                beginTransaction()
            }
            piece.articles = piece.articles.lowerBound..<position + 1
            count += 1
            size += article.size
        }
        piece.isLast = true
        open.append(piece)
    }

    /// True for an open transaction without articles, whatever the size.
    private func hasRoom(articles: Int, bytes: Int) -> Bool {
        count == 0 || count + articles <= TransactionLimit.articles && size + bytes <= TransactionLimit.bytes
    }

    private mutating func beginTransaction() {
        complete.append(open)
        open = []
        (count, size) = (0, 0)
    }
}

extension [ParsedItem] {
    /// Returns the items without items that repeat a guid of the same document.
    fileprivate func unique() -> [ParsedItem] {
        var guids = Set<String>(minimumCapacity: count)
        let firsts = indices.filter { guids.insert(self[$0].id).inserted }
        // Most documents repeat none, and copying an item copies each of its strings' references.
        return firsts.count == count ? self : firsts.map { self[$0] }
    }
}
