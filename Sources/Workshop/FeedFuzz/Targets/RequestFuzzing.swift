import ArticleStorage
import Foundation

@testable import SinceServer

/// Requests to `lede serve`.
enum RequestFuzzing {
    private static let endpoint: Endpoint? = {
        let folder = FuzzFolder.url.path
        guard let store = try? ArticleStore(path: folder + "/library.sqlite"),
            let record = try? PositionRecord(path: folder + "/position", store: store)
        else { return nil }
        let readiness = Readiness(store: store, record: record) { _ in }
        readiness.begin()
        return Endpoint(
            store: store, gate: RequestGate(token: nil), limits: ServerLimits(), record: record, readiness: readiness)
    }()

    /// Answers a request; everything after the first empty line is its body.
    static func serve(_ input: [UInt8]) throws {
        guard let endpoint else { throw BrokenInvariant(description: "no library to serve") }
        let end = input.firstRange(of: Array("\r\n\r\n".utf8))
        let bytes = input[..<(end?.lowerBound ?? input.endIndex)]
        guard bytes.count <= endpoint.limits.headBytes, let head = try? RequestHead(bytes) else { return }
        _ = (head.keepsConnection, head.parameters)
        let length = (try? head.bodyLength(limit: endpoint.limits.bodyBytes)) ?? 0
        try require((0...endpoint.limits.bodyBytes).contains(length), "a body is longer than its limit")
        let response = endpoint.response(to: head, body: Array(input[(end?.upperBound ?? input.endIndex)...]))
        try require((200...599).contains(response.status), "a response has no status")
    }
}
