import Basics
internal import CTerminal
import Glibc
package import Screen

/// The terminal: paints frames and reads keys. There is only one, and the main thread owns it.
package final class Terminal {
    private var painter = CellPainter()
    private var reader = KeyReader()
    private var shown: Frame? {
        didSet { if shown == nil { links.forget() } }
    }
    private var links = LinkPainter()
    /// True if the terminal shows links (OSC 8).
    package var showsLinks = false {
        didSet { if showsLinks != oldValue { invalidate() } }
    }
    /// The size at the start, or the size that `read` reported last.
    private var reportedSize = Size(columns: 0, rows: 0)
    private var background = BackgroundInquiry()
    private var isBackgroundReported = false
    /// The queries about the terminal's features, and its replies.
    package private(set) var inquiry = TerminalInquiry()

    /// Takes over the terminal. Throws if standard input or output is not a terminal, or if ncurses does not know
    /// `TERM`.
    package init(usesColor: Bool, usesMouse: Bool) throws(TerminalError) {
        self.usesMouse = usesMouse
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        guard lede_terminal_start() else {
            throw .unknownTerminal(EnvironmentVariable.value(of: "TERM") ?? "")
        }
        colors = usesColor ? Int(lede_terminal_colors()) : 0
        painter = CellPainter(colors: colors)
        lede_terminal_use_mouse(usesMouse)
        TerminalSignals.install()
        reportedSize = size
    }

    deinit {
        lede_terminal_end()
    }

    /// Restores the terminal. Waits briefly for replies that are due, so that the shell does not read them.
    package func close() {
        awaitReplies()
        lede_terminal_end()
    }

    /// The number of colours that the terminal shows.
    package var depth: ColorDepth { ColorDepth(colors: Int(lede_terminal_colors())) }

    package var size: Size {
        Size(columns: Int(lede_terminal_columns()), rows: Int(lede_terminal_rows()))
    }

    /// The descriptor is readable when keys arrive.
    package var inputDescriptor: Int32 { STDIN_FILENO }

    /// The width and height of a cell in pixels; nil if the terminal does not report them.
    package var cellPixels: (width: Int, height: Int)? {
        var (width, height): (Int32, Int32) = (0, 0)
        return lede_terminal_cell(&width, &height) ? (Int(width), Int(height)) : nil
    }

    /// The number of colours in use; 0 without colour.
    package private(set) var colors = 0

    /// True if the locale counts a picture placeholder with its marks as one column. It is false if the locale is not
    /// installed.
    package var countsPlaceholders: Bool {
        lede_terminal_width(0x10EEEE) == 1
            && [0x305, 0x30D, 0x483, 0x1D244].allSatisfy { lede_terminal_width($0) == 0 }
    }

    /// The time until bytes that were read become keys without further input; nil if none are pending.
    package var undecidedTime: Duration? {
        reader.deadline.map { max(.zero, $0 - .now) }
    }

    /// A second descriptor for `poll`: readable when the size changes or a signal requests the end of the program.
    package var signalDescriptor: Int32 { TerminalSignals.readEnd }

    /// True if a signal (SIGTERM, SIGHUP) requested the end of the program.
    package var isAskedToEnd: Bool { TerminalSignals.endIsWanted }

    /// Paints the differences from the previous frame.
    package func paint(_ frame: Frame) {
        if painter.forgetPairs() { invalidate() }
        let hasScrolled = scrollLinks(to: frame)
        let diff = FrameDiff(from: shown, to: frame)
        let changedLinks = links.dropRows(changedBy: diff, in: frame)
        for link in changedLinks {
            lede_terminal_forget_cells(Int32(link.row), Int32(link.columns.lowerBound), Int32(link.columns.count))
        }
        defer { shown = frame }
        guard
            hasScrolled || !changedLinks.isEmpty || !diff.spans.isEmpty || frame.cursor != shown?.cursor
                || frame.showsCursor != shown?.showsCursor
        else { return }
        painter.paint(diff.spans, of: frame)
        let flush = hasScrolled || !links.shown.isEmpty ? lede_terminal_flush_in_place : lede_terminal_flush
        flush(Int32(frame.cursor?.row ?? -1), Int32(frame.cursor?.column ?? 0), frame.showsCursor)
    }

    /// Scrolls rows whose links are on the screen, so that the links move with them: ncurses would scroll rows without
    /// telling which. Returns true if it did.
    private func scrollLinks(to frame: Frame) -> Bool {
        guard !links.shown.isEmpty, let scroll = FrameScroll(from: shown, to: frame) else { return false }
        send(LinkPainter.bytes(for: scroll))
        lede_terminal_scrolled(
            Int32(scroll.rows.lowerBound), Int32(scroll.rows.upperBound - 1), Int32(scroll.count))
        links.scroll(scroll)
        shown?.scroll(scroll)
        return true
    }

    /// True if the frame has links that were not painted yet.
    package var hasUnpaintedLinks: Bool { showsLinks && links.needsPainting(shown) }

    /// Paints the links of the shown frame. Called only while no keys arrive, since it writes their cells a second
    /// time.
    package func paintLinks() {
        guard showsLinks, let shown else { return }
        send(links.dequeueBytes(for: shown, depth: ColorDepth(colors: colors)))
    }

    /// Makes the next frame paint every cell, even if it did not change.
    package func invalidate() {
        shown = nil
        lede_terminal_invalidate()
    }

    /// True if the program receives mouse buttons; otherwise the terminal selects text with them.
    package var usesMouse: Bool {
        didSet { if usesMouse != oldValue { lede_terminal_use_mouse(usesMouse) } }
    }

    /// Returns the input since the last call, in order, after a change of size if there was one. Never waits.
    package func read() -> [Input] {
        TerminalSignals.drain()
        if TerminalSignals.dequeueContinued() { retake() }
        var inputs: [Input] = []
        let isResized = TerminalSignals.dequeueResized()
        // Check the size each time, so that a resize is noticed even if its signal was lost.
        _ = lede_terminal_sync_size()
        // Taking over the terminal again also reads the size, so ncurses may have known the size before this call.
        let size = size
        if isResized || size != reportedSize {
            // The size may be the same again, but a smaller one in between has cut the screen.
            if size == reportedSize { lede_terminal_invalidate() }
            reportedSize = size
            shown = nil
            inputs.append(.resized(size))
        }
        while let input = reader.next() {
            inputs.append(input)
        }
        handleReplies()
        return inputs
    }

    // MARK: - Queries

    /// Asks the terminal which pictures it can show, once, without waiting. `inquiry` receives the reply.
    ///
    /// - Parameter mayHavePlaceholders: false within tmux or screen, and if the locale has no width for them.
    package func inquire(mayHavePlaceholders: Bool) {
        guard let question = inquiry.begin(mayHavePlaceholders: mayHavePlaceholders) else { return }
        ask(question)
    }

    /// Asks for the background colour, once, without waiting.
    package func askForBackground() {
        guard let question = background.begin() else { return }
        ask(question)
    }

    /// Returns true or false, once, if the terminal has reported that its background is dark or light.
    package func dequeueBackground() -> Bool? {
        guard let isDark = background.isDark, !isBackgroundReported else { return nil }
        isBackgroundReported = true
        return isDark
    }

    private func handleReplies() {
        for reply in reader.nextReplies() {
            // The background is queried first, so the first end mark belongs to that query.
            guard !background.receive(reply) else { continue }
            guard let question = inquiry.receive(reply) else { continue }
            ask(question)
        }
        if !inquiry.isReplyDue, !background.isReplyDue { reader.awaitReply(until: nil) }
    }

    /// Maximum time after a query during which an Esc may begin the reply (default 5 s). Some terminals never answer.
    private static let maximumReplyTime = Duration.seconds(5)

    private func ask(_ question: String) {
        reader.awaitReply(until: .now + Self.maximumReplyTime)
        send(Array(question.utf8))
    }

    /// Maximum wait on leaving for a reply that is due, in milliseconds.
    private static let replyTimeout: Int32 = 300

    /// Reads until no reply is due. Keys typed meanwhile are lost.
    private func awaitReplies() {
        let end = ContinuousClock.now + .milliseconds(Int(Self.replyTimeout))
        guard inquiry.isReplyDue || background.isReplyDue else { return }
        while inquiry.isReplyDue || background.isReplyDue, ContinuousClock.now < end {
            var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&descriptor, 1, 50) >= 0, descriptor.revents & Int16(POLLHUP) == 0 else { break }
            while reader.next() != nil {}
            handleReplies()
        }
        tcflush(STDIN_FILENO, TCIFLUSH)
    }

    /// Lends the terminal to another program while `body` runs.
    package func whileSuspended<Result>(_ body: () throws -> Result) rethrows -> Result {
        awaitReplies()
        lede_terminal_leave()
        TerminalSignals.leave()
        defer {
            TerminalSignals.reenter()
            lede_terminal_return()
            shown = nil
            _ = TerminalSignals.dequeueContinued()
            // The signal may have reached only the program on the terminal; a read without a key reports the size.
            if size != reportedSize { TerminalSignals.wake() }
        }
        return try body()
    }

    /// Takes over the terminal again after another process stopped this one (`kill -STOP`, `kill -TSTP`): the shell has
    /// used the screen, and changed the modes of its line and of bracketed paste. A process in the background leaves the
    /// terminal to the shell.
    private func retake() {
        guard [getpgrp(), -1].contains(tcgetpgrp(STDIN_FILENO)) else { return }
        lede_terminal_leave()
        lede_terminal_return()
        shown = nil
        TerminalSignals.wake()
    }

    /// Forwards the signals that end this process to the program that has the terminal.
    ///
    /// - Parameter program: its process; 0 after its end.
    package func lend(to program: Int32) {
        TerminalSignals.lend(to: program)
    }

    /// Stops the process, as Ctrl-Z stops other programs, and takes over the terminal again when the process continues.
    ///
    /// The whole process group receives the signal, as it would from the terminal itself: a shell waits for its job,
    /// and if this process is one of several in the group (started by a script or by sudo), stopping alone would leave
    /// the terminal without an owner. This process stops itself with `raise`, which returns only when the process
    /// continues; `kill` may return before another of its threads has stopped it. Without a parent shell (an orphaned
    /// group) the kernel drops the signal.
    package func suspend() {
        whileSuspended {
            signal(SIGTSTP, SIG_IGN)
            _ = kill(0, SIGTSTP)
            signal(SIGTSTP, SIG_DFL)
            raise(SIGTSTP)
        }
    }

    /// Writes bytes directly, without ncurses: an escape sequence that does not move the cursor (OSC 52).
    package func send(_ bytes: [UInt8]) {
        _ = WholeWrite.write(bytes, to: STDOUT_FILENO)
    }
}

package enum TerminalError: Error, Equatable, Sendable, CustomStringConvertible {
    case notATerminal
    /// The value of `TERM`.
    case unknownTerminal(String)

    package var description: String {
        switch self {
        case .notATerminal: "the reader needs a terminal; `lede --help` shows what works without"
        case .unknownTerminal(let name):
            "TERM=\(name) is not a known terminal with cursor movement; try TERM=xterm-256color lede"
        }
    }
}
