import FeedModel
import FeedRefresh
import ReaderEngine
import Synchronization

/// The notifications of one `lede refresh`.
final class RefreshNotices: Sendable {
    private let settings: NotifySettings
    private let arrivals: ArrivalCollector?
    /// One line for each command that failed.
    private let problems = Mutex<Set<String>>([])

    init(_ context: CommandContext) {
        settings = context.configuration.notify
        arrivals = settings.isOn ? ArrivalCollector(store: context.store) : nil
    }

    /// Notifies the person at the end of the refresh.
    func receive(_ event: RefreshEvent) {
        send(arrivals?.receive(event))
    }

    /// Notifies the person of the articles that slow feeds have delivered since the end of the refresh.
    func sendRest() {
        send(arrivals?.takeNotice())
    }

    func printProblems() {
        problems.withLock { $0.sorted() }.forEach(Console.printError)
    }

    private func send(_ notice: ArrivalNotice?) {
        guard let notice else { return }
        let failed = Notifier.notifyAndWait(notice, settings)
        problems.withLock { $0.formUnion(failed) }
    }
}
