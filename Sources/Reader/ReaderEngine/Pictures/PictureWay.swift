package import PictureArt
package import ReaderUI
import TerminalDriver

/// The way to show pictures on this terminal.
package struct PictureWay: Equatable, Sendable {
    package enum Cells: Equatable, Sendable {
        case symbols
        case placeholders
    }

    package var cells = Cells.symbols
    /// True if the terminal has 24-bit colours.
    package var isDirect = false
    /// True if sixels paint the big view.
    package var hasSixel = false
    package var inTmux = false
    /// The size of a cell, in pixels.
    package var cell = PictureSize.usualCell
    /// Largest number of pixels sent for a picture.
    package var pixelLimit = Self.localPixelLimit

    private static let localPixelLimit = 256 << 10
    /// The limit over ssh, a quarter of the local one.
    private static let remotePixelLimit = 64 << 10

    package init() {}

    /// - Parameter environment: shows whether tmux, screen or ssh is in use.
    package init(_ terminal: TerminalPictures, _ style: PictureStyle, environment: [String: String]) {
        let multiplexer = DesktopEnvironment { environment[$0] }.multiplexer
        inTmux = multiplexer == .tmux
        isDirect = terminal.colors >= 1 << 24
        cell = terminal.cell ?? PictureSize.usualCell
        if environment["SSH_CONNECTION"] != nil { pixelLimit = Self.remotePixelLimit }
        let sixelWorks = terminal.inquiry.hasSixel && terminal.inquiry.name?.hasPrefix("Konsole") != true
        switch style {
        case .kitty: cells = .placeholders
        case .auto:
            cells = terminal.inquiry.hasPlaceholders ? .placeholders : .symbols
            hasSixel = cells == .symbols && sixelWorks && multiplexer == nil
        case .sixel: hasSixel = true
        case .symbols, .none: break
        }
    }
}
