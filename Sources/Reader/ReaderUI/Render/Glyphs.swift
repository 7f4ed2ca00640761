/// The symbols of the interface, each one column wide. An enum, so that frames and layouts carry it at no cost.
package enum Glyphs: Sendable {
    case unicode, ascii

    package var selection: String { pick("▌", ">") }
    package var unread: String { pick("●", "*") }
    package var starred: String { pick("★", "+") }
    /// The mark of a picked row.
    package var picked: String { pick("✓", "x") }
    package var foldOpen: String { pick("▾", "v") }
    package var foldClosed: String { pick("▸", ">") }
    package var error: String { pick("!", "!") }
    package var waiting: String { pick("~", "~") }
    var online: String { pick("●", "*") }
    package var offline: String { pick("○", "o") }
    package var unreachable: String { pick("◌", "?") }
    package var refreshing: String { pick("↻", "@") }
    /// The completed part of a progress bar; `horizontal` is the rest.
    package var progress: String { pick("━", "#") }
    var horizontal: String { pick("─", "-") }
    var vertical: String { pick("│", "|") }
    var cross: String { pick("┼", "+") }
    var teeUp: String { pick("┴", "+") }
    package var quote: String { pick("›", ">") }
    package var ellipsis: String { pick("…", "~") }
    /// Marks a line of code that continues the line above.
    package var continued: String { pick("↳", "\\") }
    package var none: String { pick("–", "-") }
    var dot: String { pick("·", "-") }
    /// The marks of a fully packed article and of a partly packed one.
    package var packed: String { pick("▪", "=") }
    package var partly: String { pick("▫", "-") }
    /// Replaces the list marker of documents.
    package var bullet: String { pick("•", "*") }
    /// Precedes the description of a picture that is not shown.
    package var picture: String { pick("▨", "[picture]") }

    private func pick(_ unicode: String, _ ascii: String) -> String {
        self == .unicode ? unicode : ascii
    }
}
