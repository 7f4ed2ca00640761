import HTTPTransport

/// A transport whose bodies count against a budget while they arrive, and as long as their replies are in use. A body
/// for which the budget has no room pauses: curl then stops reading from its connection.
struct BudgetedTransport: Transport {
    let transport: any Transport
    let budget: BodyBudget

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var response = try await transport.send(request)
        let reservation = budget.makeReservation()
        response.receipt.keep(reservation)
        response.body = ResponseBody(CountedBody(response.body, reservation))
        return response
    }

    func prepare() {
        transport.prepare()
    }
}

private final class CountedBody: ResponseBody.Source {
    private let source: ResponseBody
    private let reservation: BodyBudget.Reservation

    init(_ source: ResponseBody, _ reservation: BodyBudget.Reservation) {
        self.source = source
        self.reservation = reservation
    }

    func next() async throws(TransportError) -> [UInt8]? {
        var pieces = source.makeAsyncIterator()
        guard let piece = try await pieces.next(isolation: nil) else { return nil }
        try await reservation.reserve(piece.count)
        return piece
    }
}
