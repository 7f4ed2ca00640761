/// One sentence in every coding, and large bodies in few bytes.
enum Samples {
    static let text = Array("lede reads feeds, lede reads feeds, and lede reads them offline".utf8)

    static let gzip = bytes(
        """
        1f8b0800000000000203cb494d4955284a4d4c2956484b4d4d29d651c8c11049cc4b41162dc948cd55c84f4bcbc9cc4b0500455cb1463f00
        0000
        """)
    static let zlib = bytes(
        """
        78dacb494d4955284a4d4c2956484b4d4d29d651c8c11049cc4b41162dc948cd55c84f4bcbc9cc4b0500c5d31666
        """)
    static let bareDeflate = bytes(
        """
        cb494d4955284a4d4c2956484b4d4d29d651c8c11049cc4b41162dc948cd55c84f4bcbc9cc4b0500
        """)
    static let brotli = bytes(
        """
        1b3e00a004726ba98e6e2dc26e497c785b1051b2914a653ae7c1e8d33e057ca581f41a29d54b4e
        """)
    static let zstd = bytes(
        """
        28b52ffd203f4501001242070cc03d5b6b8b2bfcbf7cff9c014f3b22057cf5a440f0fc043cf285cf2f020039b9a1bc1906
        """)

    /// One MiB of zeros; several members may be joined.
    static let gzipMebibyte =
        bytes("1f8b0800000000000203edc13101000000c2a0f54f6d085fa0") + [UInt8](repeating: 0, count: 1016)
        + bytes("3e031cea38a700001000")
    /// One MiB of zeros; several frames may be joined.
    static let zstdMebibyte = bytes(
        """
        28b52ffda0000010004c000008000100fcff39100202001000020010000200100002001000020010000200100003001000
        """)
    /// 64 MiB of zeros.
    static let brotli64Mebibytes = bytes(
        """
        cfffff7ff82700e2b14020f7fe9ffffffff04f00c4610180eefd3fffffffe19f0088c32200ddfbfffcffffc73f0110870500baf7ff
        """)
    /// A frame that requires a window of 32 MiB.
    static let zstdWithHugeWindow = bytes("28b52ffd007844000010000001003f012c010000")

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
