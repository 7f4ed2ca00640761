/// Cuts text to a number of columns, between characters.
package enum Truncation {
    /// Returns the text if it fits, or else its beginning with an ellipsis; it is never wider than `width` columns.
    package static func fit(_ text: String, _ width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        // A text with so few bytes always fits: no character is wider, in columns, than it is long in bytes.
        if text.utf8.count <= width { return text }
        let room = width - DisplayWidth.of(ellipsis)
        var used = 0
        var cut = 0
        text.forEachPiece { piece, end in
            let columns = DisplayWidth.of(piece)
            if used + columns <= room {
                cut = end
            } else if case .plain(let bytes) = piece, used <= room {
                cut = end - bytes.count + room - used
            }
            used += columns
            return used <= width
        }
        guard used > width else { return text }
        return beginning(of: text, cut, room >= 0 ? ellipsis : "")
    }

    /// Returns the text if it fits, or else its beginning and its end with an ellipsis between them; it is never wider
    /// than `width` columns. The end is a third of the shown text.
    package static func middle(_ text: String, _ width: Int, ellipsis: String = "…") -> String {
        guard DisplayWidth.of(text) > width else { return text }
        let room = width - DisplayWidth.of(ellipsis)
        guard room > 2 else { return fit(text, width, ellipsis: ellipsis) }
        var end: [Character] = []
        var used = 0
        for character in text.reversed() {
            used += DisplayWidth.of(character)
            guard used <= room / 3 else { break }
            end.append(character)
        }
        return fit(text, room - room / 3, ellipsis: "") + ellipsis + String(end.reversed())
    }

    /// Returns the first bytes of a text with an ellipsis, in one copy: appending to a substring copies twice, and each
    /// frame cuts dozens of titles.
    private static func beginning(of text: String, _ count: Int, _ ellipsis: String) -> String {
        var (text, ellipsis) = (text, ellipsis)
        return String(unsafeUninitializedCapacity: count + ellipsis.utf8.count) { buffer in
            _ = text.withUTF8 { buffer.update(fromContentsOf: $0.prefix(count)) }
            _ = ellipsis.withUTF8 { buffer[count...].update(fromContentsOf: $0) }
            return buffer.count
        }
    }

    /// Returns the text padded on the left with spaces, or cut, to exactly `width` columns.
    package static func padLeft(_ text: String, _ width: Int) -> String {
        let fitted = fit(text, width)
        return String(repeating: " ", count: max(0, width - DisplayWidth.of(fitted))) + fitted
    }
}
