/// The signs that are drawn, each one column wide.
public struct Glyphs: Equatable, Sendable {
    public var selection: String
    public var unread: String
    public var starred: String
    public var foldOpen: String
    public var foldClosed: String
    public var error: String
    public var waiting: String
    public var online: String
    public var offline: String
    public var unreachable: String
    public var refreshing: String
    public var horizontal: String
    public var vertical: String
    public var cross: String
    public var teeUp: String
    public var quote: String
    public var ellipsis: String
    public var none: String
    public var dot: String
    /// Stands for the list marker that documents carry.
    public var bullet: String

    public static let unicode = Glyphs(
        selection: "▌", unread: "●", starred: "★", foldOpen: "▾", foldClosed: "▸", error: "!", waiting: "~",
        online: "●",
        offline: "○", unreachable: "◌", refreshing: "↻", horizontal: "─", vertical: "│", cross: "┼", teeUp: "┴",
        quote: "›", ellipsis: "…", none: "–", dot: "·", bullet: "•")

    public static let ascii = Glyphs(
        selection: ">", unread: "*", starred: "+", foldOpen: "v", foldClosed: ">", error: "!", waiting: "~",
        online: "*",
        offline: "o", unreachable: "?", refreshing: "@", horizontal: "-", vertical: "|", cross: "+", teeUp: "+",
        quote: ">", ellipsis: "~", none: "-", dot: "-", bullet: "*")
}
