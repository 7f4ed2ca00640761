import ArticleStorage
import ArticleText
import Basics
import ContentCoding
package import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import Markup

/// The result of fetching the page that an article links to.
package enum LinkedPage: Equatable, Sendable {
    /// Its main text is in the library.
    case readable
    /// The article has no page.
    case noAddress
    /// The page has no main text worth reading on its own.
    case noMainText
    /// The address leads to a file of another media type, such as a PDF document.
    case noPage(mediaType: String)
    /// Offline, and the page was never fetched.
    case notAvailableOffline
    /// Its server cannot be reached now; one line for a person. A retry may succeed.
    case unreached(String)
    /// Its server's certificate is not trusted, as behind a hotspot; one line for a person.
    case untrusted(String)
    /// Another page arrived in its place: a login, or a hotspot's welcome page. It does not replace a text.
    case wantsLogin
    /// The page was not requested: no secret may be sent before the person has repaired the configuration.
    case withheld
    /// The library cannot be written. A retry may succeed.
    case notWritten
    /// Its server fails, or asks for a pause; one line for a person. A retry may succeed.
    case failing(String)
    /// One line for a person.
    case failed(String)

    /// The `Accept` field of a request for a page.
    package static let acceptedTypes = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
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

    indirect enum Finding {
        case text(PageText, SavedPageMetadata?)
        /// A login or a welcome page, and a hash of its text.
        case gate(Int64)
        /// A page with little text or none that names another page with the same text.
        case stub(PageStub)
        /// The response is not a web page, or is a page without a main text.
        case nothing
        /// Not a byte arrived, as while a server has a fault.
        case empty

        init(_ text: PageText?, _ metadata: SavedPageMetadata?) {
            self = text.map { .text($0, metadata) } ?? .nothing
        }
    }

    /// - Parameters:
    ///   - asked: the address that was asked.
    ///   - title: the article's title in its feed.
    func find(in reply: CachedReply, asked: String, title: String?) async throws(CacheError) -> Finding {
        let contentType = reply.head.headerFields[.contentType]
        let isPage = Self.mayBePage(contentType)
        guard reply.head.status.bringsDocument, isPage || Transcript.mayBe(contentType, at: asked) else {
            return .nothing
        }
        let body = try await reply.decodedBody(limit: settings.pageBytes)
        guard !body.isEmpty else { return .empty }
        let url = ShownAddress.of(reply.url)
        let finding = try? await parsing.run { () -> Finding in
            let bytes = PageDecoder.bytes(of: body, contentType: contentType)
            let transcript = Transcript.text(of: bytes)
            guard isPage || transcript != nil else { return .nothing }
            let page = transcript ?? bytes
            let syntax = transcript == nil ? PageSyntax(of: page, url: url, contentType: contentType) : .plainText
            let main = MainContent.extract(page: page, as: syntax, url: url)
            if syntax == .html, GatePage.isGate(page: page, textLength: main?.textLength ?? 0, title: title) {
                return .gate(TextFingerprint.of(html: page))
            }
            let text = main.map { main in
                // No hotspot answers with a transcript.
                PageText(
                    html: main.html, url: transcript == nil ? url : ShownAddress.of(asked),
                    isProven: transcript != nil
                        || PageProof.isProven(asked: asked, answered: reply.url, article: title, page: main.title))
            }
            let metadata = main.map(SavedPageMetadata.init)
            if PageAlternative.isStub(main), let other = Self.alternative(to: page, at: url) {
                return .stub(
                    PageStub(
                        url: url, text: text, metadata: metadata, textLength: main?.textLength ?? 0, alternative: other,
                        isVerified: PageProof.isVerified(asked: asked, answered: reply.url)))
            }
            return Finding(text, metadata)
        }
        return finding ?? .nothing
    }

    private static func alternative(to page: [UInt8], at url: String) -> String? {
        PageAlternative.address(html: String(decoding: page, as: UTF8.self), url: url)
    }

    static func mayBePage(_ contentType: String?) -> Bool {
        guard let type = contentType?.lowercased() else { return true }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml") || PageSyntax.isText(type)
    }
}

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

extension LinkedPage {
    /// The reason why there is no text, in words; nil if there is a text.
    package var words: String? {
        switch self {
        case .readable: nil
        case .noAddress: "the article has no address"
        case .noMainText: "no article was found on the page"
        case .noPage(let mediaType): "the address leads to a file (\(mediaType)), not to a page"
        case .notAvailableOffline: TransportError.notAvailableOffline
        case .unreached(let reason), .untrusted(let reason), .failing(let reason), .failed(let reason):
            Self.words(for: reason)
        case .withheld: Self.words(for: CredentialError.withheld.description)
        case .notWritten: Self.words(for: FeedService.notWritten)
        case .wantsLogin: "the page requires a login"
        }
    }

    private static func words(for reason: String) -> String { "the page cannot be fetched: \(reason)" }

    /// Maximum length of a media type in a message, in characters.
    private static let maximumMediaTypeLength = 60

    /// The outcome for a response without a text.
    fileprivate init(withoutText head: HTTPResponse) {
        let contentType = head.headerFields[.contentType]
        if head.status.code == 511 {
            // A hotspot answered, not the page's server (RFC 6585 §6).
            self = .wantsLogin
        } else if head.status.code != 200 {
            let mayRecover = head.status.asksForPause || head.status.kind == .serverError
            self = mayRecover ? .failing(head.status.line) : .failed(head.status.line)
        } else if let contentType, !contentType.isEmpty, !FeedService.mayBePage(contentType) {
            let mediaType = SafeText.line(String(contentType.prefix { $0 != ";" })).lowercased()
            self = .noPage(mediaType: String(mediaType.prefix(Self.maximumMediaTypeLength)))
        } else {
            self = .noMainText
        }
    }

    fileprivate init(_ error: CredentialError) {
        self = error == .withheld ? .withheld : .failed(error.description)
    }

    fileprivate init(_ error: CacheError) {
        if case .transport(let failure) = error, failure.cause == .untrusted {
            self = .untrusted(error.description)
            return
        }
        switch ExchangeFailure(error) {
        case .offline: self = .notAvailableOffline
        case .disconnected: self = .unreached(error.description)
        case .cancelled, .tooLarge, .other: self = .failed(error.description)
        }
    }
}

extension SavedPageMetadata {
    fileprivate init(_ main: MainContent) {
        self.init(
            title: main.title, author: main.author, published: main.date.flatMap(FeedDate.parse),
            language: main.language)
    }
}

extension PageText {
    /// A hotspot's page may come from another host, and is not proven: it does not replace a text. The kept text may be
    /// such a page; it is replaced once the requested host itself answers.
    func mayReplace(_ kept: PageText?, asked: String, isTranscript: Bool) -> Bool {
        guard let kept else { return true }
        guard isProven || !kept.isProven, kept != self else { return false }
        let host = ShownAddress.host(of: url)
        // A transcript often comes later than its episode, whose page is on another host.
        return host == ShownAddress.host(of: kept.url)
            || (!kept.isProven || isTranscript) && host == ShownAddress.host(of: asked)
    }
}
