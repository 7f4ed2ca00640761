import FeedModel
import SyncEngine
import Testing

@testable import SyncServers

@Suite struct MarkGroupTests {
    private let marks = [
        OutgoingMark(sequence: 1, id: "a", mark: .read(true)), OutgoingMark(sequence: 2, id: "a", mark: .starred(true)),
        OutgoingMark(sequence: 3, id: "b", mark: .read(false)),
    ]

    /// Sends the marks to a server on which stars fail.
    private func sent(_ marks: [OutgoingMark], failing failure: SyncFailure) async throws -> [Int64] {
        try await marks.sent { mark, ids in
            if mark == .starred(true) { throw failure }
            return ids
        }.kept.map(\.sequence).sorted()
    }

    @Test("A kind of mark that the server refuses does not hold up the others")
    func refused() async throws {
        let refusal = SyncFailure.status(400, "400 Bad Request")
        #expect(try await sent(marks, failing: refusal) == [1, 3])
        await #expect(throws: refusal) { try await sent([marks[1]], failing: refusal) }
    }

    @Test("Only the marks of articles that the server has are kept; the others leave the outbox, too")
    func dropped() async throws {
        let both = ["a", "b"].enumerated().map { OutgoingMark(sequence: Int64($0), id: $1, mark: .tagged("sea", true)) }
        let sent = try await both.sent { _, _ in ["b"] }
        #expect(sent == SentMarks(kept: [both[1]], dropped: [both[0]]))
    }

    @Test(
        "A server that cannot be reached, or that asks for a login or a pause, gets no further kind of mark",
        arguments: [
            SyncFailure.connection(FeedProblem(kind: .network, message: "closed"), wasSent: true),
            .credentials("refused"), .problem(FeedProblem(kind: .waiting, message: "503"), retryAfter: nil), .cancelled,
        ])
    func broken(_ failure: SyncFailure) async throws {
        await #expect(throws: failure) { try await sent(marks, failing: failure) }
    }
}
