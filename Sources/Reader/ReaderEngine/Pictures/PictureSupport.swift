import PictureArt
import ReaderUI
import TerminalDriver

/// The terminal's support for pictures, as far as the settings use them.
struct PictureSupport: Equatable, Sendable {
    enum Cells: Equatable, Sendable {
        case symbols
        case placeholders
    }

    var cells = Cells.symbols
    /// True if the terminal has 24-bit colours.
    var isDirect = false
    /// True if sixels paint the big view.
    var hasSixel = false
    var inTmux = false
    /// The size of a cell, in pixels.
    var cell = PictureSize.usualCell
    /// Maximum number of pixels sent for a picture.
    var pixelLimit = Self.localPixelLimit

    private static let localPixelLimit = 256 << 10
    /// The limit over ssh, a quarter of the local one.
    private static let remotePixelLimit = 64 << 10

    /// - Parameter environment: shows whether tmux, screen or ssh is in use.
    init(_ terminal: TerminalPictures, _ style: PictureStyle, environment: [String: String]) {
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
