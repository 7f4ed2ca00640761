import HTTPTransport

/// A transport whose bodies count against a budget while they arrive, and as long as their replies are in use. A body
/// without room pauses: curl then stops reading from its connection.
struct BudgetedTransport: Transport {
    let transport: any Transport
    let budget: BodyBudget

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var response = try await transport.send(request)
        let hold = budget.hold()
        response.receipt.keep(hold)
        response.body = ResponseBody(CountedBody(response.body, hold))
        return response
    }

    func prepare() {
        transport.prepare()
    }
}

private final class CountedBody: ResponseBody.Source {
    private let source: ResponseBody
    private let hold: BodyBudget.Hold

    init(_ source: ResponseBody, _ hold: BodyBudget.Hold) {
        self.source = source
        self.hold = hold
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        guard let piece = try await pieces.next(isolation: nil) else { return nil }
        try await hold.reserve(piece.count)
        return piece
    }
}
