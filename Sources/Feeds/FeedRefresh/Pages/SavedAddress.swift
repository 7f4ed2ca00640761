import ArticleStorage
import Basics
package import FeedModel

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
        guard OutgoingAddress.isAllowed(url), !Self.hasOtherScheme(address) else {
            throw UnsavableAddress(address: address)
        }
        return try store.saveAddress(url, at: settings.now())
    }

    /// True for `mailto:someone`; false for `host:8080/page`, which only lacks its scheme.
    private static func hasOtherScheme(_ address: String) -> Bool {
        guard !address.contains("://"), WebAddress.scheme(of: address) != nil else { return false }
        let rest = address.drop { $0 != ":" }.dropFirst()
        return rest.first?.isNumber != true
    }

    /// Stores an address in the feed "Saved" and fetches its page; without a network, queues the fetch.
    package func save(_ address: String) async throws -> SavedAddress {
        let (id, isNew) = try store(address: address)
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
}
