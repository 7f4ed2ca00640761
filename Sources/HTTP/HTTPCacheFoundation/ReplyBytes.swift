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

    private let pieces: ResponseBody
    private let codings: [Coding]
    private let limit: Int
    private let url: URL?

    init(_ reply: CachedReply) throws(CacheError) {
        do throws(ContentCodingError) {
            codings = try Coding.list(reply.head.headerFields[values: .contentEncoding])
        } catch {
            throw .undecodable(url: reply.url, reason: error.description)
        }
        pieces = try reply.stream()
        limit = 1 << 40
        url = URL(string: reply.url)
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces.makeAsyncIterator(), decoder: ContentDecoder(codings, limit: limit), url: url)
    }

    /// Reads pieces and returns bytes.
    public struct Iterator: AsyncIteratorProtocol {
        var pieces: ResponseBody.Iterator
        let decoder: ContentDecoder
        let url: URL?
        private var piece: [UInt8] = []
        private var position = 0

        init(pieces: ResponseBody.Iterator, decoder: ContentDecoder, url: URL?) {
            self.pieces = pieces
            self.decoder = decoder
            self.url = url
        }

        /// The next byte; nil at the end.
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
            do {
                guard let coded = try await pieces.next() else {
                    try decoder.finish()
                    return nil
                }
                return try decoder.decode(coded)
            } catch let error as TransportError {
                throw CacheError.transport(error).urlError(url)
            } catch let error as ContentCodingError {
                throw CacheError.undecodable(url: url?.absoluteString ?? "", reason: error.description).urlError(url)
            }
        }
    }
}
