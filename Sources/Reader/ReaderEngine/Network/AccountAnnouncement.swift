import Basics
import FeedModel
import FeedRefresh
import ReaderUI

extension ServiceNetwork {
    /// Adds an account, or changes the secret of a known one, and syncs it; reports progress and the result.
    static func add(_ form: AccountForm, _ secret: String?, _ service: FeedService, _ sink: @escaping Sink) async {
        do {
            let message = try await adding(form, secret, service, sink)
            let stopped = Message("Stopped; everything received so far stays, and the next refresh continues")
            sink(.arrived(Task.isCancelled ? stopped : message, hasFiles: false))
        } catch {
            sink(.arrived(.error(error), hasFiles: false))
        }
    }

    private static func adding(
        _ form: AccountForm, _ secret: String?, _ service: FeedService, _ sink: @escaping Sink
    ) async throws -> Message {
        var account: NewAccount
        do {
            account = try await service.server(at: form.url, kind: form.kind)
        } catch AccountError.needsKind {
            return .error("\(AccountError.needsKind)", offers: [.goesOnline])
        }
        (account.user, account.folder, account.secretFile) = (
            form.user, form.folder, form.secretFile.map(ProgramLauncher.absolute)
        )
        let added = try await service.addAccount(account, secret: secret) { event in
            forward(event, sink)
            if case .syncing(_, let progress) = event { progress.shown.map { sink(.refreshProgress($0)) } }
        }
        return try message(on: added, service)
    }

    private static func message(on added: AccountAddition, _ service: FeedService) throws -> Message {
        let folder = added.keptFolder == nil ? "" : ", in its former folder"
        guard let report = added.report else {
            let isOnline = service.connectivity == .online
            let next = isOnline ? "another lede is syncing it" : "lede asks the server once online"
            return Message("\(added.isNew ? "Added" : "Known already")\(folder); \(next)")
        }
        let shown = ShownAddress.of(report.account.url)
        if let problem = report.problem {
            return .error(added.isRejected ? "Not added: \(problem.message)" : "\(shown): \(problem.message)")
        }
        let feeds = try service.feedCount(of: report.account.id).counting("feed")
        return Message("\(shown): \(feeds), \(report.newArticles.counting("new article"))\(folder)")
    }
}

extension SyncProgress {
    /// Nil while the number of expected articles is not known.
    fileprivate var shown: ReaderUI.RefreshProgress? {
        guard missing > 0 || stored > 0 else { return nil }
        return ReaderUI.RefreshProgress(done: stored, total: stored + missing, failed: 0, bytes: 0)
    }
}
