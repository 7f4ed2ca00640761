internal import Glibc

/// Converts bytes of another encoding to UTF-8, with glibc's iconv or, for encodings that it lacks, with a table.
struct CharacterConverter: ~Copyable {
    private let descriptor: iconv_t

    /// Returns the text in UTF-8, with U+FFFD for each invalid byte, and the number of invalid bytes. Returns nil for
    /// an unknown encoding.
    static func convert(_ bytes: [UInt8], from encoding: String) -> (text: [UInt8], faults: Int)? {
        if let text = MacintoshTable.text(bytes, in: encoding) { return (text, 0) }
        return CharacterConverter(from: encoding)?.convert(bytes)
    }

    private init?(from encoding: String) {
        guard let descriptor = iconv_open("UTF-8", encoding), Int(bitPattern: descriptor) != -1 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        iconv_close(descriptor)
    }

    private func convert(_ bytes: [UInt8]) -> (text: [UInt8], faults: Int) {
        var input = bytes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var faults = 0
        input.withUnsafeMutableBytes { source in
            var next = source.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = source.count
            while left > 0 {
                let (produced, result) = chunk.withUnsafeMutableBytes { target in
                    var room = target.count
                    var to = target.baseAddress?.assumingMemoryBound(to: CChar.self)
                    let result = iconv(descriptor, &next, &left, &to, &room)
                    return (target.count - room, result == -1 ? errno : 0)
                }
                output.append(contentsOf: chunk[..<produced])
                guard result == EILSEQ || result == EINVAL else { continue }
                faults += 1
                output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                next = next?.advanced(by: 1)
                left -= 1
            }
        }
        return (output, faults)
    }
}
