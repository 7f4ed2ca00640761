import HTTPTransport
import HTTPTypes
import Synchronization

@testable import HTTPCache

/// An origin in memory, which answers as the test scripts it and records its requests.
final class ScriptedTransport: Transport {
    typealias Script = @Sendable (TransportRequest, _ number: Int) async throws(TransportError) -> TransportResponse

    private let script: Script
    private let record = Mutex<[TransportRequest]>([])

    init(_ script: @escaping Script) {
        self.script = script
    }

    /// Sends the same response to every request.
    convenience init(_ response: Scripted) {
        self.init { (_, _) throws(TransportError) in response.response }
    }

    /// Sends one response after the other, and repeats the last one.
    convenience init(inOrder responses: [Scripted]) {
        self.init { (_, number) throws(TransportError) in try responses[min(number, responses.count) - 1].get() }
    }

    var requests: [TransportRequest] { record.withLock { $0 } }
    var count: Int { requests.count }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let number = record.withLock { record in
            record.append(request)
            return record.count
        }
        return try await script(request, number)
    }
}

/// One response of a scripted transport.
struct Scripted: Sendable {
    var status = 200
    var fields: [(String, String)] = []
    var body = "body"
    var error: TransportError?

    static func ok(_ fields: [(String, String)] = [], _ body: String = "body") -> Scripted {
        Scripted(fields: fields, body: body)
    }

    static func status(_ status: Int, _ fields: [(String, String)] = [], _ body: String = "") -> Scripted {
        Scripted(status: status, fields: fields, body: body)
    }

    static func cacheControl(_ value: String, _ body: String = "body") -> Scripted {
        ok([("Cache-Control", value)], body)
    }

    static let unreachable = Scripted(error: TransportError(.connection, "refused"))

    var response: TransportResponse {
        var fields = HTTPFields()
        for (name, value) in self.fields { fields.append(HTTPField(name: HTTPField.Name(name)!, value: value)) }
        return TransportResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: fields), body: ResponseBody(Array(body.utf8)))
    }

    func get() throws(TransportError) -> TransportResponse {
        if let error { throw error }
        return response
    }
}

/// A clock that the test advances.
final class Clock: Sendable {
    private let time = Mutex(1_790_000_000.0)

    var now: Double { time.withLock { $0 } }

    func advance(_ seconds: Double) {
        time.withLock { $0 += seconds }
    }
}

/// A client over a scripted origin, with a clock of its own.
struct Workbench: Sendable {
    let clock = Clock()
    let transport: ScriptedTransport
    let client: CachingClient

    init(
        _ transport: ScriptedTransport, cache: ResponseCache = ResponseCache(),
        _ change: (inout CacheSettings) -> Void = { _ in }
    ) {
        self.transport = transport
        var settings = CacheSettings()
        let clock = clock
        settings.now = { clock.now }
        change(&settings)
        client = CachingClient(cache: cache, transport: transport, settings: settings)
    }

    init(_ responses: Scripted..., change: (inout CacheSettings) -> Void) {
        self.init(ScriptedTransport(inOrder: responses), change)
    }

    init(_ responses: Scripted...) {
        self.init(ScriptedTransport(inOrder: responses))
    }

    @discardableResult
    func get(
        _ url: String = "http://h.test/a", _ fields: HTTPFields = [:], policy: CachePolicy = .useProtocolCachePolicy,
        method: HTTPRequest.Method = .get, _ change: (inout CacheRequest) -> Void = { _ in }
    ) async throws -> CachedReply {
        var request = CacheRequest(url: url, method: method, fields: fields)
        change(&request)
        return try await client.response(for: request, policy: policy)
    }
}

extension CachedReply {
    var text: String {
        get async throws { String(decoding: try await body(), as: UTF8.self) }
    }
}

extension TransportRequest {
    subscript(_ name: String) -> String? { head.headerFields[HTTPField.Name(name)!] }
}
