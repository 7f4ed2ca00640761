/// Finds a deletion (`<del>`, or `<s>` and `<strike>`, which many pages use for it) and an insertion (`<ins>`) directly
/// next to each other: without a space between them, old and new text would read as one word. Lengths count the
/// document's text.
struct EditedText {
    private typealias Position = (name: ShortName, length: Int)

    /// The start of the innermost edit.
    private var started: Position?
    /// The end of the last edit with text.
    private var ended: Position?

    /// Starts an edit; true if one of the other kind ended directly before it.
    mutating func start(_ name: ShortName, at length: Int) -> Bool {
        started = (name, length)
        guard let ended else { return false }
        return ended.name != name && ended.length == length
    }

    /// Ends an edit; one without text is ignored.
    mutating func end(_ name: ShortName, at length: Int) {
        guard let started, started.name == name, started.length < length else { return }
        ended = (name, length)
    }
}
