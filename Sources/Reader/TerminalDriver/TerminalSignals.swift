import Basics
import CTerminal
import Glibc
import Synchronization

/// Reports signals through a pipe that wakes `poll`. On a crash, restores the terminal before the process ends.
enum TerminalSignals {
    private static let pipe = WakePipe()
    private static let end = Atomic<Bool>(false)
    /// The program that has the terminal; 0 if none has it.
    private static let borrower = Atomic<Int32>(0)
    /// True if the pipe has bytes.
    private static let isWoken = Atomic<Bool>(false)
    private static let continued = Atomic<Bool>(false)
    private static let resized = Atomic<Bool>(false)

    static var readEnd: Int32 { pipe.readEnd }

    static var endIsWanted: Bool { end.load(ordering: .relaxed) }

    static func install() {
        createVariables()
        handleEvents()
        handleCrashes()
        signal(SIGPIPE, SIG_IGN)
    }

    /// Creates what the handlers use: a debug build creates each variable at its first use, under a lock.
    private static func createVariables() {
        _ = pipe
        drain()
        _ = endIsWanted
        _ = dequeueContinued()
        _ = dequeueResized()
        lend(to: 0)
    }

    private static func handleEvents() {
        handle(SIGWINCH) { _ in
            TerminalSignals.resized.store(true, ordering: .sequentiallyConsistent)
            TerminalSignals.wake()
        }
        handle(SIGCONT) { _ in
            TerminalSignals.continued.store(true, ordering: .sequentiallyConsistent)
            TerminalSignals.wake()
        }
        for number in [SIGTERM, SIGHUP, SIGINT] {
            handle(number) { received in
                TerminalSignals.end.store(true, ordering: .sequentiallyConsistent)
                TerminalSignals.forward(received)
                TerminalSignals.wake()
            }
        }
    }

    private static func handleCrashes() {
        // The handler has its own stack, so that it runs even after a stack overflow.
        var stack = stack_t()
        stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: alternateStack, alignment: 16)
        stack.ss_size = alternateStack
        sigaltstack(&stack, nil)
        // Swift's traps are SIGILL or SIGTRAP. SIGQUIT is no crash, but ends the process in the same way.
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT] {
            handle(number, resets: true) { number in
                lede_terminal_restore_after_crash()
                _ = raise(number)
            }
        }
    }

    /// Size of the crash handler's stack, in bytes (64 KiB).
    private static let alternateStack = 64 << 10

    /// Changes the signal handlers while another program uses the terminal: Ctrl-C kills only that program, as with
    /// system(3). Ctrl-Z stops both processes without ncurses' handler, which would take over the terminal on SIGCONT.
    static func leave() {
        for (index, own) in away.enumerated() {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = own.isIgnored ? SIG_IGN : SIG_DFL
            sigaction(own.signal, &action, &before[index])
        }
    }

    /// Undoes `leave`.
    static func reenter() {
        for (index, own) in away.enumerated() {
            sigaction(own.signal, &before[index], nil)
        }
    }

    private static let away: [(signal: Int32, isIgnored: Bool)] = [
        (SIGINT, true), (SIGQUIT, true), (SIGTSTP, false),
    ]
    // `nonisolated(unsafe)` holds because only the main thread, which owns the terminal, uses it.
    nonisolated(unsafe) private static var before = Array(repeating: sigaction(), count: away.count)

    /// Forwards the signals that end this process to the program that has the terminal, since this process waits for
    /// that program. When a terminal closes, the system sends SIGHUP only to the first process of the session.
    static func lend(to program: Int32) {
        borrower.store(program, ordering: .sequentiallyConsistent)
        // The signal may have come before the program was started.
        if program > 0, end.load(ordering: .sequentiallyConsistent) { _ = kill(program, SIGTERM) }
    }

    private static func forward(_ number: Int32) {
        let error = errno
        defer { errno = error }
        let program = borrower.load(ordering: .sequentiallyConsistent)
        if program > 0 { _ = kill(program, number) }
    }

    /// Returns true, once, if this process was continued after a stop.
    static func dequeueContinued() -> Bool {
        continued.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Returns true, once, if the terminal's size has changed; it may have changed back since.
    static func dequeueResized() -> Bool {
        resized.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Empties the pipe. It runs before each key is read, so it reads the pipe only after a signal.
    static func drain() {
        guard isWoken.exchange(false, ordering: .acquiring) else { return }
        pipe.drain()
    }

    /// Makes `poll` return at once.
    static func wake() {
        // The interrupted code may still need the error of its last call.
        let error = errno
        defer { errno = error }
        pipe.wake()
        // Set the flag after writing: in the other order, a `drain` in between would leave the byte in the pipe, and
        // `poll` would never wait.
        isWoken.store(true, ordering: .releasing)
    }

    private static func handle(_ number: Int32, resets: Bool = false, _ body: @escaping @convention(c) (Int32) -> Void)
    {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = body
        action.sa_flags = resets ? Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER | SA_ONSTACK : SA_RESTART
        sigaction(number, &action, nil)
    }
}
