import Markup

/// A box of a task list, as text.
enum TaskBox {
    /// Returns nil for other controls, which have no text to show.
    static func text(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        guard scanner.attribute("type", of: tag) == "checkbox" else { return nil }
        return scanner.attribute("checked", of: tag) == nil ? "[ ] " : "[x] "
    }
}
