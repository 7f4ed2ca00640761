/// The symbols of the interface, each one column wide.
package struct Glyphs: Equatable, Sendable {
    package var selection: String
    package var unread: String
    package var starred: String
    /// The mark of a picked row.
    package var picked: String
    package var foldOpen: String
    package var foldClosed: String
    package var error: String
    package var waiting: String
    package var online: String
    package var offline: String
    package var unreachable: String
    package var refreshing: String
    /// The part of a bar that is done; `horizontal` is the rest.
    package var progress: String
    package var horizontal: String
    package var vertical: String
    package var cross: String
    package var teeUp: String
    package var quote: String
    package var ellipsis: String
    /// Marks a line of code that continues the line above.
    package var continued: String
    package var none: String
    package var dot: String
    /// The marks of a fully packed article and of a partly packed one.
    package var aboard: String
    package var partly: String
    /// Replaces the list marker of documents.
    package var bullet: String
    /// Precedes the description of a picture that is not shown.
    package var picture: String

    package static let unicode = Glyphs(
        selection: "▌", unread: "●", starred: "★", picked: "✓", foldOpen: "▾", foldClosed: "▸", error: "!",
        waiting: "~",
        online: "●",
        offline: "○", unreachable: "◌", refreshing: "↻", progress: "━", horizontal: "─", vertical: "│", cross: "┼",
        teeUp: "┴",
        quote: "›", ellipsis: "…", continued: "↳", none: "–", dot: "·", aboard: "▪", partly: "▫", bullet: "•",
        picture: "▨")

    package static let ascii = Glyphs(
        selection: ">", unread: "*", starred: "+", picked: "x", foldOpen: "v", foldClosed: ">", error: "!",
        waiting: "~",
        online: "*",
        offline: "o", unreachable: "?", refreshing: "@", progress: "#", horizontal: "-", vertical: "|", cross: "+",
        teeUp: "+",
        quote: ">", ellipsis: "~", continued: "\\", none: "-", dot: "-", aboard: "=", partly: "-", bullet: "*",
        picture: "[picture]")
}
