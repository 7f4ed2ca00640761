import Basics
import FeedModel
import FeedRefresh
import ReaderUI

extension ServiceControl {
    /// Adds an account, or gives a known one another secret, and syncs it.
    static func add(_ form: AccountForm, _ secret: String?, _ service: FeedService, _ sink: @escaping Sink) async throws
    {
        guard form.kind != nil || !service.isOffline else {
            return sink(.message(.error("lede is offline: name the kind of server, or go online first (O)")))
        }
        guard var account = try await service.findServer(at: form.url, kind: form.kind) else {
            return sink(.message(.error("\(ShownAddress.of(form.url)): no server that lede knows answers there")))
        }
        (account.user, account.folder, account.secretFile) = (
            form.user, form.folder, form.secretFile.map(ProgramLauncher.absolute)
        )
        let added = try await service.addAccount(account, secret: secret) { tell($0, sink) }
        sink(.message(try message(on: added, service)))
    }

    private static func message(on added: AccountAddition, _ service: FeedService) throws -> Message {
        guard let report = added.report else { return Message("Added; lede asks the server once online") }
        let shown = ShownAddress.of(report.account.url)
        if let problem = report.problem {
            return .error(added.isRejected ? "Not added: \(problem.message)" : "\(shown): \(problem.message)")
        }
        let feeds = try service.feedCount(of: report.account.id).counting("feed")
        return Message("\(shown): \(feeds), \(report.newArticles.counting("new article"))")
    }
}
