import Foundation
import Markup
import ReaderUI
import Screen

/// The encoding of the terminal's characters, according to its locale.
enum TerminalEncoding {
    /// True if the locale's characters are Unicode; the first variable that is set decides (POSIX, 8.2).
    static func isUnicode(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = locale.uppercased()
        return name.contains("UTF-8") || name.contains("UTF8")
    }

    /// Prints text for people, without control characters: in ASCII on a terminal whose locale has no other letters.
    /// Pipes and files get UTF-8, so that a job without a locale, such as cron's, does not lose a letter.
    static func print(_ text: String) {
        let safe = SafeText.clean(text)
        Swift.print(isPlain ? Transliteration.ascii(safe) : safe)
    }

    /// The marks of lists, as the reader shows them on this terminal.
    static let glyphs = isPlain ? Glyphs.ascii : .unicode

    private static let isPlain =
        isatty(STDOUT_FILENO) == 1 && !isUnicode(InheritedEnvironment.variables)
}
