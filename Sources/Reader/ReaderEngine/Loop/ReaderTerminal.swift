package import PictureArt
package import Screen
package import TerminalDriver

/// The terminal as the event loop and the effects see it. The program uses the real one, tests use a scripted one.
package protocol ReaderTerminal: AnyObject {
    var size: Size { get }
    /// The descriptor is readable when keys arrive.
    var inputDescriptor: Int32 { get }
    /// The descriptor is readable when the size changes or a signal requests the end of the program.
    var signalDescriptor: Int32 { get }
    var isAskedToEnd: Bool { get }
    var usesMouse: Bool { get set }

    /// Returns the input since the last call, in order, and never waits.
    func read() -> [Input]
    /// The time until bytes that were read become keys without further input; nil if none are pending.
    var undecidedTime: Duration? { get }
    /// Shows a frame: writes its differences from the previous one.
    func paint(_ frame: Frame)
    /// True if the terminal shows links (OSC 8).
    var showsLinks: Bool { get set }
    /// True if the frame has links that were not painted yet.
    var hasUnpaintedLinks: Bool { get }
    func paintLinks()
    /// Makes the next frame write every cell.
    func invalidate()
    /// Lends the terminal to another program while `body` runs.
    func whileSuspended<Result>(_ body: () throws -> Result) rethrows -> Result
    /// Forwards the signals that end this process to the program that has the terminal; 0 is no program.
    func lend(to program: Int32)
    /// Stops the process as Ctrl-Z does.
    func suspend()
    /// Writes bytes directly, without ncurses: an escape sequence that does not move the cursor.
    func send(_ bytes: [UInt8])

    /// The terminal's picture support, if it is known.
    var pictures: TerminalPictures { get }
    /// Asks the terminal about its picture support, once, without waiting for the reply.
    func inquire(mayHavePlaceholders: Bool)
    /// Asks for the background colour, once, without waiting for the reply.
    func askForBackground()
    /// Returns once, after the terminal has answered, if its background is dark; otherwise nil.
    func dequeueBackground() -> Bool?
}

/// The picture support of a terminal, if it is known.
package struct TerminalPictures: Equatable, Sendable {
    package var colors = 0
    /// The size of a cell in pixels; nil if the terminal does not report it.
    package var cell: PixelSize?
    /// True if the locale counts a placeholder as one column.
    package var countsPlaceholders = false
    package var inquiry = TerminalInquiry()

    package init() {}
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
