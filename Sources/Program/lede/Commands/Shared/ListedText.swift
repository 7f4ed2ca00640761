import FeedModel

/// A text that is a column in a list for scripts.
enum ListedText {
    /// Returns the text with a space for each tab and line break, which separate the columns and rows of lists, and
    /// without spaces at both ends.
    static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }).trimmedSpaces
    }
}
