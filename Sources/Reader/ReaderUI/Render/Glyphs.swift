/// The signs that are drawn, each one column wide.
package struct Glyphs: Equatable, Sendable {
    package var selection: String
    package var unread: String
    package var starred: String
    package var foldOpen: String
    package var foldClosed: String
    package var error: String
    package var waiting: String
    package var online: String
    package var offline: String
    package var unreachable: String
    package var refreshing: String
    package var horizontal: String
    package var vertical: String
    package var cross: String
    package var teeUp: String
    package var quote: String
    package var ellipsis: String
    package var none: String
    package var dot: String
    /// A packed article that is whole, and one that is not yet.
    package var aboard: String
    package var partly: String
    /// Stands for the list marker that documents carry.
    package var bullet: String
    /// Stands before the words for a picture that is not shown.
    package var picture: String

    package static let unicode = Glyphs(
        selection: "▌", unread: "●", starred: "★", foldOpen: "▾", foldClosed: "▸", error: "!", waiting: "~",
        online: "●",
        offline: "○", unreachable: "◌", refreshing: "↻", horizontal: "─", vertical: "│", cross: "┼", teeUp: "┴",
        quote: "›", ellipsis: "…", none: "–", dot: "·", aboard: "▪", partly: "▫", bullet: "•",
        picture: "▨")

    package static let ascii = Glyphs(
        selection: ">", unread: "*", starred: "+", foldOpen: "v", foldClosed: ">", error: "!", waiting: "~",
        online: "*",
        offline: "o", unreachable: "?", refreshing: "@", horizontal: "-", vertical: "|", cross: "+", teeUp: "+",
        quote: ">", ellipsis: "~", none: "-", dot: "-", aboard: "=", partly: "-", bullet: "*",
        picture: "[picture]")
}
