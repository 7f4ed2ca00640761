import Basics
import ContentCoding
import FeedModel
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The result of fetching a picture.
package enum LoadedPicture: Equatable, Sendable {
    /// Its bytes, which are in the cache as well, unless its server forbids storing them.
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
            guard (300..<400).contains(stored.head.status.code), let location = stored.head.headerFields[.location]
            else { return nil }
            url = WebAddress.resolve(location, against: url)
        }
        return nil
    }

    /// Loads a picture from the cache, else from the network: without cookies, without Referer, without the person's
    /// credentials. While no secret may be sent, an address with `user:password@` is not requested.
    ///
    /// - Parameter limit: the maximum size of the picture, in bytes.
    package func loadPicture(_ address: String, limit: Int) async -> LoadedPicture {
        defer { network.saveTraffic() }
        let isWithheld = settings.keyring.withholdsPassword(in: address)
        let policy = isWithheld ? CachePolicy.returnCacheDataDontLoad : .returnCacheDataElseLoad
        let reply: CachedReply
        do throws(CacheError) {
            reply = try await network.client.response(for: pictureRequest(address, limit: limit), policy: policy)
        } catch {
            network.record(.cache(error), for: "picture", policy, asked: address)
            guard !isWithheld else { return .failed(CredentialError.withheld.description) }
            return .failed(error.isOffline ? "not available offline" : error.description)
        }
        guard reply.head.status.code == 200 else {
            network.record(reply, for: "picture", policy)
            return .failed("the server answered \(reply.head.status.code)")
        }
        do throws(CacheError) {
            let bytes = try await reply.decodedBody(limit: limit)
            network.record(reply, for: "picture", policy)
            return .bytes(bytes)
        } catch {
            network.count(Traffic(reply))
            network.record(.cache(error), for: "picture", policy, asked: address, during: reply)
            return .failed(error.isOffline ? "not available offline" : error.description)
        }
    }

    private static let redirectLimit = 6
    /// Maximum size of a stored picture that is read, in bytes.
    private static let pictureLimit = 16 << 20

    private func pictureRequest(_ url: String, limit: Int) -> CacheRequest {
        var request = CacheRequest(url: url)
        request.complete(
            settings, accepting: "image/webp, image/png, image/jpeg, image/gif;q=0.8, */*;q=0.1", in: nil,
            within: settings.pictureTimeout, atMost: limit)
        request.willCache = {
            ($0.head.status.kind == .successful || $0.head.status.kind == .redirection) && !$0.isKeyedByCredentials
        }
        return request
    }
}
