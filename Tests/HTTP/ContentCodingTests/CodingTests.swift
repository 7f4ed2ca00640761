import ContentCoding
import Testing

@Suite struct CodingTests {
    @Test(
        "Field values name the codings in order",
        arguments: [
            ([], []), ([""], []), (["identity"], []), (["gzip"], [.gzip]), (["X-GZIP"], [.gzip]),
            ([" br\t"], [.brotli]),
            (["deflate, , zstd,"], [.deflate, .zstd]), (["gzip", "identity, br"], [.gzip, .brotli]),
            (["none"], []), (["UTF-8"], []), (["iso-8859-1", "gzip"], [.gzip]),
        ] as [([String], [Coding])])
    func fieldValuesNameCodingsInOrder(_ values: [String], _ codings: [Coding]) throws {
        #expect(try Coding.list(values) == codings)
    }

    @Test(
        "An unknown coding is an error",
        arguments: [
            (["compress"], .unknownCoding("compress")), (["gzip, aes128gcm"], .unknownCoding("aes128gcm")),
            (["\u{1b}]0;x\u{7}gzip"], .unknownCoding("]0;xgzip")), (["gzip gzip"], .unknownCoding("gzipgzip")),
            ([String](repeating: "gzip", count: 6), .tooManyCodings(limit: 5)),
        ] as [([String], ContentCodingError)])
    func whatIsNotUnderstoodIsAnError(_ values: [String], _ error: ContentCodingError) {
        #expect(throws: error) { try Coding.list(values) }
    }
}
