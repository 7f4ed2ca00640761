import Dispatch
import ReaderUI
import Synchronization

/// Loads the whole of a long text on its own queue while its beginning is on the screen. It loads only the text
/// requested last, so that stepping through a list leaves no work behind.
final class WholeTexts: Sendable {
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.documents", qos: .userInitiated)
    /// The number of requests so far.
    private let asked = Atomic(0)

    /// Delay if the beginning is already on the screen, since the person may be moving to another article.
    private static let quiet = DispatchTimeInterval.milliseconds(100)

    init(mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// → `article` or `articleGone`
    func make(afterBeginning: Bool, _ open: @escaping @Sendable () throws -> Event) {
        let number = cancel()
        queue.asyncAfter(deadline: afterBeginning ? .now() + Self.quiet : .now()) { [self] in
            guard number == asked.load(ordering: .relaxed) else { return }
            let opened: Event
            do { opened = try open() } catch { opened = .message(.error(error)) }
            if number == asked.load(ordering: .relaxed) { mailbox.put(opened) }
        }
    }

    /// Cancels the current request.
    @discardableResult
    func cancel() -> Int {
        asked.add(1, ordering: .relaxed).newValue
    }
}
