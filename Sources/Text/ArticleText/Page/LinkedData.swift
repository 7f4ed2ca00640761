import Markup

/// A page's JSON-LD (schema.org) about its article. Only three members are searched for, at any depth, because the
/// scripts are often not quite JSON.
struct LinkedData {
    /// Maximum length of the text that is read, in bytes.
    private static let maximumTextLength = 1 << 20
    private static let maximumNameLength = 400

    private(set) var articleBody: String?
    private(set) var author: String?
    private(set) var datePublished: String?

    mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
        if articleBody == nil, let start = Self.value("\"articleBody\"", bytes, range) {
            articleBody = Self.string(bytes, start..<range.upperBound, limit: Self.maximumTextLength)
        }
        if datePublished == nil, let start = Self.value("\"datePublished\"", bytes, range) {
            datePublished = Self.string(bytes, start..<range.upperBound, limit: Self.maximumNameLength).map(
                WhiteSpace.collapsed)
        }
        if author == nil, let start = Self.value("\"author\"", bytes, range) {
            author = name(bytes, start..<range.upperBound)
        }
    }

    /// Returns a plain name, or the first `name` of an object or of a list that ends soon.
    private func name(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
        if let name = Self.string(bytes, range, limit: Self.maximumNameLength) { return WhiteSpace.collapsed(name) }
        guard let first = range.first, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") else {
            return nil
        }
        let near = range.prefix(Self.maximumNameLength)
        let end = bytes.firstIndex(of: UInt8(ascii: "}"), in: near) ?? near.upperBound
        return Self.value("\"name\"", bytes, first..<end).flatMap {
            Self.string(bytes, $0..<end, limit: Self.maximumNameLength)
        }
        .map(WhiteSpace.collapsed)
    }

    /// Returns the string of the first member with this quoted name, at any depth, as one line.
    static func line(_ name: StaticString, in json: [UInt8]) -> String? {
        value(name, json, json.indices).flatMap { string(json, $0..<json.endIndex, limit: maximumTextLength) }
            .map(WhiteSpace.collapsed)
    }

    /// Returns the start of a member's value.
    private static func value(_ name: StaticString, _ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        guard let found = bytes.firstRange(of: name, in: range) else { return nil }
        let colon = bytes.trimmed(found.upperBound..<range.upperBound)
        guard let first = colon.first, bytes[first] == UInt8(ascii: ":") else { return nil }
        return bytes.trimmed(first + 1..<range.upperBound).first
    }

    /// Returns the JSON string (RFC 8259 §7) at the start of the range; nil if there is none, or if it never ends.
    private static func string(_ bytes: [UInt8], _ range: Range<Int>, limit: Int) -> String? {
        guard let first = range.first, bytes[first] == UInt8(ascii: "\"") else { return nil }
        var units: [UInt8] = []
        var index = first + 1
        while index < range.upperBound, units.count < limit {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                let safe = SafeText.clean(units)
                return String(decoding: safe, as: UTF8.self)
            }
            guard byte == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
                units.append(byte)
                index += 1
                continue
            }
            switch bytes[index + 1] {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"), UInt8(ascii: "f"): units.append(0x20)
            case UInt8(ascii: "u"):
                index = appendEscape(bytes, index, range.upperBound, &units)
                continue
            case let other: units.append(other)
            }
            index += 2
        }
        return nil
    }

    /// Appends `\uD83D\uDE00` or `\u00e9`, and returns the position after it.
    private static func appendEscape(_ bytes: [UInt8], _ start: Int, _ end: Int, _ units: inout [UInt8]) -> Int {
        func unit(_ index: Int) -> UInt16? {
            guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
                return nil
            }
            return UInt16(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
        }
        guard let first = unit(start) else { return start + 2 }
        if 0xD800...0xDBFF ~= first, let second = unit(start + 6), 0xDC00...0xDFFF ~= second {
            units.append(contentsOf: String(decoding: [first, second], as: UTF16.self).utf8)
            return start + 12
        }
        units.append(contentsOf: String(decoding: [first], as: UTF16.self).utf8)
        return start + 6
    }
}
