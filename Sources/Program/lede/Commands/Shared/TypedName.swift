/// A name that is given to a feed or to folders on the command line.
enum TypedName {
    /// Returns the name with a space for each tab and line break, which separate the columns and rows of lists.
    static func line(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
