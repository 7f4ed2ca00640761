import ArticleStorage
import ArticleText
import ContentCoding
public import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// What came of asking for the page that an article links to.
public enum LinkedPage: Equatable, Sendable {
    /// Its main text is in the library, where it stays.
    case readable
    /// The article names no page.
    case noAddress
    /// The page came, and holds nothing worth reading without its surroundings.
    case noMainText
    /// Offline, and it was never fetched.
    case notAvailableOffline
    /// One line for a person.
    case failed(String)
}

extension FeedService {
    /// Gets the main text of the article's page into the library: what is stored is told at once, the revalidation comes behind
    /// it. Once there, the text stays, whatever becomes of the page. Cancelling the task ends it.
    ///
    /// - Parameter readable: called when the text can be read, and again when a newer one has taken its place.
    public func page(of id: ArticleID, readable: @escaping @Sendable () -> Void) async throws -> LinkedPage {
        var kept = try store.pageText(for: id)
        if kept != nil { readable() }
        guard let article = try store.article(id), let url = article.item.url ?? article.item.externalURL else {
            return .noAddress
        }
        defer { saveTraffic() }
        let revalidation: CachePolicy = isOffline ? .returnCacheDataDontLoad : .useProtocolCachePolicy
        var request = pageRequest(url)
        do {
            request.fields[.authorization] = isOffline ? nil : try await authorization(for: url, of: article)
        } catch {
            return kept == nil ? .failed(error.description) : .readable
        }
        var outcome = LinkedPage.noMainText
        for await update in client.updates(for: request, revalidation: revalidation) {
            let answer = PageAnswer(update, revalidation: revalidation)
            log?.append([answer.entry(url: url, at: settings.now())])
            guard let reply = answer.reply else {
                outcome = answer.outcome
                continue
            }
            count(Traffic(reply))
            guard kept == nil || answer.isNew else { continue }
            do throws(CacheError) {
                guard let text = try await mainText(of: reply) else {
                    outcome = reply.head.status.code == 200 ? .noMainText : .failed(Self.status(of: reply))
                    continue
                }
                guard text.mayReplace(kept) else { continue }
                let store = store
                try? await storing.run { try store.setPageText(text, for: id) }
                kept = text
                readable()
            } catch {
                outcome = .failed(error.description)
            }
        }
        return kept == nil ? outcome : .readable
    }

    /// What opens the feed opens its articles' pages, where they lie at the same origin and under a rule of their own: a feed
    /// cannot have the person's secrets sent elsewhere.
    private func authorization(for url: String, of article: Article) async throws(CredentialError) -> String? {
        let feedURL = (try? store.subscription(article.subscription))?.feedURL
        let feed = feedURL.flatMap { CacheRequest(url: $0).destination?.origin }
        guard let feed, CacheRequest(url: url).destination?.origin == feed else { return nil }
        return try await settings.keyring.authorization(for: url)
    }

    private func pageRequest(_ url: String) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.fields[.userAgent] = settings.userAgent
        request.fields[.accept] = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
        request.fields[.acceptEncoding] = Coding.acceptEncoding
        request.limits.connectTimeout = settings.connectTimeout
        request.limits.stallTimeout = settings.stallTimeout
        request.limits.bodyBytes = Int64(settings.pageBytes)
        request.decodedBodyBytes = settings.pageBytes
        // An error never takes the place of a page.
        request.willCache = {
            ($0.head.status.kind == .successful || $0.head.status.kind == .redirection) && !$0.isKeyedByCredentials
        }
        return request
    }

    /// Nil where the answer is no web page, or holds no main text.
    private func mainText(of reply: CachedReply) async throws(CacheError) -> PageText? {
        let contentType = reply.head.headerFields[.contentType]
        guard reply.head.status.code == 200, Self.mayBePage(contentType) else { return nil }
        let body = try await reply.decodedBody(limit: settings.pageBytes)
        let url = ShownAddress.of(reply.url)
        return try? await parsing.run {
            let html = PageDecoder.text(of: body, contentType: contentType)
            return MainContent.extract(html: html, url: url).map { PageText(html: $0.html, url: url) }
        }
    }

    private static func mayBePage(_ contentType: String?) -> Bool {
        guard let type = contentType?.lowercased() else { return true }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }

    private static func status(of reply: CachedReply) -> String {
        "\(reply.head.status.code) \(reply.head.status.reasonPhrase)"
    }
}

/// One element of the composite request, as the service sees it.
private struct PageAnswer {
    var reply: CachedReply?
    var error: CacheError?
    var policy: CachePolicy
    /// Whether the server sent it now, in place of what was stored.
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

    var outcome: LinkedPage {
        switch error {
        case .notInCache: .notAvailableOffline
        case .some(let error): .failed(error.description)
        case nil: .noMainText
        }
    }

    func entry(url: String, at now: Date) -> RequestLog.Entry {
        let bytes = reply?.wireBytes
        return RequestLog.Entry(
            time: now, action: "page", policy: policy, source: reply?.source.rawValue ?? "none",
            status: reply.map { String($0.head.status.code) } ?? "error", bytesSent: bytes?.sent ?? 0,
            bytesReceived: bytes?.received ?? 0, url: reply?.url ?? url)
    }
}

extension PageText {
    /// A hotspot's login page comes from another host: it takes no text's place.
    fileprivate func mayReplace(_ kept: PageText?) -> Bool {
        guard let kept else { return true }
        return kept != self && FeedVisitor.host(of: kept.url) == FeedVisitor.host(of: url)
    }
}
