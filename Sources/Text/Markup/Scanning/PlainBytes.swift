/// Finds the parts of a text that can be copied unchanged.
extension Array<UInt8> {
    /// Returns the index of the first byte that begins a tag, or may begin a reference or a soft hyphen; the end if
    /// there is none.
    package func endOfPlainText(in range: Range<Int>) -> Int {
        withUnsafeBufferPointer { bytes in
            var index = range.lowerBound
            while index &+ ByteWord.width <= range.upperBound {
                let word = ByteWord(bytes, at: index)
                let found = word.mask(of: ASCII.lessThan) | word.mask(of: ASCII.ampersand) | word.mask(of: 0xC2)
                if found != 0 { return index + found.firstMarkedByte }
                index &+= ByteWord.width
            }
            while index < range.upperBound, !bytes[index].endsPlainText { index &+= 1 }
            return index
        }
    }

    /// Returns the number of characters in `range`, without white space.
    package func visibleCharacters(in range: Range<Int>) -> Int {
        withUnsafeBufferPointer { bytes in
            var (index, count) = (range.lowerBound, 0)
            while index &+ ByteWord.width <= range.upperBound {
                let word = ByteWord(bytes, at: index)
                count &+= ByteWord.width &- (word.spaces | word.continuations).markedBytes
                index &+= ByteWord.width
            }
            return count + bytes[index..<range.upperBound].count { !$0.isMarkupSpace && $0 & 0xC0 != 0x80 }
        }
    }

    /// Returns the end of words that are separated by one space, the first of which begins at the start of the range:
    /// before other white space, and before a byte that may begin an invisible character.
    package func endOfWords(in range: Range<Int>) -> Int {
        withUnsafeBufferPointer { bytes in
            let limit = range.upperBound
            var index = range.lowerBound + 1
            // The test for two spaces includes the byte after the word.
            while index &+ ByteWord.width < limit {
                let found = bytes.endsOfWords(at: index)
                if found != 0 { return index + found.firstMarkedByte }
                index &+= ByteWord.width
            }
            while index < limit {
                let byte = bytes[index]
                if byte == ASCII.space {
                    guard index + 1 < limit, bytes[index + 1].isOrdinary else { break }
                } else if !byte.isOrdinary {
                    break
                }
                index += 1
            }
            return index
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the bytes of a word that must not be copied, by the rule of `endOfWords`.
    @inline(__always)
    fileprivate func endsOfWords(at index: Int) -> UInt64 {
        let word = ByteWord(self, at: index)
        let next = ByteWord(self, at: index + 1)
        let spaces = word.mask(of: ASCII.space)
        let found = word.mask(upTo: 0x1F) | spaces & next.mask(upTo: ASCII.space)
        guard !word.isASCII || !next.isASCII else { return found }
        return found | word.invisibles | spaces & next.invisibles
    }
}

extension ByteWord {
    /// The bytes that may begin an invisible character.
    @inline(__always) fileprivate var invisibles: UInt64 { mask(of: 0xC2) | mask(of: 0xE2) | mask(of: 0xEF) }
}

extension UInt8 {
    /// True if the byte begins a tag, or may begin a reference or a soft hyphen.
    fileprivate var endsPlainText: Bool { self == ASCII.lessThan || self == ASCII.ampersand || self == 0xC2 }

    /// True if the byte is not white space and does not begin an invisible character.
    fileprivate var isOrdinary: Bool { self > 0x20 && self != 0xC2 && self != 0xE2 && self != 0xEF }
}
