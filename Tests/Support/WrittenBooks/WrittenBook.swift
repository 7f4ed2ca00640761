import ContentCoding

/// The files of a book, read from its ZIP archive as e-readers do, which begin with the directory at its end.
package struct WrittenBook {
    package struct File {
        package let name: String
        package let isCompressed: Bool
        package let bytes: [UInt8]

        package var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    package struct Damaged: Error {
        let reason: String
    }

    /// In the order of the directory.
    package let files: [File]

    package init(_ archive: [UInt8]) throws {
        let end = archive.count - 22
        guard end >= 0, archive[end..<end + 4].elementsEqual([0x50, 0x4B, 5, 6]) else {
            throw Damaged(reason: "no end")
        }
        var files: [File] = []
        var position = archive.number(at: end + 16, 4)
        for _ in 0..<archive.number(at: end + 10, 2) {
            files.append(try Self.file(in: archive, entry: position))
            position += 46 + archive.number(at: position + 28, 2)
        }
        guard position == end else { throw Damaged(reason: "the directory has another length") }
        self.files = files
    }

    package func file(_ name: String) throws -> File {
        guard let file = files.first(where: { $0.name == name }) else { throw Damaged(reason: "no \(name)") }
        return file
    }

    /// The chapters in the order of the book.
    package var chapters: [File] { files.filter { $0.name.hasPrefix("EPUB/article-") } }

    private static func file(in archive: [UInt8], entry: Int) throws -> File {
        let start = archive.number(at: entry + 42, 4)
        // The file's own head repeats the facts of the directory.
        guard archive[entry..<entry + 4].elementsEqual([0x50, 0x4B, 1, 2]),
            archive[start..<start + 4].elementsEqual([0x50, 0x4B, 3, 4]),
            archive[start + 4..<start + 30].elementsEqual(archive[entry + 6..<entry + 32])
        else { throw Damaged(reason: "two heads differ") }
        let name = start + 30..<start + 30 + archive.number(at: start + 26, 2)
        let body = archive[name.upperBound..<name.upperBound + archive.number(at: start + 18, 4)]
        let isCompressed = archive.number(at: start + 8, 2) == 8
        // As a gzip file, whose decoder checks the sum and the length (RFC 1952 §2.3); stored bytes are one block of
        // deflate each (RFC 1951 §3.2.4).
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let trailer = Array(archive[start + 14..<start + 18] + archive[start + 22..<start + 26])
        let bytes = try ContentDecoder.decode(
            head + (isCompressed ? Array(body) : stored(body)) + trailer, contentEncoding: ["gzip"], limit: 1 << 28)
        return File(
            name: String(decoding: archive[name], as: UTF8.self), isCompressed: isCompressed, bytes: bytes)
    }

    private static func stored(_ body: ArraySlice<UInt8>) -> [UInt8] {
        var blocks: [UInt8] = []
        var rest = body
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            blocks += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        return blocks
    }
}

extension [UInt8] {
    /// Returns a number of some bytes, the lowest one first.
    fileprivate func number(at position: Int, _ count: Int) -> Int {
        self[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
