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
}

extension Terminal: ReaderTerminal {}
