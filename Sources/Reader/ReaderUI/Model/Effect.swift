package import FeedModel

/// What `update` asks to be done; whoever does it answers with an `Event`.
package enum Effect: Equatable, Sendable {
    // MARK: Reads of the library

    // Answered before the next paint, or right after it where they fill a column beside the one that keys go to; those of a
    // search, when it has found something.

    /// → `overview`, or `marksWritten` first
    case loadOverview
    /// Feeds that are in sight, whole: → `subscriptions`
    case loadSubscriptions([SubscriptionID])
    /// → `page` or `rowsFailed`; neither where rows of another search were asked for meanwhile
    case loadPage(PageRequest)
    /// → `article` or `articleGone`; of a long one the beginning, where one of so many blocks will do for now, and the whole a
    /// little later.
    case loadArticle(ArticleID, ArticleSource, blocks: Int?)
    /// → `unreadFound` or `rowsFailed`
    case findUnread(UnreadRequest)

    // MARK: Writes to the library

    case mark([ArticleID], Mark)
    case markRead(MarkRange, ArticleListing)
    /// Where reading stopped; nil: at the beginning. `isPage`: in the text of the article's page.
    case keepPlace(ArticleID, TextLayout.Place?, isPage: Bool)
    /// Takes back the last mark or deletion.
    case undo
    case unsubscribe(SubscriptionID)
    /// → `accounts`
    case loadAccounts
    /// With its feeds, here alone; nothing changes on the server.
    case removeAccount(url: String, keepsStarred: Bool)
    case rename(SubscriptionID, String)
    case move(SubscriptionID, folder: [String])
    case setPreferences(SubscriptionID, FeedPreferences)
    case saveSearch(SavedSearch)
    case removeSearch(named: String)
    /// One that no feed lies in.
    case removeFolder([String])

    /// Adds the feeds of a file.
    case importFeeds(path: String)
    /// Writes the feeds to a new OPML file.
    case exportFeeds(path: String)

    // MARK: Packing for a journey

    /// Packs, or puts ashore what is packed already: → `packing`, `packs`, `packingEnded`
    case togglePack(PackTarget)
    /// What the line after `:pack` names; nil: what is starred, and what is unread.
    case pack(String?)
    /// Fetches the article's enclosure, to be played without a network.
    case packEnclosure(ArticleID)
    case cancelPacking
    /// → `enclosureQueue`
    case loadEnclosureQueue
    case changeEnclosure(Int64, EnclosureChange)

    // MARK: The network, through the feed service

    /// Subscribes to the feed at an address: → `subscribed`, or `discovered` if the page there names several
    case subscribe(String)
    /// Brings what another reader has: → `refreshProgress`, then `arrived`
    case moveIn(reader: String)
    /// Reads the person's files anew: → `configured`
    case configure
    /// A feed is opened: what is stored is shown already; asks the server behind it.
    case openFeed(SubscriptionID)
    case refreshFeed(SubscriptionID, force: Bool)
    case refreshAll
    case cancelRefresh
    case setOffline(Bool)
    /// Fetches the article's page and extracts its main text: → `fullTextStored`
    case loadFullText(ArticleID)

    // MARK: Pictures

    /// Looks for them in the store, decodes and draws them, in this order: → `picture` for each. No other picture is needed
    /// any more but those whose cells are kept.
    case showPictures([PictureWish], keeping: Set<String>)
    /// Gets them from the cache or the network: → `pictureStored` or `pictureFailed` for each.
    case fetchPictures([String], kilobytes: Int)

    // MARK: The world outside

    case openBrowser(String)
    /// The page of an article whose text is not loaded.
    case browseArticle(ArticleID)
    case copyAddress(ArticleID)
    /// Hands the article's address, its title and its feed's to the person's own command.
    case bookmark(ArticleID)
    /// To the clipboard (OSC 52).
    case copy(String)
    /// Hands an enclosure to the player.
    case play(Enclosure)
    case pipe(ArticleID, ArticleSource, command: String)
    /// Runs the person's own command about an article or a page.
    case runProgram(ProgramSubject, String)
    /// As a page of its own where the path ends in `.html` or `.htm`, else as text.
    case save(ArticleID, ArticleSource, path: String)
    case remember(Memory)
    case editConfiguration
    case suspend
    case redraw
    case quit
}

/// What a program that is run is about.
package enum ProgramSubject: Equatable, Sendable {
    case article(ArticleID)
    case page(ProgramFacts)
}

/// Which text of an article is shown.
package enum ArticleSource: Equatable, Sendable {
    /// What the feed offers, unless the page's text is stored.
    case best
    case feed
}
