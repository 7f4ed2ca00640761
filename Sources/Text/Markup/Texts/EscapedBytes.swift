import Basics

/// UTF-8 that a program mistook for Latin-1 and escaped byte by byte: `caf&#195;&#169;`, `It&acirc;&#128;&#153;s`.
enum EscapedBytes {
    /// Decodes the run of references after an ampersand at the start of `range`, if its numbers are the bytes of UTF-8.
    /// Returns the length of the run, or nil if there is none.
    ///
    /// A run that is not UTF-8 as a whole is written as Latin-1 at once, so each reference is read a bounded number of
    /// times.
    static func decode(_ bytes: [UInt8], _ range: Range<Int>, into output: inout [UInt8]) -> Int? {
        guard let first = reference(bytes, range), first.value >= 0xC2 else { return nil }
        var run = [first.value]
        var position = range.lowerBound + first.length
        while position < range.upperBound, bytes[position] == ASCII.ampersand,
            let next = reference(bytes, position + 1..<range.upperBound), next.value >= 0x80
        {
            run.append(next.value)
            position += 1 + next.length
        }
        guard run.count > 1 else { return nil }
        if run.isUTF8, !mayBeLatin(run) {
            output.append(contentsOf: SafeText.clean(run, isWellFormed: true))
        } else {
            for byte in run {
                if let scalar = ReferenceDecoder.scalar(numbered: UInt32(byte)) { output.append(scalar) }
            }
        }
        return position - range.lowerBound
    }

    /// True for an accented letter before a no-break space or a closing quotation mark (`caf&eacute;&nbsp;&raquo;`):
    /// the numbers are valid UTF-8, but the author wrote French. After 0xC2 and 0xC3, UTF-8 is more likely: these bytes
    /// begin the letters of Latin-1.
    private static func mayBeLatin(_ run: [UInt8]) -> Bool {
        run[0] > 0xC3 && run.dropFirst().allSatisfy { $0 == 0xA0 || $0 == 0xAB || $0 == 0xBB }
    }

    /// Returns the reference after an ampersand, if it ends in a semicolon and names a character below U+0100.
    private static func reference(_ bytes: [UInt8], _ range: Range<Int>) -> (value: UInt8, length: Int)? {
        let limit = min(range.upperBound, range.lowerBound + maximumLength)
        guard let end = bytes.firstIndex(of: ASCII.semicolon, in: range.lowerBound..<limit) else { return nil }
        let name = range.lowerBound..<end
        guard let value = number(bytes, name) ?? EntityName(bytes, name).flatMap(HTMLEntities.scalar)?.value,
            value < 0x100
        else { return nil }
        return (UInt8(truncatingIfNeeded: value), end + 1 - range.lowerBound)
    }

    /// Maximum length of a reference, in bytes: sufficient for `&frac14;`, `&#x00E9;` and every name of a letter.
    private static let maximumLength = 10

    private static func number(_ bytes: [UInt8], _ name: Range<Int>) -> UInt32? {
        guard let first = name.first, bytes[first] == ASCII.numberSign else { return nil }
        let isHexadecimal = name.count > 2 && bytes[first + 1].lowercasedASCII == UInt8(ascii: "x")
        let digits = bytes[(first + (isHexadecimal ? 2 : 1))..<name.upperBound]
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalDigit, isHexadecimal || digit < 10 else { return nil }
            value = value * (isHexadecimal ? 16 : 10) + digit
        }
        return value
    }
}
