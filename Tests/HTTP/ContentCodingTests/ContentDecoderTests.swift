import ContentCoding
import Testing

@Suite struct ContentDecoderTests {
    private static let coded: [(String, [UInt8])] = [
        ("gzip", Samples.gzip), ("x-gzip", Samples.gzip), ("deflate", Samples.zlib), ("deflate", Samples.bareDeflate),
        ("br", Samples.brotli), ("zstd", Samples.zstd), ("identity", Samples.text), ("", Samples.text),
    ]

    @Test("The decoder decodes every coding", arguments: coded)
    func decoderDecodesEveryCoding(_ name: String, _ body: [UInt8]) throws {
        #expect(try ContentDecoder.decode(body, contentEncoding: [name], limit: 1000) == Samples.text)
    }

    @Test("Input that arrives byte by byte gives the same output", arguments: coded)
    func aByteAtATimeGivesTheSame(_ name: String, _ body: [UInt8]) throws {
        let decoder = ContentDecoder(try Coding.list([name]), limit: 1000)
        var decoded: [UInt8] = []
        for byte in body { decoded += try decoder.decode([byte]) }
        try decoder.finish()
        #expect(decoded == Samples.text)
    }

    @Test("An empty body is complete", arguments: coded)
    func anEmptyBodyIsComplete(_ name: String, _ body: [UInt8]) throws {
        #expect(try ContentDecoder.decode([], contentEncoding: [name], limit: 0) == [])
    }

    @Test("Every truncated body is corrupt", arguments: coded.filter { !["identity", ""].contains($0.0) })
    func everyTruncationIsCorrupt(_ name: String, _ body: [UInt8]) throws {
        let coding = try #require(try Coding.list([name]).first)
        for count in 1..<body.count {
            #expect(throws: ContentCodingError.corrupt(coding), "\(count) bytes") {
                try ContentDecoder.decode(Array(body.prefix(count)), contentEncoding: [name], limit: 1000)
            }
        }
    }

    @Test("Random bytes are corrupt", arguments: ["deflate", "br", "zstd"])
    func nonsenseIsCorrupt(_ name: String) throws {
        let coding = try #require(try Coding.list([name]).first)
        #expect(throws: ContentCodingError.corrupt(coding)) {
            try ContentDecoder.decode(Array("<rss version=\"2.0\"/>".utf8), contentEncoding: [name], limit: 1000)
        }
    }

    private static let plain: [[UInt8]] = [
        Array("<rss version=\"2.0\"/>".utf8), Array("x".utf8), [0x1f, 0x20, 0x21], [0x8b, 0x1f], [0xff, 0xd8, 0xff],
    ]

    @Test("Plain bytes that are declared as gzip are returned unchanged, whole and byte by byte", arguments: plain)
    func plainBytes(_ body: [UInt8]) throws {
        #expect(try ContentDecoder.decode(body, contentEncoding: ["gzip"], limit: body.count) == body)
        let decoder = ContentDecoder([.gzip], limit: body.count)
        var decoded: [UInt8] = []
        for byte in body { decoded += try decoder.decode([byte]) }
        try decoder.finish()
        #expect(decoded == body)
        #expect(throws: ContentCodingError.tooLarge(limit: body.count - 1)) {
            try ContentDecoder.decode(body, contentEncoding: ["gzip"], limit: body.count - 1)
        }
    }

    @Test("A body that is compressed once, but declared as gzip twice, is decoded")
    func declaredTwice() throws {
        let decoded = try ContentDecoder.decode(Samples.gzip, contentEncoding: ["gzip", "gzip"], limit: 1000)
        #expect(decoded == Samples.text)
    }

    @Test("A part of a body that is declared as gzip is not taken for plain bytes", arguments: plain)
    func part(_ body: [UInt8]) {
        #expect(throws: ContentCodingError.corrupt(.gzip)) {
            try ContentDecoder.decode(body, contentEncoding: ["gzip"], limit: 1000, isPart: true)
        }
    }

    @Test("A flipped byte makes the body corrupt") func aFlippedByteIsCorrupt() throws {
        var body = Samples.gzip
        body[20] ^= 0x10
        #expect(throws: ContentCodingError.corrupt(.gzip)) {
            try ContentDecoder.decode(body, contentEncoding: ["gzip"], limit: 1000)
        }
    }

    @Test("A gzip body gives the same result whole and in pieces, even if it is damaged")
    func wholeGzip() {
        let more = [UInt8](Samples.gzipMebibyte.prefix(40))
        var bodies = [Samples.gzip, Samples.gzip + Samples.gzip, Samples.gzip + more, Samples.gzip + [0, 0, 0]]
        for index in Samples.gzip.indices {
            bodies += ([0x01, 0x10, 0x80, 0xFF] as [UInt8]).map { flip in
                var body = Samples.gzip
                body[index] ^= flip
                return body
            }
        }
        for body in bodies {
            #expect(
                Self.decoded(body) { try ContentDecoder.decode($0, contentEncoding: ["gzip"], limit: 1000) }
                    == Self.decoded(body) {
                        let decoder = ContentDecoder([.gzip], limit: 1000)
                        let decoded = try decoder.decode($0)
                        try decoder.finish()
                        return decoded
                    }, "\(body)")
        }
    }

    private static func decoded(_ body: [UInt8], by decode: ([UInt8]) throws -> [UInt8]) -> [UInt8]? {
        try? decode(body)
    }

    /// RFC 9110 §8.4: listed in the order in which they were applied.
    @Test("The decoder undoes several codings, the last one first") func severalCodingsAreDecodedLastOneFirst() throws {
        let once = try ContentDecoder.decode(Samples.storedInGzip(Samples.zstd), contentEncoding: ["gzip"], limit: 1000)
        #expect(once == Samples.zstd)
        let twice = try ContentDecoder.decode(
            Samples.storedInGzip(Samples.zstd), contentEncoding: ["zstd", "gzip"], limit: 1000)
        #expect(twice == Samples.text)
    }

    // MARK: Input that servers send

    @Test("Several members or frames decode to one body") func membersAndFramesFollowOneAnother() throws {
        let gzip = try ContentDecoder.decode(Samples.gzip + Samples.gzip, contentEncoding: ["gzip"], limit: 1000)
        #expect(gzip == Samples.text + Samples.text)
        let zstd = try ContentDecoder.decode(Samples.zstd + Samples.zstd, contentEncoding: ["zstd"], limit: 1000)
        #expect(zstd == Samples.text + Samples.text)
    }

    @Test(
        "The decoder ignores padding after the end",
        arguments: [("gzip", Samples.gzip), ("deflate", Samples.zlib), ("br", Samples.brotli)])
    func paddingAfterTheEndIsIgnored(_ name: String, _ body: [UInt8]) throws {
        let padded = body + [UInt8](repeating: 0, count: 100)
        #expect(try ContentDecoder.decode(padded, contentEncoding: [name], limit: 1000) == Samples.text)
    }

    // MARK: Limits

    @Test("A body may be exactly as long as the limit, and no byte longer", arguments: coded)
    func theLimitIsExact(_ name: String, _ body: [UInt8]) throws {
        let count = Samples.text.count
        #expect(try ContentDecoder.decode(body, contentEncoding: [name], limit: count) == Samples.text)
        #expect(throws: ContentCodingError.tooLarge(limit: count - 1)) {
            try ContentDecoder.decode(body, contentEncoding: [name], limit: count - 1)
        }
    }

    /// Without a limit each would decode to hundreds of megabytes.
    @Test("The decoder stops compression bombs at the limit", arguments: [("gzip", 320), ("zstd", 320), ("br", 1)])
    func bombsStopAtTheLimit(_ name: String, _ repetitions: Int) throws {
        let unit = ["gzip": Samples.gzipMebibyte, "zstd": Samples.zstdMebibyte][name] ?? Samples.brotli64Mebibytes
        let limit = 4 << 20
        let decoder = ContentDecoder(try Coding.list([name]), limit: limit)
        var count = 0
        #expect(throws: ContentCodingError.tooLarge(limit: limit)) {
            for _ in 1...repetitions {
                for byte in unit { count += try decoder.decode([byte]).count }
            }
        }
        #expect(count <= limit)
    }

    @Test("A decoded piece never exceeds the maximum size of a piece") func onePieceIsLimited() throws {
        let decoder = ContentDecoder([.gzip], limit: 8 << 20, atOnce: 1 << 20)
        for _ in 1...2 { #expect(try decoder.decode(Samples.gzipMebibyte).count == 1 << 20) }
        #expect(throws: ContentCodingError.tooLarge(limit: 1 << 20)) {
            try decoder.decode(Samples.gzipMebibyte + Samples.gzipMebibyte)
        }
    }

    @Test("The limit may be raised while the body arrives")
    func growingLimit() throws {
        let decoder = ContentDecoder([.gzip], limit: 0)
        var decoded: [UInt8] = []
        for (index, byte) in Samples.gzip.enumerated() {
            decoder.limit = 3 * (index + 1)
            decoded += try decoder.decode([byte])
        }
        #expect(decoded == Samples.text)
    }

    /// The outer coding grows beyond the limit and the inner one would shrink it again: skippable zstd frames are
    /// empty.
    @Test("The limit applies to every coding of a chain") func everyCodingOfAChainIsLimited() throws {
        let skippable: [UInt8] = [0x50, 0x2a, 0x4d, 0x18, 0x00, 0x00, 0x00, 0x10]
        let bomb = Samples.storedInGzip(skippable) + [[UInt8]](repeating: Samples.gzipMebibyte, count: 8).joined()
        #expect(throws: ContentCodingError.tooLarge(limit: 4 << 20)) {
            try ContentDecoder.decode(bomb, contentEncoding: ["zstd", "gzip"], limit: 4 << 20)
        }
    }

    /// RFC 9659: 8 MB.
    @Test("The decoder refuses large windows") func hugeWindowsAreRefused() {
        #expect(throws: ContentCodingError.corrupt(.zstd)) {
            try ContentDecoder.decode(Samples.zstdWithHugeWindow, contentEncoding: ["zstd"], limit: 1000)
        }
    }
}

extension Samples {
    /// Returns a gzip member with uncompressed bytes (RFC 1951 §3.2.4) and its checksum (RFC 1952 §8).
    static func storedInGzip(_ bytes: [UInt8]) -> [UInt8] {
        let littleEndian = { (value: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        let length = UInt16(bytes.count)
        let block: [UInt8] = [1, UInt8(length & 0xff), UInt8(length >> 8), UInt8(~length & 0xff), UInt8(~length >> 8)]
        var checksum = ~UInt32(0)
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xedb8_8320 : checksum >> 1 }
        }
        return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + block + bytes + littleEndian(~checksum)
            + littleEndian(UInt32(bytes.count))
    }
}
