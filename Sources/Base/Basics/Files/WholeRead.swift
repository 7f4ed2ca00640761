import Glibc

/// Reads to the end of a file or a stream: `read` may return fewer bytes than it was asked for, and a signal may
/// interrupt it.
package enum WholeRead {
    /// Appends all bytes up to the end, but at most `limit` + 1: the extra byte shows that there are too many. Returns
    /// the error number (`errno`); nil on success.
    ///
    /// - Parameters:
    ///   - length: the expected number of bytes: the first call of `read` asks for at least as many.
    ///   - piece: the number of bytes that each further call asks for.
    package static func read(
        _ descriptor: Int32, into bytes: inout [UInt8], expecting length: Int = 0, piece: Int = 64 << 10,
        limit: Int = .max
    ) -> Int32? {
        var count = max(length, piece)
        while bytes.count <= limit {
            var problem: Int32?
            let wanted = min(count, limit.addingSaturating(1) - bytes.count)
            let more = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
                var result = Glibc.read(descriptor, buffer.baseAddress, wanted)
                while result < 0, errno == EINTR { result = Glibc.read(descriptor, buffer.baseAddress, wanted) }
                if result < 0 { problem = errno }
                filled = max(0, result)
            }
            if let problem { return problem }
            if more.isEmpty { return nil }
            if bytes.isEmpty { bytes = more } else { bytes += more }
            count = piece
        }
        return nil
    }
}
