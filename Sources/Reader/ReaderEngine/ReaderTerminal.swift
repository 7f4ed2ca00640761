package import PictureArt
package import Screen
package import TerminalDriver

/// The terminal, as the event loop and the effects use it. The program has the real one, tests have one that is scripted.
package protocol ReaderTerminal: AnyObject {
    var size: Size { get }
    /// Readable when keys are there.
    var inputDescriptor: Int32 { get }
    /// Readable when the size changed, or a signal asks the program to end.
    var signalDescriptor: Int32 { get }
    var isAskedToEnd: Bool { get }
    var usesMouse: Bool { get set }

    /// Returns the input since the last call, in its order; never waits.
    func read() -> [Input]
    /// Shows a frame: writes what differs from the one before.
    func paint(_ frame: Frame)
    /// Writes everything with the next frame.
    func invalidate()
    /// Lends the terminal to another program while `body` runs.
    func whileAway<Result>(_ body: () throws -> Result) rethrows -> Result
    /// Stops the process as Ctrl-Z does.
    func suspend()
    /// Writes bytes past ncurses: an escape sequence that moves nothing.
    func send(_ bytes: [UInt8])

    /// What is known of the terminal's pictures.
    var pictures: TerminalPictures { get }
    /// Asks the terminal for its pictures, once; nobody waits for the answer.
    func inquire(mayHavePlaceholders: Bool)
}

/// What a terminal can show of pictures, as far as it is known.
package struct TerminalPictures: Equatable, Sendable {
    package var colors = 0
    /// The pixels of a cell; nil where they are not told.
    package var cell: PixelSize?
    /// Whether the locale counts a placeholder as one column.
    package var countsPlaceholders = false
    package var inquiry = TerminalInquiry()

    package init() {}
}

extension ReaderTerminal {
    package var pictures: TerminalPictures { TerminalPictures() }
    package func inquire(mayHavePlaceholders: Bool) {}
}

extension Terminal {
    package var pictures: TerminalPictures {
        var pictures = TerminalPictures()
        pictures.colors = colors
        pictures.cell = cellPixels.map { PixelSize(width: $0.width, height: $0.height) }
        pictures.countsPlaceholders = countsPlaceholders
        pictures.inquiry = inquiry
        return pictures
    }
}

extension Terminal: ReaderTerminal {}
