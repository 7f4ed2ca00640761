/// Collapses white space as HTML shows it: a run of it becomes one space, and both ends have none.
package enum WhiteSpace {
    /// Returns the text of `range` with each run of white space (except no-break spaces) as one space, and none at the
    /// ends.
    package static func collapsed(_ bytes: [UInt8], in range: Range<Int>) -> String {
        let range = bytes.trimmed(range)
        guard holdsRun(bytes, range) else { return String(decoding: bytes[range], as: UTF8.self) }
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        var isPending = false
        for byte in bytes[range] {
            if byte.isMarkupSpace {
                isPending = true
            } else {
                if isPending { output.append(ASCII.space) }
                isPending = false
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns `text` with each run of white space as one space, and none at the ends.
    package static func collapsed(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return collapsed(bytes, in: bytes.indices)
    }

    /// True if anything but single spaces separates the words.
    private static func holdsRun(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes[range] {
            if byte.isMarkupSpace, byte != ASCII.space || previous == ASCII.space { return true }
            previous = byte
        }
        return false
    }
}
