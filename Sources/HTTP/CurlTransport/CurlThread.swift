internal import CCurl
private import Glibc
internal import HTTPTransport
private import Synchronization

/// The only thread that touches curl. Other threads post commands into its inbox and wake it.
final class CurlThread: Sendable {
    enum Command: Sendable {
        case start(Exchange)
        case cancel(Exchange)
        /// The reader has read all buffered bytes.
        case resume(Exchange)
        case stop
    }

    private struct Inbox {
        var commands: [Command] = []
        /// Ends exchanges that arrive after the thread has ended.
        var endLate: (@Sendable (Exchange) -> Void)?
    }

    /// curl's own handle. Unchecked, because other threads only call `ccurl_multi_wakeup` on it, which curl permits
    /// from any thread.
    private struct MultiHandle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private let settings: CurlSettings
    private let loaded: (@Sendable () -> Void)?
    private let inbox = Mutex(Inbox())
    /// Other threads may wake the handle as long as it is stored here. It has its own lock, so that the thread finds
    /// the inbox unlocked when it wakes.
    private let multi = Mutex<MultiHandle?>(nil)

    init(_ settings: CurlSettings, _ loaded: (@Sendable () -> Void)?) {
        self.settings = settings
        self.loaded = loaded
    }

    func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self).toOpaque()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context)
        guard result == 0 else {
            Unmanaged<CurlThread>.fromOpaque(context).release()
            return close(because: "no thread can be started (error \(result))")
        }
        pthread_detach(thread)
    }

    func stop() {
        post(.stop)
    }

    func post(_ command: Command) {
        let (mustWake, endLate) = inbox.withLock { inbox in
            guard inbox.endLate == nil else { return (false, inbox.endLate) }
            inbox.commands.append(command)
            return (inbox.commands.count == 1, nil)
        }
        // The sender that finds the inbox empty wakes the thread; the thread takes all commands at once.
        if mustWake { multi.withLock { $0.map { ccurl_multi_wakeup($0.pointer) } } }
        if case .start(let exchange) = command { endLate?(exchange) }
    }

    // MARK: On the thread

    private func run() {
        // The main thread handles signals; curl's resolver threads inherit this mask.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
        guard Self.isCurlReady, let multi = ccurl_multi_init() else {
            return close(because: "libcurl.so.4 cannot be loaded or started")
        }
        loaded?()
        var loop = CurlLoop(multi: multi, settings: settings)
        self.multi.withLock { $0 = MultiHandle(pointer: multi) }
        while loop.performAll(dequeueCommands()) {
            loop.turn()
        }
        close { $0.cancel() }
        loop.end()
    }

    /// Accepts no more commands; exchanges that arrive later end through `end`.
    private func close(_ end: @escaping @Sendable (Exchange) -> Void) {
        multi.withLock { $0 = nil }
        let late = inbox.withLock { inbox in
            inbox.endLate = end
            defer { inbox.commands = [] }
            return inbox.commands
        }
        for case .start(let exchange) in late { end(exchange) }
    }

    private func close(because reason: String) {
        close { exchange in
            exchange.finish(.failure(TransportError(.connection, "\(exchange.address.display): \(reason)")))
        }
    }

    private func dequeueCommands() -> [Command] {
        inbox.withLock { inbox in
            defer { inbox.commands.removeAll(keepingCapacity: true) }
            return inbox.commands
        }
    }

    /// Initialises curl once per process, for any number of transports.
    private static let isCurlReady = ccurl_global_init() == CURLE_OK
}
