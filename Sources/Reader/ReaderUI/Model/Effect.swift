package import FeedModel

package import struct FoundationEssentials.Date

/// Work that `update` requests; the code that performs it replies with an `Event`.
package enum Effect: Equatable, Sendable {
    // MARK: Lists and texts

    // Replies come before the next paint, or right after it if they fill the neighbouring column. Searches reply when
    // they have found something.

    /// → `overview`, or `marksWritten` first
    case loadOverview
    /// Loads all details of the visible feeds: → `subscriptions`
    case loadSubscriptions([SubscriptionID])
    /// → `page` or `rowsFailed`; none of them if rows of another search are requested meanwhile
    case loadPage(PageRequest)
    /// → `unreadFound` or `rowsFailed`
    case findUnread(UnreadRequest)
    /// → `article` or `articleGone`. For a long article, `blocks` allows a reply with its beginning only; the whole
    /// text follows a little later.
    case loadArticle(ArticleID, ArticleSource, blocks: Int?)
    /// Compares the text with the one that arrived first: → `article`
    case loadChanges(ArticleID)

    // MARK: Articles

    case mark([ArticleID], Mark)
    /// Several marks of one action, which are undone together.
    case markTogether([ArticleID], [Mark])
    case markRead(MarkRange, ArticleListing)
    /// Gives an article a note; an empty text removes it: → `articlesEdited`
    case setNote(ArticleID, String)
    /// If true, marks apply to all articles of a story; if false, to single articles.
    case markStoriesTogether(Bool)
    /// Deletes articles from the library: → `articlesDeleted`
    case deleteArticles([ArticleID])
    /// Undoes the last action that can be undone.
    case undo
    /// Stores the position where reading stopped; nil is the beginning. `isPage`: the position is in the text of the
    /// article's page.
    case keepReadingPosition(ArticleID, TextLayout.Position?, isPage: Bool)
    /// Records that the person opened an article, for the history.
    case recordOpening(ArticleID, at: Date)
    /// Empties the history: → `libraryChanged`
    case clearHistory

    // MARK: Feeds, folders and accounts

    /// → `feedDeleted`; for a feed of a server, only if repeated, since it cannot be undone there
    case unsubscribe(SubscriptionID)
    case rename(SubscriptionID, String)
    case move(SubscriptionID, folder: [String])
    /// Says how a feed was changed, unless its server must change it first.
    case reportChange(SubscriptionID, String)
    case setPreferences(SubscriptionID, FeedPreferences)
    case setFeedAddress(SubscriptionID, String)
    /// Stores these feeds in this order, within the positions that they occupy.
    case orderFeeds([SubscriptionID])
    /// Renames a folder with everything in it.
    case renameFolder([String], to: [String])
    /// Removes a folder without feeds.
    case removeFolder([String])
    /// Subscribes to the feeds listed in a file, or follows the list at a web address.
    case importFeeds(path: String)
    /// Writes the feeds to a new OPML file.
    case exportFeeds(path: String, replaces: Bool = false)
    /// → `feedStatistics`
    case loadFeedStatistics(SubscriptionID)
    /// → `feedReport`
    case loadFeedReport
    /// → `feedOrder`
    case loadFeedOrder
    /// → `accounts`
    case loadAccounts
    /// Adds an account, or changes the secret of a known one.
    case addAccount(AccountForm, secret: String?)
    /// Removes an account with its feeds, but only here; nothing changes on the server.
    case removeAccount(url: String, keepsStarred: Bool)

    // MARK: Saved searches

    /// Reports an unknown operator or an unclosed parenthesis in a query once it is completely typed.
    case checkSearch(String)
    case saveSearch(SavedSearch)
    case removeSearch(named: String)
    case renameSearch(String, to: String)
    /// Stores the saved searches in this order of names.
    case orderSearches([String])

    // MARK: Rules that hide articles

    /// Lists the article's fields by which articles can be hidden: → `muteChoices`, or → `mutePreview` if the field has
    /// one value
    case loadMuteChoices(ArticleID?, Mute.Field?)
    /// Counts the articles that a rule would hide: → `mutePreview`
    case previewMute(Mute)
    case addMute(Mute)
    case removeMute(Mute)

    // MARK: Packing for a journey

    /// Packs, or unpacks if already packed: → `packing`, `packs`, `packingEnded`
    case togglePack(PackTarget)
    /// Packs the articles named after `:pack`; nil packs starred and unread articles.
    case pack(String?)
    /// Downloads the article's enclosure, to play it offline.
    case packEnclosure(ArticleID)
    case cancelPacking
    /// → `queue`
    case loadQueue(QueueUse)
    case changeEnclosure(Int64, EnclosureChange)
    /// Removes a request that is waiting for the network, by its number; its feed stays: → `queued`
    case removeRequest(Int64)

    // MARK: The network, through the feed service

    /// Subscribes to the feed at an address: → `subscribed`, or `discovered` if the page there names several
    case subscribe(String, userAgent: String? = nil)
    /// Stores an address in the feed "Saved" and fetches its page: → `fullTextStored`
    case saveAddress(String)
    /// Imports the subscriptions and settings of another reader: → `refreshProgress`, then `arrived`
    case moveIn(reader: String)
    /// Rereads the person's files: → `configured`
    case configure
    /// Requests an opened feed from its server; its stored articles are already on the screen.
    case openFeed(SubscriptionID)
    case refreshFeed(SubscriptionID, force: Bool)
    case refreshAll
    /// Cancels refreshes, and fetches of pages and of the opened feed.
    case cancelRefresh
    case setOffline(Bool)
    /// Fetches the article's page and extracts its main text: → `fullTextStored`
    case loadFullText(ArticleID)

    // MARK: Pictures

    /// Finds the pictures in the store, decodes and draws them, in this order: → `picture` for each. `keeping` names
    /// the other pictures whose cells are still needed.
    case showPictures([PictureRequest], keeping: Set<String>)
    /// Loads pictures of a feed's article from the cache or the network: → `pictureStored` or `pictureFailed` for each.
    case fetchPictures([String], of: SubscriptionID?, kilobytes: Int)

    // MARK: The terminal, files and other programs

    /// Finds the files and folders whose paths begin with the text: → `paths`
    case completePath(String)
    /// Finds the person's tags of all articles: → `tags`
    case loadTags
    case openBrowser(String)
    /// Opens the page of an article whose text is not loaded.
    case browseArticle(ArticleID)
    /// Notifies the person of new articles, if the settings allow it.
    case notify(ArrivalNotice)
    case copyAddress(ArticleID)
    /// Passes the article's address, its title and its feed's title to the person's own command.
    case bookmark(ArticleID)
    /// Copies text to the clipboard (OSC 52).
    case copy(String)
    /// Passes an enclosure to the player.
    case play(Enclosure)
    case pipe(ArticleID, ArticleSource, command: String)
    /// Runs the person's own command with an article or a page.
    case runProgram(ProgramSubject, String)
    /// Saves an HTML page if the path ends in `.html` or `.htm`, otherwise plain text.
    case save(ArticleID, ArticleSource, path: String, replaces: Bool = false)
    case remember(Memory)
    case editConfiguration
    case suspend
    case redraw
    case quit
}

/// The article or page that a program is run for.
package enum ProgramSubject: Equatable, Sendable {
    case article(ArticleID)
    case page(PlaceholderValues)
}

/// The text of an article that is shown.
package enum ArticleSource: Equatable, Sendable {
    /// The page's text if it is stored, or else the feed's.
    case best
    case feed
}
