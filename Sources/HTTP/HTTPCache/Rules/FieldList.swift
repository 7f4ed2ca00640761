internal import HTTPTypes

/// A field value as a comma-separated list (RFC 9110 §5.6.1).
enum FieldList {
    /// The members, trimmed, quoted strings kept whole, empty ones left out.
    static func members(_ values: some Sequence<String>) -> [Substring] {
        var members: [Substring] = []
        for value in values {
            members += split(value[...], at: UInt8(ascii: ","))
        }
        return members
    }

    /// Cuts at a separator outside of quoted strings. A quote that is never closed opens none: it must not hide what follows.
    static func split(_ value: Substring, at separator: UInt8) -> [Substring] {
        let bytes = value.utf8
        var pieces: [Substring] = []
        var start = bytes.startIndex
        var index = start
        var isQuoted = false
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                isQuoted = !isQuoted && isClosed(bytes[index...])
            case UInt8(ascii: "\\") where isQuoted:
                // A quoted pair (RFC 9110 §5.6.4): the next byte stands for itself.
                bytes.formIndex(after: &index)
                if index == bytes.endIndex { continue }
            case separator where !isQuoted:
                append(value[start..<index], to: &pieces)
                start = bytes.index(after: index)
            default:
                break
            }
            bytes.formIndex(after: &index)
        }
        append(value[start...], to: &pieces)
        return pieces
    }

    /// Whether the quoted string that begins here has an end.
    private static func isClosed(_ bytes: Substring.UTF8View) -> Bool {
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if byte == UInt8(ascii: "\""), !isEscaped { return true }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return false
    }

    /// Without optional white space at either end (RFC 9110 §5.6.3).
    static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return Substring(bytes)
    }

    /// What a quoted string holds; any other text as it is.
    static func unquoted(_ text: Substring) -> Substring {
        guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
            return text
        }
        let inner = text.dropFirst().dropLast()
        guard inner.utf8.contains(UInt8(ascii: "\\")) else { return inner }
        var plain = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in inner.unicodeScalars {
            isEscaped = !isEscaped && scalar == "\\"
            if !isEscaped { plain.append(scalar) }
        }
        return Substring(String(plain))
    }

    private static func append(_ piece: Substring, to pieces: inout [Substring]) {
        let piece = trimmed(piece)
        if !piece.isEmpty { pieces.append(piece) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}

extension HTTPFields {
    /// The members of a list field over all its lines.
    func members(_ name: HTTPField.Name) -> [Substring] {
        FieldList.members(self[values: name])
    }
}
