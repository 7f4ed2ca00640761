import Basics
import Markup

/// The text of one paragraph while it is written: runs of one style each, with white space collapsed across them.
struct InlineText {
    /// The separator to write before the next text.
    private enum Gap {
        case nothing, space, line
    }

    private var runs: [Run] = []
    private var bytes: [UInt8] = []
    private var style: Run.Style = []
    private var link: Int?
    private var gap = Gap.nothing
    /// The style of the white space in the gap.
    private var gapStyle: Run.Style = []
    private var gapLink: Int?

    var isEmpty: Bool {
        runs.isEmpty && bytes.isEmpty
    }

    /// True if the next text would begin a line.
    var isAtLineStart: Bool {
        isEmpty || gap == .line
    }

    /// True for a number of at most three digits, with or without brackets.
    var isNumber: Bool {
        guard runs.count < 3 else { return false }
        let text = runs.flatMap(\.text.utf8) + bytes
        let digits = text.drop { $0 == UInt8(ascii: "[") }.prefix(while: \.isASCIIDigit)
        return 1...3 ~= digits.count && text[digits.endIndex...].allSatisfy { $0 == UInt8(ascii: "]") }
    }

    /// The last byte of the text so far, if it is not white space and the next text would follow it directly.
    var lastByte: UInt8? {
        gap == .nothing ? bytes.last : nil
    }

    /// Appends `text[range]` as a browser would show it: a run of white space becomes one space, and zero-width
    /// characters are left out.
    mutating func append(_ text: [UInt8], _ range: Range<Int>, style: Run.Style, link: Int?) {
        var index = range.lowerBound
        while index < range.upperBound {
            if text[index].isMarkupSpace {
                var end = index + 1
                while end < range.upperBound, text[end].isMarkupSpace { end += 1 }
                if gap == .nothing, !isEmpty, !text.isBreakOfSource(index..<end, in: range) {
                    (gap, gapStyle, gapLink) = (.space, style, link)
                }
                index = end
            } else if let length = text.lengthOfInvisible(at: index) {
                index += length
            } else {
                let end = text.endOfWords(in: index..<range.upperBound)
                begin(style, link)
                bytes.append(contentsOf: text[index..<end])
                index = end
            }
        }
    }

    mutating func breakLine() {
        guard !isEmpty else { return }
        gap = .line
    }

    /// Returns the runs so far without trailing white space, and begins the next paragraph.
    mutating func finishRuns() -> [Run] {
        endRun()
        defer {
            runs = []
            gap = .nothing
        }
        return runs
    }

    // MARK: One run after the other

    /// Prepares for text of this style: ends the previous run, and writes the gap between the two.
    private mutating func begin(_ style: Run.Style, _ link: Int?) {
        let mayContinue = style == self.style && link == self.link
        let isSameRun = mayContinue && (gap != .space || (gapStyle == style && gapLink == link))
        if !isSameRun { endRun() }
        defer {
            self.style = style
            self.link = link
            gap = .nothing
        }
        switch gap {
        case .nothing: break
        case .space: writeGap(UInt8(ascii: " "), isSameRun, style, link)
        case .line: writeGap(UInt8(ascii: "\n"), isSameRun, style, link)
        }
    }

    /// A gap belongs to the plain text next to it, if there is any, so a link's underline or number does not cover it.
    private mutating func writeGap(_ mark: UInt8, _ isSameRun: Bool, _ style: Run.Style, _ link: Int?) {
        if isSameRun || (style.isEmpty && link == nil) {
            bytes.append(mark)
        } else if let last = runs.last, last.style.isEmpty, last.link == nil {
            runs[runs.count - 1].text.unicodeScalars.append(Unicode.Scalar(mark))
        } else if style == gapStyle, link == gapLink, link == self.link {
            bytes.append(mark)
        } else {
            let sharedStyle = style.intersection(self.style).intersection(gapStyle)
            let sharedLink = link == self.link && link == gapLink ? link : nil
            runs.append(Run(mark == UInt8(ascii: "\n") ? "\n" : " ", style: sharedStyle, link: sharedLink))
        }
    }

    private mutating func endRun() {
        guard !bytes.isEmpty else { return }
        runs.append(Run(String(decoding: bytes, as: UTF8.self), style: style, link: link))
        bytes.removeAll(keepingCapacity: true)
    }
}

extension Array<UInt8> {
    /// True for white space that only breaks a line of the source: it holds a line feed, and both characters beside it
    /// are Chinese or Japanese, which are written without spaces (CSS Text 3 §4.1.3).
    fileprivate func isBreakOfSource(_ space: Range<Int>, in range: Range<Int>) -> Bool {
        guard space.upperBound < range.upperBound, isIdeographic(space.upperBound),
            space.lowerBound >= range.lowerBound + 3, isIdeographic(space.lowerBound - 3)
        else { return false }
        return space.contains { self[$0] == UInt8(ascii: "\n") }
    }

    /// True if a character of three bytes at `index` is a Han character, kana, or their punctuation: U+3000 to U+9FFF, or
    /// a wide form of U+FF00 to U+FF7F.
    private func isIdeographic(_ index: Int) -> Bool {
        switch self[index] {
        case 0xE3...0xE9: true
        case 0xEF: self[index + 1] == 0xBC || self[index + 1] == 0xBD
        default: false
        }
    }

    /// Returns the length in bytes of the character at `index` if it is invisible and joins nothing: soft hyphen,
    /// zero-width space, word joiner, byte-order mark. (Zero-width joiners shape scripts and emoji, so they stay.)
    fileprivate func lengthOfInvisible(at index: Int) -> Int? {
        switch self[index] {
        case 0xC2 where hasBytes("\u{AD}", at: index): 2
        case 0xE2 where hasBytes("\u{200B}", at: index) || hasBytes("\u{2060}", at: index): 3
        case 0xEF where hasBytes("\u{FEFF}", at: index): 3
        default: nil
        }
    }
}
