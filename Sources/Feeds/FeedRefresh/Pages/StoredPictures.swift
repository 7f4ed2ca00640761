import ArticleStorage
import Basics
import ContentCoding
package import FeedModel
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The result of fetching a picture.
package enum LoadedPicture: Equatable, Sendable {
    /// Its bytes, which are in the cache as well, unless its server forbids storing the bytes or their end is missing.
    case bytes([UInt8])
    /// The reason why it could not be loaded; one line for a person.
    case failed(String)
}

extension FeedService: PictureStore {
    /// Returns the picture from the HTTP cache. Never uses the network.
    package func bytes(of address: String) throws -> [UInt8]? {
        var url = address
        for _ in 0..<Self.redirectLimit {
            guard let stored = network.cache.cachedResponse(for: pictureRequest(url, limit: settings.pageBytes)) else {
                return nil
            }
            if (200..<300).contains(stored.head.status.code) {
                let coding = stored.head.headerFields[values: .contentEncoding]
                return try ContentDecoder.decode(stored.body, contentEncoding: coding, limit: Self.pictureLimit)
            }
            guard (300..<400).contains(stored.head.status.code),
                let location = stored.head.headerFields.reference(.location)
            else { return nil }
            url = WebAddress.resolve(location, against: url)
        }
        return nil
    }

    /// Loads a picture from the cache, else from the network, without Referer. If its secret cannot be read, or may not
    /// be sent, it is not requested.
    ///
    /// - Parameters:
    ///   - feed: the feed of its article, whose credentials it gets at the feed's own origin.
    ///   - limit: the maximum size of the picture, in bytes.
    package func loadPicture(_ address: String, in feed: SubscriptionID? = nil, limit: Int) async -> LoadedPicture {
        defer { network.saveTraffic() }
        let (request, refusal) = await pictureRequest(address, in: feed, limit: limit)
        let policy = refusal == nil ? CachePolicy.returnCacheDataElseLoad : .returnCacheDataDontLoad
        let reply: CachedReply
        do throws(CacheError) {
            reply = try await network.client.response(for: request, policy: policy)
        } catch {
            network.record(.cache(error), for: "picture", policy, asked: address)
            if let refusal { return .failed(refusal.description) }
            if !error.isOffline { network.forgetStoredRedirect(of: request) }
            return .failed(Self.words(for: error))
        }
        guard reply.head.status.bringsDocument else {
            network.record(reply, for: "picture", policy)
            network.forgetStoredRedirect(of: request)
            return .failed("the server answered \(reply.head.status.code)")
        }
        return await picture(in: reply, to: request, policy, limit: limit)
    }

    /// Reads the picture in a successful reply.
    private func picture(
        in reply: CachedReply, to request: CacheRequest, _ policy: CachePolicy, limit: Int
    ) async -> LoadedPicture {
        do throws(CacheError) {
            let bytes = try await reply.decodedBody(limit: limit)
            network.record(reply, for: "picture", policy)
            guard !Self.isWebPage(bytes) else {
                network.cache.remove(reply)
                network.forgetStoredRedirect(of: request)
                return .failed("a web page arrived instead")
            }
            return .bytes(bytes)
        } catch {
            network.count(Traffic(reply))
            network.record(.cache(error), for: "picture", policy, asked: request.url, during: reply)
            return .failed(Self.words(for: error))
        }
    }

    private static func words(for error: CacheError) -> String {
        error.isOffline ? TransportError.notAvailableOffline : error.reason
    }

    /// True for a hotspot's page, which must not stay in a picture's place: a stored picture is never asked for again.
    private static func isWebPage(_ bytes: [UInt8]) -> Bool {
        WebPage.isPage(Array(bytes.prefix(sample)))
    }

    /// The number of bytes that are checked for a web page.
    private static let sample = 4096
    private static let redirectLimit = 6
    /// Maximum size of a stored picture that is read, in bytes.
    private static let pictureLimit = 16 << 20

    /// Returns the request, and the reason why it may be answered only from the cache.
    private func pictureRequest(
        _ url: String, in feed: SubscriptionID?, limit: Int
    ) async -> (CacheRequest, refusal: CredentialError?) {
        var request = pictureRequest(url, limit: limit)
        guard !isOffline else {
            // No program that prints a secret runs offline.
            return (request, settings.keyring.withholdsPassword(in: url) ? .withheld : nil)
        }
        do throws(CredentialError) {
            try await identify(&request, at: url, as: pictureOwners(in: feed))
            return (request, nil)
        } catch {
            return (request, error)
        }
    }

    private func pictureOwners(in feed: SubscriptionID?) -> [PageOwner] {
        guard let feed, let found = try? store.subscription(feed) else { return [] }
        return [PageOwner(feedURL: found.feedURL, userAgent: found.preferences.userAgent, page: .none)]
    }

    private func pictureRequest(_ url: String, limit: Int) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.complete(
            settings, accepting: "image/webp, image/png, image/jpeg, image/gif;q=0.8, */*;q=0.1", in: nil,
            within: settings.pictureTimeout, atMost: limit)
        request.willCache = { response in
            guard response.mayReplaceStored else { return false }
            // A stored picture is found by its address, whichever feed's User-Agent it was requested with.
            response.head.headerFields[.vary] = nil
            // The body of a redirect is a web page.
            guard response.head.status.kind != .redirection else { return true }
            let hasLength = response.head.headerFields.contains(.contentLength)
            return !Self.isWebPage(response.decodedPrefix(Self.sample))
                && (hasLength || !PictureEnd.isMissing(in: response.body))
        }
        return request
    }
}
