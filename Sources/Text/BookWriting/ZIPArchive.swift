import ContentCoding

/// Writes a ZIP archive (APPNOTE 6.3) from front to back, a whole file at a time: without encryption, ZIP64 and dates, so
/// that the same files give the same bytes.
struct ZIPArchive {
    private let write: ([UInt8]) throws -> Void
    private var directory: [UInt8] = []
    private var count = 0
    /// The length of the archive so far, without its directory.
    private(set) var length = 0

    init(write: @escaping ([UInt8]) throws -> Void) {
        self.write = write
    }

    /// The length of the archive if it ended now.
    var wholeLength: Int { length + directory.count + Self.lengthOfEnd }

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - name: its path in ASCII.
    ///   - isCompressed: false to store the bytes as they are.
    mutating func append(_ name: String, _ bytes: [UInt8], isCompressed: Bool) throws {
        let packed = isCompressed ? Self.deflated(bytes) : nil
        let body = packed ?? bytes
        var facts: [UInt8] = []
        // The version for deflate, no flags, the method.
        facts.append(short: 20)
        facts.append(short: 0)
        facts.append(short: packed == nil ? 0 : 8)
        // Midnight of 1 January 1980, the earliest date.
        facts.append(short: 0)
        facts.append(short: 1 << 5 | 1)
        facts.append(long: Checksum.of(bytes))
        facts.append(long: UInt32(truncatingIfNeeded: body.count))
        facts.append(long: UInt32(truncatingIfNeeded: bytes.count))
        facts.append(short: UInt16(truncatingIfNeeded: name.utf8.count))
        facts.append(short: 0)

        directory.append(contentsOf: Self.entryMark)
        directory.append(short: 20)
        directory.append(contentsOf: facts)
        // Neither a comment, a second disk nor attributes.
        directory.append(contentsOf: [UInt8](repeating: 0, count: 10))
        directory.append(long: UInt32(truncatingIfNeeded: length))
        directory.append(contentsOf: name.utf8)

        let head = Self.fileMark + facts + Array(name.utf8)
        try write(head + body)
        length += head.count + body.count
        count += 1
    }

    /// Writes the directory, which ends the archive.
    mutating func finish() throws {
        var end = Self.endMark
        end.append(long: 0)
        for _ in 0..<2 { end.append(short: UInt16(truncatingIfNeeded: count)) }
        end.append(long: UInt32(truncatingIfNeeded: directory.count))
        end.append(long: UInt32(truncatingIfNeeded: length))
        end.append(short: 0)
        try write(directory + end)
    }

    private static let fileMark: [UInt8] = [0x50, 0x4B, 3, 4]
    private static let entryMark: [UInt8] = [0x50, 0x4B, 1, 2]
    private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let lengthOfEnd = 22

    /// Returns the bytes in deflate's form; nil if that is not shorter, or zlib is not installed. A gzip file is such a
    /// stream between a head of 10 bytes and a trailer of 8 (RFC 1952 §2.3).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        guard let gzip = ContentEncoder.gzip(bytes), gzip.count > 18, gzip.count - 18 < bytes.count else { return nil }
        return Array(gzip[10..<gzip.count - 8])
    }
}

extension [UInt8] {
    /// Appends two bytes, the lower one first.
    fileprivate mutating func append(short number: UInt16) {
        append(UInt8(truncatingIfNeeded: number))
        append(UInt8(truncatingIfNeeded: number >> 8))
    }

    /// Appends four bytes, the lowest one first.
    fileprivate mutating func append(long number: UInt32) {
        append(short: UInt16(truncatingIfNeeded: number))
        append(short: UInt16(truncatingIfNeeded: number >> 16))
    }
}
