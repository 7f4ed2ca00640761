import ArgumentParser
import Basics
import CProgram
import Glibc
import Markup
import Synchronization

/// Writes bytes to the standard streams, unbuffered.
enum Console {
    /// Held while writing: a pipe accepts long lines in pieces, so only one writer at a time keeps them whole.
    private static let turn = Mutex(())

    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        let problem = turn.withLock { _ in
            bytes.withUnsafeBytes { WholeWrite.write($0, to: descriptor) }
        }
        guard let problem, descriptor == STDOUT_FILENO else { return }
        let isFirst = lostOutput.compareExchange(expected: 0, desired: problem, ordering: .relaxed).exchanged
        if problem == EPIPE, isFirst { endWithoutReader() }
    }

    /// Ends the process after a write to a pipe without a reader: a command would go on requesting for nobody.
    private static func endWithoutReader() {
        // The threads of tasks block this signal.
        kill(getpid(), SIGPIPE)
        guard InheritedSignals.ignoreBrokenPipes else { return }
        printError("standard output: \(SystemError.words(EPIPE))")
        ProcessExit.exit(.failure)
    }

    /// Writes bytes from a server to standard output: to a terminal as safe text, otherwise unchanged.
    static func writeForeign(_ bytes: [UInt8]) {
        write(isatty(STDOUT_FILENO) == 1 ? SafeText.clean(bytes) : bytes)
    }

    /// The error number of a failed write to standard output; 0 means none.
    private static let lostOutput = Atomic<Int32>(0)

    /// Flushes `print`. Returns the number of the first error of standard output; nil if everything was written, or if
    /// the reader of a pipe has closed it.
    static func finish() -> Int32? {
        let flushed = cprogram_flush_output()
        let first = lostOutput.load(ordering: .relaxed)
        let problem = first == 0 ? flushed : first
        return problem == 0 || problem == EPIPE ? nil : problem
    }

    /// The longest error that is written, in bytes: a file may hold an address of many megabytes.
    private static let maximumError = 8_000

    /// Writes an error on standard error, after the program's name.
    static func printError(_ line: String) {
        note("lede: " + line.shortened(bytes: maximumError))
    }

    /// Writes a line on standard error, as safe text: it may name a file, or repeat a word of the command line.
    static func note(_ line: String) {
        write(SafeText.clean(Array((line + "\n").utf8)), to: STDERR_FILENO)
    }

    /// True if progress can be shown: a dumb terminal, such as a shell in Emacs, cannot erase a line.
    static let hasErrorScreen = isatty(STDERR_FILENO) == 1 && EnvironmentVariable.value(of: "TERM") != "dumb"

    /// True if a person can read a question and type the answer.
    static var canPrompt: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
}
