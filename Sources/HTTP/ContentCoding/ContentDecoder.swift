/// Decodes the content codings of a body, piece by piece, and stops if the result exceeds a limit.
///
/// Beyond its results it holds a window of at most 16 MB for each coding. It belongs to one reader at a time.
package final class ContentDecoder {
    /// In the order of decoding: the last coding applied comes first.
    private let stages: [CodingStage]
    /// Maximum size of the output of each coding, and so of the result, in bytes; it may grow while the body arrives.
    package var limit: Int
    private let atOnce: Int
    private var count = 0

    /// - Parameters:
    ///   - codings: in the order in which they were applied, as `Content-Encoding` names them.
    ///   - limit: the maximum size of the output of each coding, and so of the result, in bytes.
    ///   - atOnce: the maximum number of bytes that one call of `decode` may return.
    ///   - isPart: true for the bytes of a range. A whole body that is declared as gzip may turn out not to be
    ///     compressed. A part that does not begin as gzip does is an error: it may be the middle of compressed data.
    package init(_ codings: [Coding], limit: Int, atOnce: Int = .max, isPart: Bool = false) {
        stages = codings.reversed().map { CodingStage($0, isPart: isPart) }
        self.limit = limit
        self.atOnce = atOnce
    }

    /// Decodes the next piece of the body; the result may be empty.
    ///
    /// Do not use the decoder after an error.
    package func decode(_ piece: [UInt8]) throws(ContentCodingError) -> [UInt8] {
        guard !stages.isEmpty else {
            try add(piece.count, to: 0)
            return piece
        }
        var decoded: [UInt8] = []
        // Most text decodes to this size and needs no copy to grow; this reserves addresses, not memory.
        decoded.reserveCapacity(min(4 * piece.count, limit))
        try piece.withUnsafeBufferPointer { bytes throws(ContentCodingError) in
            try decode(bytes, from: 0, into: &decoded)
        }
        return decoded
    }

    /// Call this after the last piece: a body that ends too early is `corrupt`. An empty body is complete.
    package func finish() throws(ContentCodingError) {
        for stage in stages where !stage.isWhole {
            throw .corrupt(stage.coding)
        }
    }

    /// Counts bytes of the result.
    ///
    /// - Parameter earlier: the number of bytes that this call of `decode` has already counted.
    private func add(_ bytes: Int, to earlier: Int) throws(ContentCodingError) {
        guard bytes <= limit - count else { throw .tooLarge(limit: limit) }
        guard bytes <= atOnce - earlier else { throw .tooLarge(limit: atOnce) }
        count += bytes
    }

    /// Passes each chunk of a stage to the next one. The recursion has one level for each coding, at most
    /// `Coding.countLimit`.
    private func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, from index: Int, into decoded: inout [UInt8]
    ) throws(ContentCodingError) {
        guard index < stages.count else {
            try add(bytes.count, to: decoded.count)
            return decoded.append(contentsOf: bytes)
        }
        try stages[index].decode(bytes, limit: limit) { chunk throws(ContentCodingError) in
            try decode(chunk, from: index + 1, into: &decoded)
        }
    }
}

// MARK: - Whole bodies

extension ContentDecoder {
    /// Returns a complete body, decoded; unchanged if it is declared as gzip but is not compressed.
    ///
    /// - Parameters:
    ///   - contentEncoding: the values of the response's `Content-Encoding` fields.
    ///   - limit: the maximum size of the result, in bytes.
    ///   - isPart: see `init`.
    package static func decode(
        _ body: [UInt8], contentEncoding: some Sequence<String>, limit: Int, isPart: Bool = false
    ) throws(ContentCodingError) -> [UInt8] {
        let codings = try Coding.list(contentEncoding)
        if codings == [.gzip], let decoded = WholeGzip.decode(body, limit: limit) { return decoded }
        let decoder = ContentDecoder(codings, limit: limit, isPart: isPart)
        let decoded = try decoder.decode(body)
        try decoder.finish()
        return decoded
    }
}
