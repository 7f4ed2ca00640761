internal import Basics
package import ContentCoding
package import HTTPTransport
internal import HTTPTypes

/// The pieces of a body, decoded as they arrive; read once, by one reader.
package struct DecodedPieces {
    private let body: ResponseBody
    /// Nil for a body without a coding.
    private let decoder: ContentDecoder?
    /// Bytes that have arrived and are not decoded yet.
    private var coded: ArraySlice<UInt8> = []
    private var arrivedCount = 0
    private let limit: Int
    private let growth: Int
    private let url: String
    private let removal: @Sendable () -> Void

    /// Coded bytes that are decoded at once (16 KiB): gzip expands them to at most 17 MB.
    private static let codedAtOnce = 16 << 10
    /// Maximum size of one piece, in bytes (64 MiB): other codings may expand a few bytes without limit.
    private static let decodedAtOnce = 64 << 20

    /// - Parameters:
    ///   - codings: empty for a body whose bytes are delivered unchanged.
    ///   - limit: the maximum number of bytes that a coded body may become.
    ///   - growth: decoded bytes allowed for each byte received, where that is more than `limit`.
    ///   - isPart: see `ContentDecoder`.
    ///   - removal: called if the coding is broken, see `CachedReply.removal`.
    package init(
        _ body: ResponseBody, _ codings: [Coding], limit: Int, growth: Int = 0, url: String, isPart: Bool,
        removal: @escaping @Sendable () -> Void
    ) {
        self.body = body
        self.limit = limit
        self.growth = growth
        decoder =
            codings.isEmpty ? nil : ContentDecoder(codings, limit: limit, atOnce: Self.decodedAtOnce, isPart: isPart)
        self.url = url
        self.removal = removal
    }

    /// Returns the next piece, never empty; nil at the end of a complete body.
    package nonisolated(nonsending) mutating func next() async throws(CacheError) -> [UInt8]? {
        while true {
            if let piece = try decodedPiece() { return piece }
            guard let received = try await receive() else { return nil }
            guard decoder != nil else { return received }
            coded = received[...]
        }
    }

    private nonisolated(nonsending) mutating func receive() async throws(CacheError) -> [UInt8]? {
        // An iterator has no state of its own.
        var pieces = body.makeAsyncIterator()
        let received: [UInt8]?
        do throws(TransportError) {
            received = try await pieces.next(isolation: nil)
        } catch {
            throw .transport(error)
        }
        guard let decoder else { return received }
        if let received {
            arrivedCount += received.count
            decoder.limit = max(limit, arrivedCount.multipliedSaturating(by: growth))
        } else {
            do throws(ContentCodingError) { try decoder.finish() } catch { throw undecodable(error) }
        }
        return received
    }

    private mutating func decodedPiece() throws(CacheError) -> [UInt8]? {
        guard let decoder else { return nil }
        while !coded.isEmpty {
            let next = Array(coded.prefix(Self.codedAtOnce))
            coded = coded.dropFirst(next.count)
            let decoded: [UInt8]
            do throws(ContentCodingError) { decoded = try decoder.decode(next) } catch { throw undecodable(error) }
            if !decoded.isEmpty { return decoded }
        }
        return nil
    }

    private func undecodable(_ error: ContentCodingError) -> CacheError {
        if case .tooLarge(let limit) = error { return .tooLarge(url: url, limit: limit) }
        removal()
        return .undecodable(url: url, reason: error.description)
    }
}

extension CachedReply {
    /// The codings of the body; empty if it has none. A body in an unknown coding counts as not coded: its bytes are
    /// all that can be delivered.
    private var codings: [Coding] {
        (try? Coding.list(head.headerFields[values: .contentEncoding])) ?? []
    }

    /// True if the body's bytes differ from those of its content (RFC 9110 §8.4): ranges, lengths and validators are
    /// about the coded bytes.
    package var isCoded: Bool { !codings.isEmpty }

    /// Returns the pieces of the body as they arrive, decoded.
    ///
    /// - Parameter limit: the maximum number of bytes that a coded body may become; nil means the request's limit.
    package func decodedPieces(limit: Int? = nil) throws(CacheError) -> DecodedPieces {
        DecodedPieces(
            try stream(), codings, limit: limit ?? decodedBodyBytes, url: url, isPart: isPart, removal: removal)
    }

    /// Maximum average expansion of a streamed body, in decoded bytes per coded byte: text reaches 30, a decompression
    /// bomb a thousand or more.
    private static let decodedBytesPerByte = 100

    /// Passes on the pieces of the body as they arrive, decoded: at most the request's limit of decoded bytes, or 100
    /// times as many as have arrived, whichever is more.
    ///
    /// - Throws: what `receive` throws, or `CacheError`, and for a body that exceeds the limit.
    package nonisolated(nonsending) func copyDecoded(to receive: ([UInt8]) throws -> Void) async throws {
        var pieces = DecodedPieces(
            try stream(), codings, limit: decodedBodyBytes, growth: Self.decodedBytesPerByte, url: url,
            isPart: isPart, removal: removal)
        while let piece = try await pieces.next() { try receive(piece) }
    }
}
