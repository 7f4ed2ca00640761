internal import Markup

/// The words of a line in newsboat's files: blanks separate words, a word with blanks is quoted, and a `#` at the
/// beginning of a word begins a comment.
package enum NewsboatWords {
    package static func words(_ line: ArraySlice<UInt8>) -> [String] {
        written(line).map(\.text)
    }

    package static func written(_ line: ArraySlice<UInt8>) -> [NewsboatWord] {
        var words: [NewsboatWord] = []
        var rest = line[...]
        while true {
            rest = rest.drop { $0.isMarkupSpace }
            guard let first = rest.first, first != UInt8(ascii: "#") else { return words }
            if first == UInt8(ascii: "\"") {
                words.append(NewsboatWord(quotedWord(&rest), isQuoted: true))
            } else {
                let word = rest.prefix { !$0.isMarkupSpace }
                words.append(NewsboatWord(String(decoding: word, as: UTF8.self), isQuoted: false))
                rest = rest[word.endIndex...]
            }
        }
    }

    /// Reads up to the closing quotation mark, or to the end of the line.
    private static func quotedWord(_ rest: inout ArraySlice<UInt8>) -> String {
        rest = rest.dropFirst()
        var word: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
                word.append(byte)
                continue
            }
            switch escaped {
            case UInt8(ascii: "n"): word.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): word.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): word.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "`"): word += Array("\\`".utf8)
            default: word.append(escaped)
            }
        }
        return String(decoding: word, as: UTF8.self)
    }
}

/// A word of a line, without its quotation marks.
package struct NewsboatWord: Equatable, Sendable {
    package let text: String
    /// True if it is between quotation marks, where a semicolon ends no operation.
    package let isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
    }
}
