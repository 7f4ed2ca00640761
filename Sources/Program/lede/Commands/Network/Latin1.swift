/// Byte strings as text, one character for each byte.
enum Latin1 {
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }

    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
