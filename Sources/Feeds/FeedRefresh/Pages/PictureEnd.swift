/// Recognises a picture whose end is missing. A body without a length looks complete if its connection ends early, and
/// a stored picture is never requested again.
package enum PictureEnd {
    /// The number of bytes at the end of a file in which the end marker is searched for: some programs append data of
    /// their own.
    private static let sample = 4096

    /// True for a PNG, JPEG, GIF or WebP file that ends early; false for a complete one, and for files of other
    /// formats.
    package static func isMissing(in bytes: [UInt8]) -> Bool {
        let end = bytes.suffix(sample)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return !end.contains("IEND".utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            return !end.contains([0xFF, 0xD9] as [UInt8]) && !hasEndOfImage(bytes)
        }
        if bytes.starts(with: "GIF8".utf8) { return bytes.last { $0 != 0 } != UInt8(ascii: ";") && !hasTrailer(bytes) }
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else { return false }
        // This is the length of the data after this field.
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
        return bytes.count - 8 < Int(UInt32(littleEndian: length))
    }

    /// True if the segments of a JPEG file lead to its end marker; phones append whole videos to it.
    private static func hasEndOfImage(_ bytes: [UInt8]) -> Bool {
        var position = 2
        while position + 3 < bytes.count {
            switch (bytes[position], bytes[position + 1]) {
            case (0xFF, 0xD9): return true
            case (0xFF, 0x00...0x01), (0xFF, 0xD0...0xD8): position += 2
            case (0xFF, 0x02..<0xFF):
                // An embedded preview has its own end marker, which must not count.
                position += 2 + (Int(bytes[position + 2]) << 8 + Int(bytes[position + 3]))
            default: position += 1
            }
        }
        return false
    }

    /// True if the blocks of a GIF file lead to its end.
    private static func hasTrailer(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 10 else { return false }
        var position = 13 + colorTableLength(bytes[10])
        while position < bytes.count {
            switch bytes[position] {
            case 0x3B: return true
            case 0x21: position += 2
            case 0x2C where position + 9 < bytes.count: position += 11 + colorTableLength(bytes[position + 9])
            default: return false
            }
            // Skips sub-blocks up to the empty one; each is preceded by its length.
            while position < bytes.count, bytes[position] != 0 { position += 1 + Int(bytes[position]) }
            position += 1
        }
        return false
    }

    private static func colorTableLength(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
}
