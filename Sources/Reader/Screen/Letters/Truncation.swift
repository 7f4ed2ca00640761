/// Text cut to a number of columns, at a character.
package enum Truncation {
    /// Returns the text if it fits, else its beginning with an ellipsis; never wider than `width` columns.
    package static func fit(_ text: String, _ width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        // A text with so few bytes always fits: no character takes more columns than bytes.
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
        return String(text[..<text.utf8.index(text.startIndex, offsetBy: cut)]) + (room >= 0 ? ellipsis : "")
    }

    /// Returns the text padded with spaces after it, or cut, to exactly `width` columns.
    package static func pad(_ text: String, _ width: Int, ellipsis: String = "…") -> String {
        let fitted = fit(text, width, ellipsis: ellipsis)
        return fitted + String(repeating: " ", count: max(0, width - DisplayWidth.of(fitted)))
    }

    /// Returns the text padded with spaces before it, or cut, to exactly `width` columns.
    package static func padLeft(_ text: String, _ width: Int, ellipsis: String = "…") -> String {
        let fitted = fit(text, width, ellipsis: ellipsis)
        return String(repeating: " ", count: max(0, width - DisplayWidth.of(fitted))) + fitted
    }
}
