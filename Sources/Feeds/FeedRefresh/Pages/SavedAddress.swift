import ArticleStorage
import Basics
package import FeedModel
import HTTPCache

/// An address that the person saved to read later.
package struct SavedAddress: Sendable {
    package let article: ArticleID
    /// False if it was saved before.
    package let isNew: Bool
    /// The result of fetching its page; nil if that is for later.
    package var page: LinkedPage?
    /// False if the queue is too full for a later fetch.
    package var isQueued = true
    /// The reason why the fetch is for later; nil if the person is offline.
    package var reason: String?
}

/// The address cannot be saved.
package struct UnsavableAddress: Error, CustomStringConvertible {
    let address: String
    var problem: AddressProblem?

    package var description: String {
        switch problem {
        case .empty, .whitespace, .host, .number: problem?.description ?? ""
        case .path, .list, .program, .scheme, nil:
            "\(ShownAddress.of(address)): only http and https addresses of at most "
                + "\(Numbers.grouped(OutgoingAddress.maximumLength)) bytes can be saved"
        }
    }
}

extension FeedService {
    /// Stores an address in the feed "Saved" without a request. An address without a scheme gets `https`.
    package func store(address: String) throws -> (id: ArticleID, isNew: Bool) {
        let addresses = try savableAddresses(for: address)
        return try store(address, at: addresses.first { try store.isSaved($0) } ?? addresses[0])
    }

    private func store(_ address: String, at url: String) throws -> (id: ArticleID, isNew: Bool) {
        guard OutgoingAddress.isAllowed(url) else {
            throw UnsavableAddress(address: address)
        }
        return try store.saveAddress(url, at: settings.now())
    }

    private func savableAddresses(for address: String) throws(UnsavableAddress) -> [String] {
        do throws(AddressProblem) {
            return try Self.checkedAddresses(for: address)
        } catch {
            throw UnsavableAddress(address: address, problem: error)
        }
    }

    /// Fetches the page of an address that `store` has stored; queues the fetch without a network, or if the task is
    /// cancelled. An address without a scheme is tried with https, then with http.
    package func fetchPage(ofSaved id: ArticleID, isNew: Bool, typed address: String) async throws -> SavedAddress {
        var saved = SavedAddress(article: id, isNew: isNew)
        if !Task.isCancelled { try await findScheme(ofSaved: id, typed: address) }
        let page = try await Task.isCancelled ? LinkedPage.notAvailableOffline : self.page(of: id) {}
        switch page {
        case _ where Task.isCancelled && page != .readable: saved.reason = "interrupted"
        case .notAvailableOffline: break
        case .unreached(let reason): saved.reason = reason + Self.adviceWithoutScheme(for: address)
        default:
            saved.page = page
            return saved
        }
        saved.isQueued = try fetchOnceConnected(.page(id), typed: address)
        return saved
    }

    /// Gives a saved article the http address if its server answers that and not https. Does nothing for an address
    /// that was typed with a scheme.
    package func findScheme(ofSaved id: ArticleID, typed address: String) async throws {
        let addresses = Self.addresses(for: address)
        let answering = await answering(addresses)
        if answering != addresses[0] { try store.changeAddress(ofSaved: id, to: answering) }
    }

    /// Returns the first of several addresses that a server answers, else the first of all. The cache keeps it
    /// for the page's fetch.
    private func answering(_ addresses: [String]) async -> String {
        guard addresses.count > 1, !isOffline, !settings.keyring.withholdsPassword(in: addresses[0]) else {
            return addresses[0]
        }
        for address in addresses where OutgoingAddress.isAllowed(address) {
            let policy = CachePolicy.useProtocolCachePolicy
            do throws(CacheError) {
                let reply = try await network.client.response(for: pageRequest(address), policy: policy)
                _ = try? await reply.decodedBody(limit: settings.pageBytes)
                network.record(reply, for: "page", policy)
                return address
            } catch {
                network.record(.cache(error), for: "page", policy, asked: address)
            }
        }
        return addresses[0]
    }
}
