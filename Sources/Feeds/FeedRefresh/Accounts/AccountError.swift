import Basics
package import FeedModel

/// The reason why the arguments of an account command name no account, or no server for a new one.
package enum AccountError: Error, Equatable, Sendable, CustomStringConvertible {
    case unknown(String)
    case ambiguous
    /// Offline, only the person knows the server's protocol.
    case needsKind
    case noServer(String)

    package var description: String {
        switch self {
        case .unknown(let address): "no such account: \(ShownAddress.of(address))"
        case .ambiguous: "several accounts: name one as `lede account list` shows it"
        case .needsKind: "lede is offline: name the kind of server, or go online first"
        case .noServer(let address): "\(ShownAddress.of(address)): no server that lede supports answers there"
        }
    }
}

extension [SyncAccount] {
    /// Returns the account that a typed address means: the one with exactly this address, else the only one that
    /// matches it. Several accounts on one server have addresses that differ in their fragments.
    package func named(_ address: String) throws(AccountError) -> SyncAccount {
        if let exact = first(where: { $0.url == address }) { return exact }
        let matches = filter { $0.answers(to: address) }
        guard let account = matches.first else { throw .unknown(address) }
        guard matches.count == 1 else { throw .ambiguous }
        return account
    }
}
