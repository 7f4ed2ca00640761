/// Splits the bytes of a socket into lines, and drops lines that are too long.
struct BoundedLines {
    /// Maximum length of a line, in bytes (16 KiB); a report has about a hundred.
    private static let maximumLineLength = 16 << 10

    private var rest: [UInt8] = []
    private var isTooLong = false

    /// Returns the lines that these bytes complete.
    mutating func add(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for byte in bytes {
            guard byte != UInt8(ascii: "\n") else {
                if !isTooLong, !rest.isEmpty { lines.append(rest) }
                rest.removeAll(keepingCapacity: true)
                isTooLong = false
                continue
            }
            if rest.count < Self.maximumLineLength { rest.append(byte) } else { isTooLong = true }
        }
        return lines
    }
}
