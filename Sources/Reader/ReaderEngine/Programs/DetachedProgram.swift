import Basics
import Dispatch
import Glibc
import Markup

/// Starts a program that does not need the terminal, in its own process group, so that no signal from the keyboard
/// reaches it.
enum DetachedProgram {
    struct Outcome: Sendable {
        /// Its exit code, or 128 plus the number of the signal that killed it.
        let status: Int32
        /// The first line of its standard error.
        let firstError: String
    }

    /// - Parameters:
    ///   - input: its standard input.
    ///   - variables: added to its environment.
    ///   - whenDone: receives its result, on another thread.
    /// - Returns: false if the program cannot be run.
    static func start(
        _ words: [String], input: String?, variables: [String: String],
        whenDone: @escaping @Sendable (Outcome) -> Void
    ) -> Bool {
        // Uses files, not pipes: a program that outlives this process can continue to write, and this process does not
        // wait for the program's own children.
        let (given, errors) = (TemporaryFile(input ?? ""), TemporaryFile(""))
        let spawn = Spawn(
            input: given.stream, output: .null, error: errors.stream, environment: .inherited(adding: variables),
            hasOwnGroup: true)
        guard let child = withExtendedLifetime((given, errors), { spawn.start(words) }) else { return false }
        DispatchQueue(label: "lede.child", qos: .utility).async {
            let status = ExitStatus(waitingFor: child).code
            whenDone(Outcome(status: status, firstError: status == 0 ? "" : errors.firstLine))
        }
        return true
    }

    /// A file without a name, which disappears when its last descriptor is closed.
    private final class TemporaryFile: Sendable {
        let descriptor: Int32
        /// Maximum length of a program's output that is read, in bytes.
        private static let maximumLineLength = 1_024

        init(_ content: String) {
            descriptor = TemporaryName("lede", in: "/tmp").openNameless()
            guard descriptor >= 0 else { return }
            _ = WholeWrite.write(Array(content.utf8), to: descriptor)
            lseek(descriptor, 0, SEEK_SET)
        }

        /// The file as a stream of a program; `/dev/null` if there is no file.
        var stream: Spawn.Stream { descriptor >= 0 ? .descriptor(descriptor) : .null }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// The first line that is not empty, safe for a terminal.
        var firstLine: String {
            var bytes = [UInt8](repeating: 0, count: Self.maximumLineLength)
            let count = pread(descriptor, &bytes, bytes.count, 0)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
            return SafeText.line(line.map(String.init) ?? "")
        }
    }
}
