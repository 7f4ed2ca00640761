/// Distinguishes pictures from pages that came in their place, by their first bytes.
enum PictureKind {
    static func isPicture(_ bytes: [UInt8]) -> Bool {
        signatures.contains { signature in
            bytes.count >= signature.offset + signature.bytes.count
                && bytes[signature.offset...].starts(with: signature.bytes)
        } || isVector(bytes)
    }

    private static let signatures: [(offset: Int, bytes: [UInt8])] = [
        (0, [0x89, 0x50, 0x4E, 0x47]),  // PNG
        (0, [0xFF, 0xD8, 0xFF]),  // JPEG
        (0, Array("GIF8".utf8)),
        (8, Array("WEBP".utf8)),
        (4, Array("ftypavif".utf8)),
        (4, Array("ftypavis".utf8)),
        (4, Array("ftyphei".utf8)),
        (4, Array("ftypmif1".utf8)),
        (0, [0xFF, 0x0A]),  // JPEG XL
        (0, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
        (0, Array("BM".utf8)),
        (0, [0x00, 0x00, 0x01, 0x00]),  // ICO
        (0, [0x49, 0x49, 0x2A, 0x00]),  // TIFF
        (0, [0x4D, 0x4D, 0x00, 0x2A]),
    ]

    /// Recognises SVG, which begins like a page.
    private static func isVector(_ bytes: [UInt8]) -> Bool {
        let beginning = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
        return beginning.contains("<svg") && !beginning.contains("<html")
    }
}
