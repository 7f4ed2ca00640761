/// Recognises a picture whose end is missing. A body without a length looks complete if its connection ends early, and
/// a stored picture is never asked for again.
enum PictureEnd {
    /// The bytes in which the mark of the end is searched: some programs write data of their own after it.
    private static let sample = 4096

    /// True for a PNG, JPEG, GIF or WebP file that ends early; false for a whole one and for any other file.
    static func isMissing(in bytes: [UInt8]) -> Bool {
        let end = bytes.suffix(sample)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return !end.contains("IEND".utf8) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return !end.contains([0xFF, 0xD9] as [UInt8]) }
        if bytes.starts(with: "GIF8".utf8) { return bytes.last { $0 != 0 } != UInt8(ascii: ";") }
        guard bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) else { return false }
        // The length of what follows it.
        let length = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
        return bytes.count - 8 < Int(UInt32(littleEndian: length))
    }
}
