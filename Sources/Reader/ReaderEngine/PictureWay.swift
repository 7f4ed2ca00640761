package import PictureArt
package import ReaderUI
import TerminalDriver

/// How pictures are put on this terminal.
package struct PictureWay: Equatable, Sendable {
    package enum Cells: Equatable, Sendable {
        case symbols
        case placeholders
    }

    package var cells = Cells.symbols
    /// Whether the terminal's colours are 24 bits.
    package var isDirect = false
    /// Whether the big view is painted by sixels.
    package var hasSixel = false
    package var inTmux = false
    /// The pixels of a cell.
    package var cell = PictureSize.usualCell
    /// The most pixels that are sent of a picture.
    package var pixelLimit = Self.localPixelLimit

    private static let localPixelLimit = 256 << 10
    /// Over ssh a picture is a quarter of that.
    private static let remotePixelLimit = 64 << 10

    package init() {}

    /// - Parameter environment: tells of tmux, screen and ssh.
    package init(_ terminal: TerminalPictures, _ style: PictureStyle, environment: [String: String]) {
        let isNested = Self.isNested(environment)
        inTmux = environment["TMUX"] != nil
        isDirect = terminal.colors >= 1 << 24
        cell = terminal.cell ?? PictureSize.usualCell
        if environment["SSH_CONNECTION"] != nil { pixelLimit = Self.remotePixelLimit }
        let sixelWorks = terminal.inquiry.hasSixel && terminal.inquiry.name?.hasPrefix("Konsole") != true
        switch style {
        case .kitty: cells = .placeholders
        case .auto:
            cells = terminal.inquiry.hasPlaceholders ? .placeholders : .symbols
            hasSixel = cells == .symbols && sixelWorks && !isNested
        case .sixel: hasSixel = true
        case .symbols, .none: break
        }
    }

    /// In tmux and screen answers are not those of the terminal that shows the picture.
    package static func isNested(_ environment: [String: String]) -> Bool {
        environment["TMUX"] != nil || environment["STY"] != nil
    }
}
