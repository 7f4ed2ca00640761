package import FeedModel
import SyncServers

extension FeedService {
    /// Finds the API of a server, without a login. If the kind is given, no request is needed: the first sync reports
    /// an error.
    ///
    /// - Returns: nil if no API of any kind answers.
    func findServer(at address: String, kind: ServerKind?) async throws -> NewAccount? {
        let url = try Self.checkedAddresses(for: address)[0]
        if let kind { return NewAccount(kind: kind, url: ServerDetection.bases(of: kind, at: url)[0]) }
        return try await detected(at: url, kind: nil)
    }

    /// Returns the server that the arguments of `lede account add` or `:account add` name.
    package func server(at address: String, kind: ServerKind?) async throws -> NewAccount {
        guard kind != nil || !isOffline else { throw AccountError.needsKind }
        guard let found = try await findServer(at: address, kind: kind) else { throw AccountError.noServer(address) }
        return found
    }

    /// Finds the API at another path of the same server, for people who enter the server's address without the path.
    func detected(at url: String, kind: ServerKind?) async throws -> NewAccount? {
        defer { network.saveTraffic() }
        let account = SyncAccount(id: AccountID(rawValue: 0), url: url)
        let found = try await ServerDetection.find(at: url, kind: kind) { request in
            try await AccountClient(visitContext, account).send(request)
        }
        return found.map { NewAccount(kind: $0.kind, url: $0.url) }
    }
}
