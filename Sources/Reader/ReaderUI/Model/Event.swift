package import FeedModel
package import Screen

package import struct FoundationEssentials.Date

/// Something that happened: a key, a reply to an `Effect`, or a report from the network or the library.
package indirect enum Event: Sendable {
    case input(Input)
    /// The current time; sent after each wake-up of the event loop.
    case tick(Date)
    /// The next command of a macro can run, or the key after it.
    case continued

    // MARK: Replies to reads, before the next paint; replies to searches, as soon as they are known

    case overview(LibraryOverview, [SavedSearch])
    /// The requested feeds, if they are in the library.
    case subscriptions([Subscription])
    case accounts([AccountLine])
    case page(PageRequest, ArticlePage)
    case article(OpenArticle)
    /// The article is no longer in the library.
    case articleGone(ArticleID)
    /// The requested rows of this list could not be read.
    case rowsFailed(ArticleListing)
    /// The number of articles in a search or a filtered list.
    case found(Int, in: ArticleScope)
    /// The requested unread articles, the nearest first; the list has no more if they are fewer.
    case unreadFound([ArticleSummary], UnreadRequest)

    case feedStatistics(FeedStatistics)
    /// The statistics of all feeds.
    case feedReport([FeedStatistics])
    /// The statistics of all feeds, for sorting them.
    case feedOrder([FeedStatistics])
    /// The rules that an article suggests, and those made earlier.
    case muteChoices([Mute], made: [Mute])
    /// The number of articles that a rule would hide, out of all articles, and the titles of some of them.
    case mutePreview(Mute, hidden: Int, of: Int, titles: [String])

    // MARK: Pictures

    case picture(PictureRequest, PictureOutcome)
    /// The picture is now in the cache.
    case pictureStored(String)
    /// The picture could not be loaded; the second value is one line for the person.
    case pictureFailed(String, String)
    /// The terminal shows pictures better than was known when these were drawn.
    case picturesOutdated
    /// This terminal cannot show pictures; the value is one line for the person.
    case picturesUnavailable(String)

    // MARK: Reports from the library and the network

    /// The number of unread articles that each saved search finds, by query.
    case searchCounts([String: Int])

    /// The library changed outside a single feed, or in an unknown way; the visible columns reload.
    case libraryChanged
    /// This feed is deleted; if it is on a server, its deletion has begun.
    case feedDeleted(SubscriptionID, onServer: Bool)
    /// The library no longer lists these articles.
    case articlesDeleted(ArticleDeletion)
    /// An undo brought this feed back.
    case feedRestored(SubscriptionID)
    /// An undo brought back the saved search with these words.
    case searchRestored(String)
    /// An undo brought these articles back.
    case articlesRestored([ArticleID])
    /// The library now holds the marks for which the overview waited.
    case marksWritten
    /// Articles of this feed arrived or changed.
    case feedChanged(SubscriptionID)
    /// The feed changed the texts or titles of these articles.
    case articlesEdited(Set<ArticleID>)
    /// A feed could not be fetched; the text is the reason.
    case feedFailed(SubscriptionID, String, isBackground: Bool = false)
    /// A background refresh brought articles.
    case arrivals(ArrivalNotice)
    /// The pages and the feed that the person opened and that are being fetched.
    case fetching(Set<Fetching>)
    case refreshProgress(RefreshProgress)
    case refreshFinished(RefreshSummary)
    case connectivity(Connectivity)
    /// The number of actions that wait for a connection.
    case queued(Int)
    /// The feeds that an address offers, best first; empty if there is none. The `User-Agent` is the one that the
    /// request had.
    case discovered(address: String, [FoundFeed], userAgent: String? = nil)
    /// The other readers found on this machine; sent only as long as there are no feeds.
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
    /// Enclosures that are stored or queued, and requests that are waiting for the network, both in queue order.
    case queue([EnclosureLine], QueueUse, requests: [RequestLine] = [])
    /// A player has reported another position in an enclosure.
    case played
    /// The paths that complete the typed one.
    case paths([String], for: String)
    /// The person's tags of all articles.
    case tags([String])
    /// The terminal has reported its background.
    case background(isDark: Bool)
    /// All themes that can be chosen; the first screen does not need them.
    case themes([Theme])
    /// The person's files were reread.
    case configured(Appearance)
    /// The articles now match the current rules; the styles are the highlights, by the index of their rule.
    case rulesApplied(highlights: [Style?])
    /// One line for the person.
    case message(Message)
}
