import Foundation

/// The reason why a terminal session failed: the expected text did not appear, or the terminal could not be started.
struct TerminalFailure: Error, CustomStringConvertible {
    let description: String
}

/// A real terminal of a fixed size that runs `lede`: tmux receives keys and returns the screen.
final class TerminalSession {
    let home: URL
    private let socket: String
    private let output: FileHandle
    private let fifo: URL

    /// Starts `lede` with its files under `home`, in a terminal of `columns` × `rows`.
    ///
    /// - Parameter reportsStatus: true if a shell prints the exit status at the end; then `pane_pid` is the shell's.
    init(
        home: URL, arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        program: String = "'\(Program.path)'", reportsStatus: Bool = false
    ) throws {
        self.home = home
        socket = "lede-test-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))"
        fifo = home.appendingPathComponent("screen-\(socket).fifo")
        guard mkfifo(fifo.path, 0o600) == 0 else { throw TerminalFailure(description: "mkfifo: errno \(errno)") }
        // Opened for reading and writing, so that neither end waits for the other.
        let descriptor = open(fifo.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)

        var settings = ["LEDE_HOME": home.path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]
        settings.merge(environment) { $1 }
        let assignments = settings.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
        // The shell waits for its first line, so that the watch starts before the program's first byte.
        // `swift test` sets NO_COLOR.
        let words = "env -u NO_COLOR \(assignments) \(program) \(arguments.joined(separator: " "))"
        let command = "read go; " + (reportsStatus ? "\(words); echo \"exit status $?\"" : "exec \(words)")
        try tmux("new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command)
        try tmux("set-option", "-g", "remain-on-exit", "on")
        // A program's clipboard text (OSC 52) becomes a buffer of tmux.
        try tmux("set-option", "-s", "set-clipboard", "on")
        try tmux("pipe-pane", "-O", "cat > '\(fifo.path)'")
        try send("Enter")
    }

    deinit {
        _ = try? tmux("kill-server")
        try? FileManager.default.removeItem(at: fifo)
    }

    /// Keys in tmux's names: "Enter", "Escape", "C-c", "j".
    func send(_ keys: String...) throws {
        try tmux(["send-keys"] + keys)
    }

    /// Sends keys and returns the program's output with control sequences, up to `text`.
    func send(_ keys: String..., until text: String, seconds: Double = 60) throws -> String {
        _ = drain()
        try tmux(["send-keys"] + keys)
        let deadline = Date(timeIntervalSinceNow: seconds)
        var written: [UInt8] = []
        while true {
            written += awaitOutput(milliseconds: 200)
            let string = String(decoding: written, as: UTF8.self)
            if let range = string.range(of: text) { return String(string[..<range.upperBound]) }
            guard Date() < deadline else { throw TerminalFailure(description: "never written: \(text)\n\(string)") }
        }
    }

    /// Pastes like a terminal with bracketed paste.
    func paste(_ text: String) throws {
        try tmux("set-buffer", text)
        try tmux("paste-buffer", "-p")
    }

    /// Presses and releases a button: 0 is the left one, 64 and 65 are the wheel's. Columns and rows count from 0.
    func click(button: UInt8 = 0, column: UInt8, row: UInt8) throws {
        // xterm's X10 encoding, which tmux's terminfo entry names; 3 is the release of any button.
        for button in button < 64 ? [button, 3] : [button] {
            let bytes = [32 + button, 33 + column, 33 + row]
            try send("-l", "\u{1B}[M" + String(decoding: bytes, as: UTF8.self))
        }
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Returns the current lines of the screen, without trailing blanks.
    func screen() throws -> [String] {
        try tmux("capture-pane", "-p").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the lines of the screen with their colour sequences.
    func styledScreen() throws -> String {
        try tmux("capture-pane", "-p", "-e")
    }

    /// Returns the program's last clipboard text; nil if there is none.
    func clipboard() -> String? {
        try? tmux("show-buffer")
    }

    /// Returns a value of tmux's formats for the terminal.
    func state(_ format: String) throws -> String {
        String(try tmux("display-message", "-p", format).dropLast())
    }

    /// Returns the terminal's column after each of the first `count` occurrences of `text` on the screen.
    func columns(of text: String, count: Int) throws -> [Int] {
        let tell = [";", "display-message", "-p", "#{copy_cursor_x}"]
        let start = ["copy-mode", ";", "send-keys", "-X", "history-top", ";", "send-keys", "-X", "start-of-line"]
        let first = [";", "send-keys", "-X", "search-forward-text", text] + tell
        let next = [";", "send-keys", "-X", "search-again"] + tell
        let output = try tmux(start + first + Array(repeating: next, count: count - 1).joined())
        try tmux("send-keys", "-X", "cancel")
        return output.split(separator: "\n").compactMap { Int($0) }
    }

    /// True while the program runs.
    var isRunning: Bool {
        (try? tmux("display-message", "-p", "#{pane_dead}"))?.hasPrefix("0") ?? false
    }

    /// Waits until the screen meets a condition; checks it after each output.
    @discardableResult
    func wait(
        _ what: String, seconds: Double = 60, until isWanted: ([String]) throws -> Bool
    ) throws -> [String] {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            let lines = try screen()
            if try isWanted(lines) { return lines }
            guard Date() < deadline else {
                throw TerminalFailure(description: "never seen: \(what)\n" + lines.joined(separator: "\n"))
            }
            awaitOutput(milliseconds: 200)
        }
    }

    /// Waits until a line of the screen contains `text`.
    @discardableResult
    func wait(for text: String, seconds: Double = 60) throws -> [String] {
        try wait("“\(text)”", seconds: seconds) { lines in lines.contains { $0.contains(text) } }
    }

    func waitForExit(seconds: Double = 60) throws {
        try wait("the end of the program", seconds: seconds) { _ in !self.isRunning }
    }

    /// Returns the program's exit status, which the shell of a session that `reportsStatus` prints; tmux itself
    /// sometimes does not wait for a program that has ended.
    func exitStatus() throws -> String {
        let words = "exit status "
        let lines = try wait("the exit status") { lines in lines.contains { $0.hasPrefix(words) } }
        return lines.last { $0.hasPrefix(words) }.map { String($0.dropFirst(words.count)) } ?? ""
    }

    /// Returns the program's output, or nothing after the time limit.
    @discardableResult
    private func awaitOutput(milliseconds: Int32) -> [UInt8] {
        var watched = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, milliseconds) > 0 ? drain() : []
    }

    /// Returns the output of the program that was not read yet.
    private func drain() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(output.fileDescriptor, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String {
        try tmux(arguments)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        let result = try Program.run("/usr/bin/env", ["tmux", "-L", socket, "-f", "/dev/null"] + arguments)
        guard result.status == 0 else { throw TerminalFailure(description: "tmux \(arguments): \(result.errors)") }
        return result.output
    }
}
