/// Measures visible text.
package struct TextLength {
    package private(set) var characters = 0
    package private(set) var commas = 0
    package private(set) var endsSentence = false

    package init(_ bytes: [UInt8], _ range: Range<Int>) {
        var isPending = false
        var last: UInt32 = 0
        var index = range.lowerBound
        bytes.withUnsafeBufferPointer { bytes in
            while index < range.upperBound {
                if index &+ ByteWord.width <= range.upperBound {
                    let word = ByteWord(bytes, at: index)
                    if word.isASCII, word.mask(of: UInt8(ascii: "&")) == 0 {
                        isPending = add(word, after: isPending, &last)
                        index &+= ByteWord.width
                        continue
                    }
                }
                if bytes[index].isPlain {
                    let start = index
                    repeat { index += 1 } while index < range.upperBound && bytes[index].isPlain
                    add(index - start, after: isPending)
                    isPending = false
                    last = UInt32(bytes[index - 1])
                    continue
                }
                let (scalar, width) = Self.scalar(in: bytes, at: index, before: range.upperBound)
                index += width
                guard !Self.isSpace(scalar) else {
                    isPending = true
                    continue
                }
                add(1, after: isPending)
                isPending = false
                last = scalar
                if Self.isComma(scalar) { commas += 1 }
            }
        }
        endsSentence = Self.isEndOfSentence(last)
    }

    /// Adds visible characters that follow each other.
    ///
    /// - Parameter isPending: true if white space precedes them.
    @inline(__always) private mutating func add(_ count: Int, after isPending: Bool) {
        if isPending, characters > 0 { characters += 1 }
        characters += count
    }

    /// Adds eight ASCII characters, none of which begins a reference.
    ///
    /// - Parameter isPending: true if white space precedes them.
    /// - Returns: true if they end with white space.
    private mutating func add(_ word: ByteWord, after isPending: Bool, _ last: inout UInt32) -> Bool {
        let spaces = word.mask(upTo: 0x20)
        let visible = ~spaces & 0x8080_8080_8080_8080
        guard visible != 0 else { return true }
        let beginnings = visible & spaces.movedUp(first: isPending)
        // White space before the first character is not counted.
        let isFirst = characters == 0 && beginnings & visible & (~visible &+ 1) != 0
        characters &+= visible.markedBytes &+ beginnings.markedBytes &- (isFirst ? 1 : 0)
        commas &+= word.mask(of: UInt8(ascii: ",")).markedBytes
        last = UInt32(truncatingIfNeeded: word.byte(at: 7 - visible.leadingZeroBitCount / 8))
        return spaces.marksLastByte
    }
}

// MARK: - Scalars

extension TextLength {
    /// Returns the scalar that begins at an index, and its width in bytes. A reference to a no-break space is a space,
    /// any other reference is one visible character.
    @inline(__always) private static func scalar(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int, before end: Int
    ) -> (scalar: UInt32, width: Int) {
        let byte = bytes[index]
        if byte == UInt8(ascii: "&") { return reference(in: bytes, at: index, before: end) }
        guard byte >= 0xC2 else { return (UInt32(byte), 1) }
        let width = min(byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4, end - index)
        var scalar = UInt32(byte) & (width == 2 ? 0x1F : width == 3 ? 0x0F : 0x07)
        for offset in 1..<max(width, 1) { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
        return (scalar, width)
    }

    private static func reference(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int, before end: Int
    ) -> (scalar: UInt32, width: Int) {
        let ampersand = UInt32(bytes[index])
        var last = index + 1
        let limit = min(end, index + 10)
        while last < limit, bytes[last] != UInt8(ascii: ";"), bytes[last] != UInt8(ascii: " ") { last += 1 }
        guard last < limit, bytes[last] == UInt8(ascii: ";") else { return (ampersand, 1) }
        let width = last + 1 - index
        // `&nbsp;` and `&#160;`; `&;` has no third byte.
        let (first, second) = (bytes[index + 1], width > 2 ? bytes[index + 2] : 0)
        let isNamed = first == UInt8(ascii: "n") && second == UInt8(ascii: "b")
        let isNumbered = first == UInt8(ascii: "#") && second == UInt8(ascii: "1") && width == 6
        return (isNamed || isNumbered ? 0x20 : ampersand, width)
    }

    @inline(__always) private static func isSpace(_ scalar: UInt32) -> Bool {
        scalar <= 0x20 || scalar == 0xA0 || scalar == 0x3000 || scalar == 0x200B || scalar == 0xFEFF
    }

    private static func isComma(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2C, 0x060C, 0xFE50, 0xFE10, 0xFE11, 0x2E41, 0x2E34, 0x2E32, 0xFF0C, 0x3001: true
        default: false
        }
    }

    private static func isEndOfSentence(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F, 0x2026, 0x061F, 0x06D4, 0x0964: true
        default: false
        }
    }
}

extension UInt8 {
    /// True if the byte is a visible ASCII character other than a comma, and counts as one character.
    fileprivate var isPlain: Bool {
        self &- 0x21 < 0x5F && self != UInt8(ascii: "&") && self != UInt8(ascii: ",")
    }
}
