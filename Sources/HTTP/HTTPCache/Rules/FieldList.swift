internal import Basics
internal import HTTPTypes

/// A field value as a comma-separated list (RFC 9110 §5.6.1).
enum FieldList {
    /// Maximum number of members of one list that are read. A longer list is invalid, and callers take the safe choice:
    /// they store and reuse nothing.
    static let memberLimit = 512

    /// Returns the members, trimmed, with complete quoted strings and without empty ones; at most `memberLimit`.
    static func members(_ values: some Sequence<String>) -> [Substring] {
        boundedMembers(values).members
    }

    /// Returns the members, and true if there were more.
    static func boundedMembers(_ values: some Sequence<String>) -> (members: [Substring], isCut: Bool) {
        var members: [Substring] = []
        for value in values {
            members += split(value[...], at: UInt8(ascii: ","), limit: memberLimit + 1 - members.count)
            if members.count > memberLimit { return (Array(members.prefix(memberLimit)), true) }
        }
        return (members, false)
    }

    /// Splits at a separator outside quoted strings. An unterminated quote counts as a plain character, so it hides
    /// nothing. Takes linear time.
    static func split(_ value: Substring, at separator: UInt8, limit: Int = memberLimit) -> [Substring] {
        let bytes = value.utf8
        var pieces: [Substring] = []
        var start = bytes.startIndex
        var index = start
        var isQuoted = false
        var quotes = ClosingQuotes(bytes)
        while index < bytes.endIndex, pieces.count < limit {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                isQuoted = !isQuoted && quotes.isClosed(index)
            case UInt8(ascii: "\\") where isQuoted:
                // A quoted pair (RFC 9110 §5.6.4): the next byte is literal.
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
        if pieces.count < limit { append(value[start...], to: &pieces) }
        return pieces
    }

    /// Returns the contents of a quoted string; any other text unchanged.
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
        let piece = piece.withoutOptionalWhiteSpace
        if !piece.isEmpty { pieces.append(piece) }
    }
}

/// Reports, for each quote in a text, whether a quoted string that begins there is closed later.
///
/// Escapes count from the opening quote, so the result differs between quotes; one pass from the end finds all of them.
private struct ClosingQuotes {
    private let bytes: Substring.UTF8View
    /// For each position, true if reading from there, unescaped, meets a closing quote; computed on demand.
    private var isMet: [Bool] = []

    init(_ bytes: Substring.UTF8View) {
        self.bytes = bytes
    }

    mutating func isClosed(_ quote: Substring.UTF8View.Index) -> Bool {
        if isMet.isEmpty { fill() }
        return isMet[bytes.distance(from: bytes.startIndex, to: quote) + 1]
    }

    private mutating func fill() {
        isMet = Array(repeating: false, count: bytes.count + 2)
        for (position, byte) in zip((0..<bytes.count).reversed(), bytes.reversed()) {
            switch byte {
            case UInt8(ascii: "\""): isMet[position] = true
            case UInt8(ascii: "\\"): isMet[position] = isMet[position + 2]
            default: isMet[position] = isMet[position + 1]
            }
        }
    }
}

extension HTTPFields {
    /// Returns the members of a list field over all its lines.
    func members(_ name: HTTPField.Name) -> [Substring] {
        FieldList.members(self[values: name])
    }
}
