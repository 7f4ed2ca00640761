extension String {
    /// Returns the beginning of the text, at most `limit` bytes of UTF-8, without a part of a code point at its end.
    package func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// Returns the text for a message. Of a text longer than `limit` bytes, only the beginning and the end remain, with
    /// an ellipsis between them: a message often ends with its reason.
    package func shortened(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var start = utf8.index(endIndex, offsetBy: -(limit / 4))
        while start.samePosition(in: unicodeScalars) == nil { start = utf8.index(after: start) }
        return prefix(bytes: limit - limit / 4) + "\u{2026}" + self[start...]
    }
}
