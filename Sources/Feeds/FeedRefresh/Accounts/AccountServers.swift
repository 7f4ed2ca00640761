import FeedModel
import SyncEngine
import SyncServers

extension FeedService {
    /// Returns the adapter for an account's server. A new protocol needs a file in `SyncServers` and a case here.
    func server(
        of account: SyncAccount, reason: RefreshReason, counting received: ResponseBytes = ResponseBytes(),
        renewing lease: AccountLease? = nil
    ) async throws(SyncFailure) -> any SyncServer {
        let client = AccountClient(visitContext, account, counting: received, renewing: lease)
        switch account.kind {
        case .miniflux: return MinifluxServer(client, url: account.url)
        case .greader: return GoogleReaderServer(client, url: account.url)
        case .fever: return FeverServer(client, url: account.url)
        case .nextcloud: return NextcloudServer(client, url: account.url)
        case .ttrss: return TinyTinyRSSServer(client, url: account.url)
        case .since:
            return SinceSyncServer(
                visitContext, url: account.url, reason: reason, token: try await token(of: account),
                counting: received, renewing: lease)
        }
    }

    private func token(of account: SyncAccount) async throws(SyncFailure) -> String? {
        guard account.secretFile != nil else { return nil }
        do {
            return try await settings.keyring.login(of: account)?.secret
        } catch {
            throw .credentials("\(error)")
        }
    }
}
