import ArticleStorage
import Basics
import ContentCoding
package import FeedModel
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The progress of fetching an article's page.
private struct LinkedPageFetch {
    let article: Article
    let url: String
    /// The text in the library.
    var kept: PageText?
    /// The result if the library has no text at the end.
    var outcome = LinkedPage.noMainText
    /// True until a page with the same text was requested.
    var mayAskAlternative = true
}

/// An update of the page from the cache or its server, with the facts that the service logs and counts.
private struct PageUpdate {
    var reply: CachedReply?
    var error: CacheError?
    var policy: CachePolicy
    /// True if the server sent it now, in place of the stored one.
    var isNew = false

    init(_ update: CacheUpdate, revalidation: CachePolicy) {
        policy = revalidation
        switch update {
        case .stored(let stored):
            reply = stored
            policy = .returnCacheDataElseLoad
        case .unchanged(let confirmed):
            reply = confirmed
        case .updated(let new):
            reply = new
            isNew = true
        case .failed(let failure, _):
            error = failure
        }
    }
}

extension FeedService {
    /// Fetches the main text of the article's page, or its transcript, into the library: reports a stored text at once
    /// and revalidates it afterwards. A stored text stays even if the page disappears. Cancelling the task ends the
    /// fetch.
    ///
    /// - Parameter readable: called when the text can be read, and again after a newer one has replaced it.
    package func page(of id: ArticleID, readable: @escaping @Sendable () -> Void) async throws -> LinkedPage {
        let kept = try store.pageText(for: id)
        if kept != nil { readable() }
        guard let article = try store.article(id), let url = article.item.fullTextURL else {
            return .noAddress
        }
        defer { network.saveTraffic() }
        let found = await fetchText(LinkedPageFetch(article: article, url: url, kept: kept), readable)
        switch found {
        case .failed, .failing, .noMainText:
            guard let page = article.item.pageURL(insteadOf: url) else { return found }
            return await fetchText(LinkedPageFetch(article: article, url: page), readable)
        default: return found
        }
    }

    private func fetchText(_ wanted: LinkedPageFetch, _ readable: @Sendable () -> Void) async -> LinkedPage {
        var fetch = wanted
        let revalidation: CachePolicy = isOffline ? .returnCacheDataDontLoad : .useProtocolCachePolicy
        let request: CacheRequest
        do throws(CredentialError) {
            request = try await pageRequest(for: fetch)
        } catch {
            return fetch.kept == nil ? LinkedPage(error) : .readable
        }
        for await update in network.client.updates(for: request, revalidation: revalidation) {
            let page = PageUpdate(update, revalidation: revalidation)
            record(page, asked: fetch.url)
            if await storeText(of: page, for: &fetch) { readable() }
        }
        guard fetch.kept == nil else { return .readable }
        if revalidation != .returnCacheDataDontLoad { network.forgetStoredRedirect(of: request) }
        return fetch.outcome
    }

    /// Returns the request for an article's page; online with the credentials of its feed.
    private func pageRequest(for fetch: LinkedPageFetch) async throws(CredentialError) -> CacheRequest {
        let feed = feed(of: fetch.article)
        var request = pageRequest(fetch.url, as: feed?.preferences.userAgent)
        if !isOffline { request.add(try await settings.keyring.credentials(for: fetch.url, ofFeedAt: feed?.feedURL)) }
        return request
    }

    /// Stores the text of a response, or notes why it has none. Returns true if the library has a new text.
    private func storeText(of page: PageUpdate, for fetch: inout LinkedPageFetch) async -> Bool {
        guard let reply = page.reply else {
            fetch.outcome = page.error.map(LinkedPage.init) ?? .noMainText
            return false
        }
        guard fetch.kept == nil || page.isNew else { return false }
        do throws(CacheError) {
            switch try await findText(in: reply, for: &fetch) {
            case .text(let text, let metadata):
                let isTranscript = fetch.url == fetch.article.item.transcript?.url
                guard text.mayReplace(fetch.kept, asked: fetch.url, isTranscript: isTranscript) else { return false }
                guard await savePageText(text, metadata, for: [fetch.article.id]) else {
                    fetch.outcome = .notWritten
                    return false
                }
                fetch.kept = text
                return true
            case .gate:
                removeLoginPage(asked: fetch.url, reply)
                fetch.outcome = .wantsLogin
            case .nothing, .empty, .stub:
                fetch.outcome = LinkedPage(withoutText: reply.head)
            }
        } catch {
            fetch.outcome = LinkedPage(error)
        }
        return false
    }

    /// Finds the text of a page. A page with little text is a reason to request the page that it names, once.
    private func findText(in reply: CachedReply, for fetch: inout LinkedPageFetch) async throws(CacheError) -> Finding {
        let finding = try await find(in: reply, asked: fetch.url, title: fetch.article.item.title)
        guard case .stub(let stub) = finding else { return finding }
        let other = fetch.mayAskAlternative ? await textOfAlternative(to: stub, of: fetch.article) : nil
        fetch.mayAskAlternative = false
        return Finding(other ?? stub.text, stub.metadata)
    }

    /// Removes a login page from the cache, where it would replace the article's page.
    func removeLoginPage(asked url: String, _ reply: CachedReply) {
        for url in [url, reply.url] { network.cache.remove(for: CacheRequest(url: url)) }
    }

    /// Returns the feed that has the article; nil if it was removed.
    func feed(of article: Article) -> Subscription? {
        try? store.subscription(article.subscription)
    }

    /// - Parameter userAgent: the feed's own; nil for the `User-Agent` of all requests.
    func pageRequest(_ url: String, as userAgent: String? = nil) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.complete(
            settings, accepting: LinkedPage.acceptedTypes, in: Coding.acceptEncoding,
            within: settings.pageTimeout, atMost: settings.pageBytes)
        if let userAgent { request.fields[.userAgent] = userAgent }
        request.willCache = { $0.mayReplaceStored }
        return request
    }

    /// Counts and logs a response, and updates the state of the connection from it.
    private func record(_ page: PageUpdate, asked url: String) {
        if let reply = page.reply { network.record(reply, for: "page", page.policy) }
        if let error = page.error { network.record(.cache(error), for: "page", page.policy, asked: url) }
        if case .transport(let error) = page.error, error.cause.isConnectionFailure {
            network.notePageFailure(of: ShownAddress.host(of: url))
        } else if let reply = page.reply, reply.source != .cache {
            network.forgetUnreachable()
        }
    }
}
