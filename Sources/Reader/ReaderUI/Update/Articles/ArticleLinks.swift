import ArticleText
import Basics
import FeedModel

/// The argument of `:comments`.
enum CommentsForm: String, CaseIterable {
    case feed
}

// Opens, copies and saves addresses: of articles, of feeds, and of the links in a text.
extension State {
    mutating func openInBrowser() -> [Effect] {
        if focus == .articles, !list.picked.isEmpty { return browsePicked() }
        guard let url = currentAddress else {
            return currentArticle.map { [Effect.browseArticle($0)] + recordOpening(of: $0) } ?? sayNoAddress()
        }
        return browse(url) + (currentArticle.map { markOpened($0) } ?? [])
    }

    /// Opens a link of the current article's text, by its number as typed.
    mutating func openLink(_ typed: String) -> [Effect] {
        // Next to a list, the visible text may be the text of another article.
        guard focus == .text || openedArticle() != nil else { return [] }
        guard let number = Invocation.link(typed) else {
            say(Invocation(.openLink, typed).problem ?? "", .error)
            return []
        }
        return openLink(number)
    }

    mutating func openLink(_ number: Int) -> [Effect] {
        address(ofLink: number).map { browse($0) } ?? []
    }

    /// Returns the address of the text's link with this number; says that there is none.
    private mutating func address(ofLink number: Int) -> String? {
        guard let links = reading?.open.document.links, links.indices.contains(number - 1) else {
            decline("No link \(number) in this text")
            return nil
        }
        return links[number - 1].url
    }

    /// Saves the text's link with this number; without a number, asks for an address.
    mutating func readLaterLink(_ number: Int?) -> [Effect] {
        guard focus == .text, let number else { return ask(.readLater) }
        return address(ofLink: number).map { readLater($0) } ?? []
    }

    mutating func readLater(_ address: String) -> [Effect] {
        let address = address.trimmedSpaces
        return address.isEmpty ? [] : [.saveAddress(address)]
    }

    /// Opens the page of the article's comments, or subscribes to their feed.
    ///
    /// - Parameter form: nil for the page.
    mutating func openComments(as form: CommentsForm?) -> [Effect] {
        guard let item = openedArticle()?.article.item else { return [] }
        if form == .feed {
            if let feed = item.commentsFeedURL { return add(feed) }
            decline("No feed of comments for this article")
        } else {
            if let page = item.commentsURL { return browse(page) }
            let hint = item.commentsFeedURL == nil ? "" : "; :comments feed subscribes to them"
            decline("No comments page for this article\(hint)")
        }
        return []
    }

    /// Returns the open article if it is the current one; otherwise asks the person to open the current one.
    mutating func openedArticle() -> OpenArticle? {
        guard let reading, reading.id == currentArticle else {
            decline(requestToOpen)
            return nil
        }
        return reading.open
    }

    /// Asks the person to open the current article, or any article if none is selected.
    var requestToOpen: String {
        currentArticle == nil ? "Open an article first" : "Open the article first"
    }

    mutating func copyAddress() -> [Effect] {
        guard let url = currentAddress else {
            return currentArticle.map { [.copyAddress($0)] } ?? sayNoAddress("No link to copy here")
        }
        return [.copy(url)]
    }

    /// Opens a web address in the browser, but never a file, a script or another program's scheme.
    mutating func browse(_ url: String) -> [Effect] {
        if let mail = OutgoingAddress.mail(url) {
            say("Opening \(mail)")
            return [.openBrowser(mail)]
        }
        guard WebAddress.isHTTP(url) else {
            say("Not a web address, not opened: \(url)", .warning)
            return []
        }
        say("Opening \(url)")
        return [.openBrowser(url)]
    }

    /// The address of the current article's page, or of the current feed's.
    var currentAddress: String? {
        if focus == .feeds {
            guard let subscription = currentSubscription.flatMap(sidebar.subscription) else { return nil }
            return subscription.homePageURL ?? subscription.shownAddress
        }
        guard let reading, reading.id == currentArticle else { return nil }
        return reading.open.article.item.url ?? reading.open.article.item.externalURL
    }

    mutating func sayNoAddress(_ text: String = "No link here") -> [Effect] {
        decline(text)
        return []
    }
}

extension Invocation {
    /// Reads the argument of `:open-link`.
    static func link(_ argument: String) -> Int? { Int(argument, within: 1...100_000) }
}
