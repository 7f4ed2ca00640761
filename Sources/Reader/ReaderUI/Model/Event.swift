package import FeedModel
package import Screen

package import struct FoundationEssentials.Date

/// What happened: a key, an answer to an `Effect`, or news from the network and the library.
package enum Event: Sendable {
    case input(Input)
    /// A second or more has passed.
    case tick(Date)

    // MARK: Answers to reads, given before the next paint; those to searches, as soon as they are known

    case overview(LibraryOverview, [SavedSearch])
    /// Those that were asked for and are in the library.
    case subscriptions([Subscription])
    case accounts([AccountLine])
    case page(PageRequest, ArticlePage)
    case article(OpenArticle)
    /// The article is not in the library any more.
    case articleGone(ArticleID)
    /// Rows of this list that were asked for could not be read.
    case rowsFailed(ArticleListing)
    /// How many articles a search or a filtered list holds.
    case found(Int, in: ArticleScope)
    /// The nearest unread article that was asked for, nil where there is none in that list.
    case unreadFound(ArticleSummary?, UnreadRequest)

    // MARK: Pictures

    case picture(PictureWish, PictureOutcome)
    /// It is in the cache now.
    case pictureStored(String)
    /// It was not to be had; one line for a person.
    case pictureFailed(String, String)
    /// The terminal shows pictures better than was known when they were drawn.
    case picturesOutdated
    /// Pictures cannot be shown here; one line for a person.
    case picturesUnavailable(String)

    // MARK: News

    /// How many unread articles each saved search finds, by its query.
    case searchCounts([String: Int])

    /// Another scope than the feeds' own changed, or nobody knows what did: whatever is shown is read again.
    case libraryChanged
    /// Marks are in the library that the overview had to wait for.
    case marksWritten
    /// Articles of this feed came in or changed.
    case feedChanged(SubscriptionID)
    case feedFailed(SubscriptionID, String)
    case refreshProgress(RefreshProgress)
    case refreshFinished(RefreshSummary)
    case connectivity(Connectivity)
    /// Actions that wait for a connection.
    case queued(Int)
    /// The feeds that an address offers, best first; empty where there is none.
    case discovered(address: String, [FoundFeed])
    /// The homes of other readers that were found, while there are no feeds.
    case moveOffers([MoveOffer])
    /// An import or a move is over; the message says what came. `hasFiles`: the configuration or a theme was written.
    case arrived(Message, hasFiles: Bool)
    /// The feed was subscribed and is in the library.
    case subscribed(SubscriptionID)
    /// The main text of the article's page is in the library.
    case fullTextStored(ArticleID)
    /// How much of each packed article is aboard.
    case packs([ArticleID: PackState])
    /// How far packing is, in words; nil where it has ended.
    case packing(String?)
    /// What came of it, a line each.
    case packingEnded([String], isProblem: Bool)
    /// Enclosures that are stored or wait, in their order.
    case enclosureQueue([EnclosureLine])
    /// All themes that can be chosen, which were not needed for the first screen.
    case themes([Theme])
    /// The person's files were read anew.
    case configured(Appearance)
    /// The articles are judged by the rules in force; so look those that stand out, by their rule's index.
    case judged(highlights: [Style?])
    /// One line for the person.
    case message(Message)
}
