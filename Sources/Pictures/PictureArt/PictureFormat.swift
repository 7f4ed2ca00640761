/// The formats that lede decodes. The first bytes of a file decide, never a name or a Content-Type.
package enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, gif

    /// The bytes after which the format is known.
    package static let signatureLength = 12

    /// Nil for any other format, which the decoder refuses.
    package init?(of bytes: [UInt8]) {
        let format = Self.allCases.first { format in
            bytes.starts(with: format.start)
                && bytes.dropFirst(Self.innerOffset).starts(with: format.inner.utf8)
        }
        guard let format else { return nil }
        self = format
    }

    package var mimeType: String { "image/" + rawValue }

    private var start: [UInt8] {
        switch self {
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        case .webp: Array("RIFF".utf8)
        case .gif: Array("GIF8".utf8)
        }
    }

    private static let innerOffset = 8

    /// The letters at `innerOffset`, which identify the content of a RIFF file.
    private var inner: String { self == .webp ? "WEBP" : "" }
}
