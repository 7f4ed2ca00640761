import ArticleStorage
import Basics
package import FeedModel
import HTTPCache

/// An address that the person saved to read later.
package struct SavedAddress: Sendable {
    package let article: ArticleID
    /// False if it was saved before.
    package let isNew: Bool
    /// The result of fetching its page; nil if the fetch is queued for later.
    package var page: LinkedPage?
    /// The reason why the fetch is queued; nil if the person is offline.
    package var reason: String?
}

/// The address cannot be saved.
package struct UnsavableAddress: Error, CustomStringConvertible {
    let address: String

    package var description: String {
        "\(ShownAddress.of(address)): only http and https addresses of at most \(OutgoingAddress.longest) bytes can be saved"
    }
}

extension FeedService {
    /// Stores an address in the feed "Saved" without a request. An address without a scheme gets `https`.
    package func store(address: String) throws -> (id: ArticleID, isNew: Bool) {
        let url = Self.addresses(for: address)[0]
        guard OutgoingAddress.isAllowed(url) else {
            throw UnsavableAddress(address: address)
        }
        return try store.saveAddress(url, at: settings.now())
    }

    /// Stores an address in the feed "Saved" and fetches its page; without a network, queues the fetch. An address
    /// without a scheme is tried with https, then with http.
    package func save(_ address: String) async throws -> SavedAddress {
        let (id, isNew) = try store(address: await answering(Self.addresses(for: address)))
        var saved = SavedAddress(article: id, isNew: isNew)
        let page = try await page(of: id) {}
        switch page {
        case .notAvailableOffline: _ = try fetchWhenBack(.page(id))
        case .unreached(let reason):
            _ = try fetchWhenBack(.page(id))
            saved.reason = reason
        default: saved.page = page
        }
        return saved
    }

    /// Returns the first of several addresses that a server answers, else the first of all. The cache keeps the answer
    /// for the page's fetch.
    private func answering(_ addresses: [String]) async -> String {
        guard addresses.count > 1, !isOffline else { return addresses[0] }
        for address in addresses where OutgoingAddress.isAllowed(address) {
            if let reply = try? await network.client.response(
                for: pageRequest(address), policy: .useProtocolCachePolicy)
            {
                _ = try? await reply.decodedBody(limit: settings.pageBytes)
                return address
            }
        }
        return addresses[0]
    }
}
