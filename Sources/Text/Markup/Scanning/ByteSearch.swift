internal import Basics
internal import Glibc

/// Searches bytes instead of characters, since most of a feed is text between two ASCII marks.
extension Array<UInt8> {
    /// Returns the first index of `byte` in `range`, or nil.
    package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        span.extracting(range).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return range.lowerBound + (UnsafeRawPointer(found) - start)
        }
    }

    /// Returns the first range of `pattern` (not empty) in `range`, or nil.
    package func firstRange(of pattern: StaticString, in range: Range<Int>) -> Range<Int>? {
        let length = pattern.utf8CodeUnitCount
        guard range.count >= length else { return nil }
        let first = pattern.byte(at: 0)
        let lastStart = range.upperBound - length + 1
        var position = range.lowerBound
        while let start = firstIndex(of: first, in: position..<lastStart) {
            if hasBytes(pattern, at: start) { return start..<start + length }
            position = start + 1
        }
        return nil
    }

    /// True if the bytes at `position` equal `pattern`.
    package func hasBytes(_ pattern: StaticString, at position: Int) -> Bool {
        guard position + pattern.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<pattern.utf8CodeUnitCount where self[position + offset] != pattern.byte(at: offset) {
            return false
        }
        return true
    }

    /// True if the bytes at `position` equal `pattern` (in lower case), ignoring case.
    package func hasBytes(ignoringCase pattern: StaticString, at position: Int) -> Bool {
        guard position + pattern.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<pattern.utf8CodeUnitCount
        where self[position + offset].lowercasedASCII != pattern.byte(at: offset) {
            return false
        }
        return true
    }

    /// True if the bytes of `range` equal `word` (in lower case), ignoring case.
    package func equals(ignoringCase word: StaticString, in range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount && hasBytes(ignoringCase: word, at: range.lowerBound)
    }

    /// Returns `range` without leading and trailing white space.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, self[lower].isMarkupSpace { lower += 1 }
        while lower < upper, self[upper - 1].isMarkupSpace { upper -= 1 }
        return lower..<upper
    }
}

/// Names of elements and attributes.
extension Array<UInt8> {
    /// True if two names are equal, ignoring case.
    package func sameName(_ a: Range<Int>, _ b: Range<Int>) -> Bool {
        guard a.count == b.count else { return false }
        for offset in 0..<a.count
        where self[a.lowerBound + offset].lowercasedASCII != self[b.lowerBound + offset].lowercasedASCII {
            return false
        }
        return true
    }

    /// Returns the end of a name at the start of the range: before white space, a solidus or a bracket.
    package func endOfName(in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = self[index]
            if byte <= ASCII.greaterThan,
                byte.isMarkupSpace || byte == ASCII.solidus || byte == ASCII.greaterThan || byte == ASCII.lessThan
            {
                break
            }
            index += 1
        }
        return index
    }
}

extension StaticString {
    func byte(at offset: Int) -> UInt8 {
        // In bounds: every caller compares `offset` with `utf8CodeUnitCount` first.
        utf8Start[offset]
    }
}
