import Glibc

/// Reads a file from a disk that cannot read some of its blocks.
enum FailingDisk {
    /// Number of bytes that are replaced by zeros together if the disk cannot read one of them (4 KiB).
    private static let block = 4 << 10

    /// Appends the bytes of the file between two positions, or up to its end. Bytes that the disk cannot read become
    /// zeros.
    ///
    /// - Returns: the system's error number of any other failure; nil if there was none.
    static func read(_ file: Int32, from start: Int, to end: Int, into bytes: inout [UInt8]) -> Int32? {
        var position = start
        var isFailing = false
        while position < end {
            let next = isFailing ? min(end, position - position % block + block) : end
            let (piece, problem) = Self.piece(of: file, from: position, to: next)
            if let problem {
                guard problem == EIO else { return problem }
                if isFailing {
                    bytes += [UInt8](repeating: 0, count: next - position)
                    position = next
                }
                // The blocks up to the end are read one by one.
                isFailing = true
            } else if piece.isEmpty {
                return nil
            } else {
                bytes += piece
                position += piece.count
            }
        }
        return nil
    }

    private static func piece(of file: Int32, from start: Int, to end: Int) -> (bytes: [UInt8], problem: Int32?) {
        var problem: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: end - start) { buffer, filled in
            var result = pread(file, buffer.baseAddress, end - start, start)
            while result < 0, errno == EINTR { result = pread(file, buffer.baseAddress, end - start, start) }
            if result < 0 { problem = errno }
            filled = max(0, result)
        }
        return (bytes, problem)
    }
}
