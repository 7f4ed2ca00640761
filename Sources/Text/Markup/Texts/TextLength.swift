/// The amount of visible text.
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
                let byte = bytes[index]
                if byte.isPlain {
                    let start = index
                    repeat { index += 1 } while index < range.upperBound && bytes[index].isPlain
                    if isPending, characters > 0 { characters += 1 }
                    isPending = false
                    characters += index - start
                    last = UInt32(bytes[index - 1])
                    continue
                }
                var scalar = UInt32(byte)
                var width = 1
                if byte >= 0xC2 {
                    width = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                    width = min(width, range.upperBound - index)
                    scalar = UInt32(byte) & (width == 2 ? 0x1F : width == 3 ? 0x0F : 0x07)
                    for offset in 1..<max(width, 1) { scalar = scalar << 6 | UInt32(bytes[index + offset] & 0x3F) }
                } else if byte == UInt8(ascii: "&") {
                    var end = index + 1
                    let limit = min(range.upperBound, index + 10)
                    while end < limit, bytes[end] != UInt8(ascii: ";"), bytes[end] != UInt8(ascii: " ") { end += 1 }
                    if end < limit, bytes[end] == UInt8(ascii: ";") {
                        width = end + 1 - index
                        // `&nbsp;` and `&#160;`; `&;` has no third byte.
                        let (first, second) = (bytes[index + 1], width > 2 ? bytes[index + 2] : 0)
                        if first == UInt8(ascii: "n"), second == UInt8(ascii: "b") { scalar = 0x20 }
                        if first == UInt8(ascii: "#"), second == UInt8(ascii: "1"), width == 6 { scalar = 0x20 }
                    }
                }
                index += width
                if scalar <= 0x20 || scalar == 0xA0 || scalar == 0x3000 || scalar == 0x200B || scalar == 0xFEFF {
                    isPending = true
                    continue
                }
                if isPending, characters > 0 { characters += 1 }
                isPending = false
                characters += 1
                last = scalar
                switch scalar {
                case 0x2C, 0x060C, 0xFE50, 0xFE10, 0xFE11, 0x2E41, 0x2E34, 0x2E32, 0xFF0C, 0x3001: commas += 1
                default: break
                }
            }
        }
        switch last {
        case 0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F, 0x2026, 0x061F, 0x06D4, 0x0964: endsSentence = true
        default: endsSentence = false
        }
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

extension UInt8 {
    /// True if the byte is a visible ASCII character other than a comma, and counts as one character.
    fileprivate var isPlain: Bool {
        self &- 0x21 < 0x5F && self != UInt8(ascii: "&") && self != UInt8(ascii: ",")
    }
}
