internal import ContentCoding
internal import Foundation
internal import HTTPCache
internal import HTTPTransport
internal import HTTPTypes

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The decoded bytes of a body as they arrive; they can be read once.
public struct ReplyBytes: AsyncSequence, Sendable {
    /// One byte.
    public typealias Element = UInt8

    private let body: ResponseBody
    private let codings: [Coding]
    private let url: String
    private let isPart: Bool
    private let removal: @Sendable () -> Void

    /// Maximum decoded size, in bytes (1 TiB): the reader holds one piece at a time, so the whole has no other limit.
    private static let decodedBytes = 1 << 40

    init(_ reply: CachedReply) throws(CacheError) {
        do throws(ContentCodingError) {
            codings = try Coding.list(reply.head.headerFields[values: .contentEncoding])
        } catch {
            reply.removal()
            throw .undecodable(url: reply.url, reason: error.description)
        }
        body = try reply.stream()
        url = reply.url
        isPart = reply.isPart
        removal = reply.removal
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            pieces: DecodedPieces(
                body, codings, limit: Self.decodedBytes, url: url, isPart: isPart, removal: removal),
            url: URL(string: url))
    }

    /// Reads pieces and returns bytes.
    public struct Iterator: AsyncIteratorProtocol {
        private var pieces: DecodedPieces
        private let url: URL?
        private(set) var piece: [UInt8] = []
        private var position = 0

        init(pieces: DecodedPieces, url: URL?) {
            self.pieces = pieces
            self.url = url
        }

        /// Returns the next byte; nil at the end.
        ///
        /// - Throws: `URLError`.
        public mutating func next() async throws -> UInt8? {
            while position == piece.count {
                guard let decoded = try await nextPiece() else { return nil }
                (piece, position) = (decoded, 0)
            }
            defer { position += 1 }
            return piece[position]
        }

        private mutating func nextPiece() async throws -> [UInt8]? {
            do throws(CacheError) { return try await pieces.next() } catch { throw error.urlError(url) }
        }
    }
}
