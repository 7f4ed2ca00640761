import ArticleStorage
import Basics
import Dispatch
import Foundation
import ReaderEngine
import ReaderUI
import Synchronization

/// Imports another reader's data in the background while the reader is open.
final class MoveInImports: ReaderImports {
    private let context: CommandContext
    private let isCancelled = Atomic(false)

    init(context: CommandContext) {
        self.context = context
    }

    func cancel() {
        isCancelled.store(true, ordering: .relaxed)
    }

    private static let queue = DispatchQueue(label: "lede.imports", qos: .userInitiated)

    func moveIn(from reader: String, _ sink: @escaping Sink) {
        isCancelled.store(false, ordering: .relaxed)
        work(sink) { [self] in
            guard let reader = ForeignReader(rawValue: reader) else {
                let known = ForeignReader.allCases.map(\.rawValue).joined(separator: ", ")
                return sink(.arrived(.error("lede cannot move in from \(reader), only from \(known)"), hasFiles: false))
            }
            let source = try reader.read(from: nil, environment: InheritedEnvironment.variables)
            var run = MoveInRun(
                source: source, store: context.store, paths: context.paths, isDryRun: false, now: Date()
            ) { done, all, _ in
                sink(.refreshProgress(RefreshProgress(done: done, total: all, failed: 0, bytes: 0)))
            }
            run.isCancelled = { [self] in isCancelled.load(ordering: .relaxed) }
            let report = try run.run()
            sink(.arrived(try message(about: report), hasFiles: !report.written.isEmpty))
        }
    }

    /// Finds other readers with data on this machine; reports nothing if the library already has subscriptions.
    func findReaders(_ sink: @escaping Sink) {
        Self.queue.async { [context] in
            guard (try? context.store.subscriptions().isEmpty) == true else { return }
            let offers = ForeignReader.allCases.compactMap { reader in
                reader.feedCount(InheritedEnvironment.variables).map {
                    MoveOffer(reader: reader.rawValue, feeds: $0)
                }
            }
            if !offers.isEmpty { sink(.moveOffers(offers)) }
        }
    }

    /// Returns the message with the numbers. The list of items not moved goes to a file, since it does not fit on a
    /// line.
    private func message(about report: MoveInReport) throws -> Message {
        let lines = report.problems + report.lines(isDryRun: false)
        let summary = "Moved in \(report.feeds.counting("feed")) and \(report.articles.added.counting("article"))"
        let isComplete = report.notMoved.isEmpty && report.problems.isEmpty
        guard !isComplete || !report.lostKeys.isEmpty else { return Message(summary) }
        let path = context.paths.stateFolder + "/move-in.txt"
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let subject = isComplete ? "the list of commands without a key" : "what could not be moved"
        return Message("\(summary); \(subject) is in \(path)", kind: .warning)
    }

    private func work(_ sink: @escaping Sink, _ body: @escaping @Sendable () throws -> Void) {
        Self.queue.async {
            do {
                try body()
            } catch is CancellationError {
                sink(.arrived(Message("Stopped; everything imported so far stays"), hasFiles: false))
            } catch {
                sink(.arrived(.error(error), hasFiles: false))
            }
        }
    }
}
