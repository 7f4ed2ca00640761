import Dispatch
import ReaderUI
import Synchronization

/// Makes the whole of a long text, of which the beginning is shown meanwhile, on a queue of its own. Only of the text asked for
/// last: whoever goes through a list leaves nothing behind to be done.
final class WholeTexts: Sendable {
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.documents", qos: .userInitiated)
    /// Counts what was asked for.
    private let asked = Atomic(0)

    /// Where the beginning is there to be read, the keys may still be on their way to another article.
    private static let quiet = DispatchTimeInterval.milliseconds(100)

    init(mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    /// → `article` or `articleGone`
    func make(afterBeginning: Bool, _ open: @escaping @Sendable () throws -> Event) {
        let number = giveUp()
        queue.asyncAfter(deadline: afterBeginning ? .now() + Self.quiet : .now()) { [self] in
            guard number == asked.load(ordering: .relaxed) else { return }
            let opened: Event
            do { opened = try open() } catch { opened = .message(.error("\(error)")) }
            if number == asked.load(ordering: .relaxed) { mailbox.put(opened) }
        }
    }

    /// What was asked for is not wanted any more.
    @discardableResult
    func giveUp() -> Int {
        asked.add(1, ordering: .relaxed).newValue
    }
}
