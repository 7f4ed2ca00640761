extension String {
    /// The text without the spaces and tabs at both ends.
    package var trimmedSpaces: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
