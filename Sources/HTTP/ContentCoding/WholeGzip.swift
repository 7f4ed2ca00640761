internal import CCoding

/// Decodes a gzip body of one member, the form that nearly every server sends, in a single call.
///
/// libdeflate takes a third of zlib's time, and its output needs no copy: zlib took 14 % of a first refresh.
enum WholeGzip {
    /// A head of 10 bytes, at least 2 bytes, a trailer of 8 (RFC 1952 §2.3).
    private static let minimumSize = 20
    /// Maximum number of bytes that one byte of a deflate stream stands for: 258 in two bits.
    private static let maximumRatio = 1_032

    /// Returns nil if the body has another form, is corrupt or exceeds the limit; `ContentDecoder` then reports the
    /// reason.
    static func decode(_ body: [UInt8], limit: Int) -> [UInt8]? {
        guard body.count >= minimumSize else { return nil }
        // ISIZE, the size of the input modulo 2³²: a claim, which libdeflate checks.
        let size = body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size > 0, size <= limit, size / maximumRatio <= body.count else { return nil }
        var isWhole = false
        let decoded = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            isWhole = coding_gunzip_whole(body, body.count, output.baseAddress, size)
            count = isWhole ? size : 0
        }
        return isWhole ? decoded : nil
    }
}
