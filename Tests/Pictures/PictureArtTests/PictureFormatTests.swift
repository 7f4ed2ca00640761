import Testing

@testable import PictureArt

@Suite struct PictureFormatTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test(
        "The first bytes identify the formats that the decoder reads, and no others",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (png, .png), (Array(png.prefix(4)), nil),
            (Array("GIF89a".utf8), .gif), (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), .webp),
            (Array("RIFF\u{1}\u{2}\u{3}\u{4}WAVEfmt ".utf8), nil), (Array("12345678WEBPVP8 ".utf8), nil),
            (Array("\0\0\0 ftypavif".utf8), nil), (Array("<svg xmlns='x'/>".utf8), nil), (Array("BM".utf8), nil),
            ([], nil),
        ] as [([UInt8], PictureFormat?)])
    func formats(_ bytes: [UInt8], _ format: PictureFormat?) {
        #expect(PictureFormat(of: bytes) == format)
    }

    @Test("Each format has its registered MIME type") func types() {
        #expect(
            PictureFormat.allCases.map(\.mimeType) == ["image/jpeg", "image/png", "image/webp", "image/gif"])
    }
}
