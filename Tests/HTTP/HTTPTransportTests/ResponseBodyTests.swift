import HTTPTransport
import Synchronization
import Testing

@Suite struct ResponseBodyTests {
    /// Delivers the pieces one by one, then an error if there is one.
    private final class Pieces: ResponseBody.Source {
        private let rest: Mutex<[[UInt8]]>
        private let error: TransportError?

        init(_ pieces: [[UInt8]], error: TransportError? = nil) {
            rest = Mutex(pieces)
            self.error = error
        }

        func next() async throws(TransportError) -> [UInt8]? {
            let piece = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if piece == nil, let error { throw error }
            return piece
        }
    }

    @Test("A body in memory arrives as one piece, once") func bodyInMemoryArrivesAsOnePieceOnce() async throws {
        var pieces = ResponseBody([1, 2, 3]).makeAsyncIterator()
        #expect(try await pieces.next() == [1, 2, 3])
        #expect(try await pieces.next() == nil)
    }

    @Test("An empty body has no piece") func anEmptyBodyHasNoPiece() async throws {
        var pieces = ResponseBody([]).makeAsyncIterator()
        #expect(try await pieces.next() == nil)
    }

    @Test("Collecting joins the pieces", arguments: [[], [[1]], [[1, 2], [3]], [[1], [], [2, 3]]] as [[[UInt8]]])
    func collectingJoinsThePieces(_ pieces: [[UInt8]]) async throws {
        #expect(try await ResponseBody(Pieces(pieces)).collect() == Array(pieces.joined()))
    }

    @Test("An error after the pieces is reported") func errorAfterPiecesIsReported() async {
        let error = TransportError(.brokenOff, "gone")
        await #expect(throws: error) { try await ResponseBody(Pieces([[1]], error: error)).collect() }
    }
}
