/// Extracts the words of an HTML text for search and titles: drops tags, comments, scripts and styles, and decodes
/// references as far as search needs them. The reader lays out its texts elsewhere.
///
/// It makes one pass over the bytes and accepts any input.
enum PlainText {
    /// At most about `limit` bytes of text.
    static func from(html: String, limit: Int) -> String {
        var html = html
        return html.withUTF8 { bytes in
            var reader = HTMLWords(bytes: bytes, limit: limit)
            return String(decoding: reader.text(), as: UTF8.self)
        }
    }
}

private struct HTMLWords {
    let bytes: UnsafeBufferPointer<UInt8>
    let limit: Int
    private var position = 0
    private var output: [UInt8] = []

    init(bytes: UnsafeBufferPointer<UInt8>, limit: Int) {
        self.bytes = bytes
        self.limit = limit
        output.reserveCapacity(min(bytes.count, limit))
    }

    mutating func text() -> [UInt8] {
        while position < bytes.count, output.count < limit {
            switch bytes[position] {
            case UInt8(ascii: "<"): skipMarkup()
            case UInt8(ascii: "&"): readReference()
            default: copyText()
            }
        }
        return output
    }

    private mutating func copyText() {
        let start = position
        let end = start + min(bytes.count - start, limit - output.count)
        while position < end, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
            position += 1
        }
        output.append(contentsOf: bytes[start..<position])
    }

    // MARK: - Markup

    private mutating func skipMarkup() {
        if byte(at: position + 1) == UInt8(ascii: "!"), begins(with: "<!--") {
            skip(behind: "-->")
        } else if byte(at: position + 1) == UInt8(ascii: "!") || byte(at: position + 1) == UInt8(ascii: "?") {
            skip(behind: ">")
        } else if byte(at: position + 1).isLetter || byte(at: position + 1) == UInt8(ascii: "/") {
            skipTag()
        } else {
            output.append(bytes[position])
            position += 1
        }
    }

    private mutating func skipTag() {
        position += 1
        let isEnd = byte(at: position) == UInt8(ascii: "/")
        if isEnd { position += 1 }
        let name = tagName()
        var quote: UInt8?
        var previous = UInt8(ascii: " ")
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == quote {
                quote = nil
            } else if quote == nil {
                if byte == UInt8(ascii: ">") { break }
                // A quotation mark opens only as a value's first byte: `title=it's` has none.
                if previous == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                }
            }
            if byte != UInt8(ascii: " ") { previous = byte }
        }
        if !Self.tagsWithinWords.contains(name) { output.append(UInt8(ascii: " ")) }
        if !isEnd, let end = Self.endsOfHiddenText[name] {
            skip(behind: end)
            skip(behind: ">")
        }
    }

    private mutating func tagName() -> TagName {
        let start = position
        while position < bytes.count, bytes[position].isLetter || bytes[position].isDigit { position += 1 }
        return TagName(bytes[start..<position])
    }

    /// A lower-case name as one number: the names that matter have at most eight letters; all longer names are equal.
    private struct TagName: Hashable {
        private var value: UInt64 = 0

        init(_ name: some Collection<UInt8>) {
            guard name.count <= 8 else { return }
            for byte in name { value = value << 8 | UInt64(byte | 0x20) }
        }
    }

    /// Tags that may stand in the middle of a word; all others divide words.
    private static let tagsWithinWords = Set(
        [
            "a", "abbr", "b", "big", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span",
            "strong", "sub", "sup", "tt", "u", "wbr",
        ].map { TagName($0.utf8) })

    private static let endsOfHiddenText = Dictionary(
        uniqueKeysWithValues: ["script", "style"].map { (TagName($0.utf8), "</" + $0) })

    // MARK: - References

    /// Decodes `&eacute;` as `e`, since the index folds accents anyway; an unknown reference becomes a space.
    private mutating func readReference() {
        let start = position + 1
        var end = start
        while end < bytes.count, end < start + 10,
            bytes[end].isLetter || bytes[end].isDigit || bytes[end] == UInt8(ascii: "#")
        {
            end += 1
        }
        guard end > start, byte(at: end) == UInt8(ascii: ";") else {
            output.append(bytes[position])
            position += 1
            return
        }
        position = end + 1
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        output += (Self.numbered(name) ?? Self.named(name)).utf8
    }

    private static func numbered(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { $0.value < 0x20 ? " " : String(Character($0)) } ?? " "
    }

    private static func named(_ name: String) -> String {
        if let known = references[name] { return known }
        let isAccented = accents.contains { name.dropFirst() == $0 }
        return isAccented ? String(name.prefix(1)) : " "
    }

    private static let references = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "rsquo": "\u{2019}", "lsquo": "\u{2018}",
        "shy": "",
        "szlig": "ß", "aelig": "æ", "AElig": "Æ", "oelig": "œ", "OElig": "Œ", "oslash": "ø", "Oslash": "Ø", "eth": "ð",
        "thorn": "þ", "zwj": "", "zwnj": "",
    ]

    private static let accents = ["acute", "grave", "circ", "uml", "tilde", "cedil", "ring", "caron"]

    // MARK: - Bytes

    private func byte(at index: Int) -> UInt8 {
        index < bytes.count ? bytes[index] : 0
    }

    /// Compares with `text`, which is in lower case.
    private func begins(with text: String, at index: Int? = nil) -> Bool {
        let start = index ?? position
        guard start + text.utf8.count <= bytes.count else { return false }
        return zip(bytes[start...], text.utf8).allSatisfy { byte, wanted in
            byte == wanted || (byte.isLetter && byte | 0x20 == wanted)
        }
    }

    /// Skips to behind the next `text`, or to the end.
    private mutating func skip(behind text: String) {
        while position < bytes.count, !begins(with: text) { position += 1 }
        position = min(position + text.utf8.count, bytes.count)
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    fileprivate var isDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
