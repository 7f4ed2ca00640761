package import FeedModel
package import Screen

package import struct FoundationEssentials.Date

/// Something that happened: a key, an answer to an `Effect`, or news from the network and the library.
package enum Event: Sendable {
    case input(Input)
    /// The current time; sent after each wake-up of the event loop.
    case tick(Date)

    // MARK: Answers to reads, before the next paint; answers to searches, as soon as they are known

    case overview(LibraryOverview, [SavedSearch])
    /// The requested feeds that are in the library.
    case subscriptions([Subscription])
    case accounts([AccountLine])
    case page(PageRequest, ArticlePage)
    case article(OpenArticle)
    /// The article is no longer in the library.
    case articleGone(ArticleID)
    /// Requested rows of this list could not be read.
    case rowsFailed(ArticleListing)
    /// The number of articles in a search or a filtered list.
    case found(Int, in: ArticleScope)
    /// The requested nearest unread article; nil if the list has none.
    case unreadFound(ArticleSummary?, UnreadRequest)

    case feedFacts(FeedFacts)
    /// The facts of all feeds.
    case feedReport([FeedFacts])
    /// The facts of all feeds, to sort them.
    case feedOrder([FeedFacts])
    /// The rules that an article suggests, and those made before.
    case muteChoices([Mute], made: [Mute])
    /// The number of articles that a rule would hide, of all articles, and the titles of some of them.
    case mutePreview(Mute, hidden: Int, of: Int, titles: [String])

    // MARK: Pictures

    case picture(PictureWish, PictureOutcome)
    /// The picture is now in the cache.
    case pictureStored(String)
    /// The picture could not be loaded; the second value is one line for a person.
    case pictureFailed(String, String)
    /// The terminal shows pictures better than was known when these were drawn.
    case picturesOutdated
    /// This terminal cannot show pictures; the value is one line for a person.
    case picturesUnavailable(String)

    // MARK: News

    /// The number of unread articles that each saved search finds, by its query.
    case searchCounts([String: Int])

    /// The library changed outside a single feed, or in an unknown way; the visible columns reload.
    case libraryChanged
    /// This feed is deleted; on a server, its deletion has begun.
    case feedDeleted(SubscriptionID, onServer: Bool)
    /// The library no longer lists these articles.
    case articlesDeleted(ArticleDeletion)
    /// An undo brought this feed back.
    case feedRestored(SubscriptionID)
    /// The library now holds the marks that the overview waited for.
    case marksWritten
    /// Articles of this feed arrived or changed.
    case feedChanged(SubscriptionID)
    /// The feed changed the texts or titles of these articles.
    case articlesEdited(Set<ArticleID>)
    /// A feed could not be fetched; the text is the reason.
    case feedFailed(SubscriptionID, String, isBackground: Bool = false)
    /// A refresh in the background brought articles.
    case arrivals(ArrivalNotice)
    /// The pages and the feed that are on their way because the person opened them.
    case fetching(Set<Fetching>)
    case refreshProgress(RefreshProgress)
    case refreshFinished(RefreshSummary)
    case connectivity(Connectivity)
    /// The number of actions that wait for a connection.
    case queued(Int)
    /// The feeds that an address offers, best first; empty if there is none.
    case discovered(address: String, [FoundFeed])
    /// The other readers found on this machine; sent only while there are no feeds.
    case moveOffers([MoveOffer])
    /// An import or a move has ended; the message states the result. `hasFiles`: it wrote the configuration or a theme.
    case arrived(Message, hasFiles: Bool)
    /// The feeds of a file were added.
    case imported(Message, added: Int)
    /// The feed was subscribed and is in the library.
    case subscribed(SubscriptionID)
    /// The main text of the article's page is in the library.
    case fullTextStored(ArticleID)
    /// The packed parts of each packed article.
    case packs([ArticleID: PackState])
    /// The progress of packing, in words; nil once it has ended.
    case packing(String?)
    /// The result of packing, as lines.
    case packingEnded([String], isProblem: Bool)
    /// Enclosures that are stored or queued, and requests that wait for the network, both in queue order.
    case queue([EnclosureLine], QueueUse, requests: [RequestLine] = [])
    /// A player has reported another position in an enclosure.
    case played
    /// The paths that complete a typed one.
    case paths([String], for: String)
    /// The terminal has reported its background.
    case background(isDark: Bool)
    /// All themes to choose from; the first screen does not need them.
    case themes([Theme])
    /// The person's files were reread.
    case configured(Appearance)
    /// The articles now match the current rules; the styles are the highlights, by the index of their rule.
    case judged(highlights: [Style?])
    /// One line for the person.
    case message(Message)
}
