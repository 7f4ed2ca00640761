import ArticleStorage
import ArticleText
import Basics
import FeedModel
import FeedParsing
import HTTPCache
import HTTPTypes

/// A page that holds little text or none, and names another page with the same text.
package struct PageStub: Equatable, Sendable {
    let url: String
    /// Its own text, if it has any.
    let text: PageText?
    let metadata: SavedPageMetadata?
    let textLength: Int
    /// The address of the page with the same text.
    package let alternative: String
    /// True if a certificate vouches for the stub.
    let isVerified: Bool

    /// True if a certificate vouches for the other page, too: a stub of a hotspot may name any page.
    func isVerified(answered: String) -> Bool {
        isVerified && PageProof.isVerified(asked: alternative, answered: answered)
    }
}

extension FeedService {
    /// Fetches the page that a stub names: one request, through the cache, under the rules for pages.
    ///
    /// - Returns: nil if that page does not have more text than the stub itself.
    func textOfAlternative(to stub: PageStub, of article: Article) async -> PageText? {
        let policy: CachePolicy = isOffline ? .returnCacheDataDontLoad : .useProtocolCachePolicy
        let feed = feed(of: article)
        var request = pageRequest(stub.alternative, as: feed?.preferences.userAgent)
        do {
            if !isOffline {
                request.add(try await settings.keyring.credentials(for: stub.alternative, ofFeedAt: feed?.feedURL))
            }
            let reply = try await packedReply(for: request, policy: policy)
            finishPacked(reply, "page", policy)
            return try await text(in: reply, insteadOf: stub, title: article.item.title)
        } catch {
            if let error = error as? CacheError { failPacked(error, "page", stub.alternative, policy) }
            return nil
        }
    }

    /// Extracts the text of a stub's alternative, which `x` and packing store in the stub's place.
    ///
    /// - Returns: nil if it does not have more text than the stub itself, or is a login page.
    func text(in reply: CachedReply, insteadOf stub: PageStub, title: String?) async throws -> PageText? {
        let contentType = reply.head.headerFields[.contentType]
        guard reply.head.status.bringsDocument, Self.mayBePage(contentType) else { return nil }
        let body = try await reply.decodedBody(limit: settings.pageBytes)
        let url = ShownAddress.of(reply.url)
        return try await parsing.run { () -> PageText? in
            let page = PageDecoder.bytes(of: body, contentType: contentType)
            let syntax = PageSyntax(of: page, url: url, contentType: contentType)
            guard let main = MainContent.extract(page: page, as: syntax, url: url), main.textLength > stub.textLength,
                syntax != .html || !GatePage.isGate(page: page, textLength: main.textLength, title: title)
            else { return nil }
            // The text belongs to the stub's page: a newer text of that page replaces it.
            return PageText(
                html: main.html, url: stub.url,
                isProven: stub.isVerified(answered: reply.url) || PageProof.holds(title, in: main.title))
        }
    }
}
