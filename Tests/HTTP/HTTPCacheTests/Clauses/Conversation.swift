import Basics
import CurlTransport
import HTTPTypes
import ScriptedOrigin

@testable import HTTPCache

/// A client over curl with its own cache and a clock that the test advances, and an origin that the test scripts.
final class Conversation: Sendable {
    let clock = Clock()
    let client: CachingClient
    private let origin: Origin

    /// The origin's response to the next request.
    struct Response: Sendable {
        var status = 200
        var fields: [(String, String)] = []
        var body = "body"
        /// Bytes that are sent unchanged, in place of everything above.
        var raw: String?
        /// The response to a request without conditions, in place of the one above.
        var unconditionally: Plain?

        struct Plain: Sendable {
            var status = 200
            var fields: [(String, String)] = []
            var body = "body"
        }

        static func ok(_ fields: (String, String)..., body: String = "body") -> Response {
            Response(fields: fields, body: body)
        }

        static func status(_ status: Int, _ fields: (String, String)..., body: String = "body") -> Response {
            Response(status: status, fields: fields, body: body)
        }

        static func cacheControl(_ value: String, body: String = "body") -> Response {
            ok(("Cache-Control", value), body: body)
        }

        /// The connection ends without a response.
        static let none = Response(raw: "")

        static func raw(_ text: String) -> Response {
            Response(raw: text)
        }
    }

    /// The result of a request.
    struct Outcome: Sendable {
        let reply: CachedReply
        let body: String
        /// The requests as they reached the origin.
        let sent: [RecordedRequest]

        var status: Int { reply.head.status.code }
        /// True if no request reached the origin.
        var isReused: Bool { sent.isEmpty }

        subscript(_ name: String) -> String? {
            let values = values(name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        /// Returns the values of all lines of a field; each character stands for a byte.
        func values(_ name: String) -> [String] {
            reply.head.headerFields[fields: HTTPField.Name(name)!].map { field in
                field.withUnsafeBytesOfValue { String(String.UnicodeScalarView($0.map { Unicode.Scalar($0) })) }
            }
        }
    }

    init(cache: ResponseCache = ResponseCache(), _ change: (inout CacheSettings) -> Void = { _ in }) throws {
        var curl = CurlSettings()
        curl.proxy = .direct
        var settings = CacheSettings()
        let clock = clock
        settings.now = { clock.now }
        change(&settings)
        client = CachingClient(cache: cache, transport: CurlTransport(curl), settings: settings)
        origin = try Origin()
    }

    func url(_ path: String = "/a") -> String { origin.url(path) }

    /// The requests that reached the origin.
    var requests: [RecordedRequest] { origin.requests }

    /// The number of requests that reached the origin.
    var count: Int { requests.count }

    /// Sends one request; `answer` answers every request under that path that reaches the origin. Characters stand for
    /// bytes.
    @discardableResult
    func ask(
        _ answer: Response = Response(), _ fields: (String, String)..., method: String = "GET", path: String = "/a",
        policy: CachePolicy = .useProtocolCachePolicy, _ change: (inout CacheRequest) -> Void = { _ in }
    ) async throws -> Outcome {
        let now = clock.now
        origin.route(path) { request in Self.reply(to: request, answer, now) }
        var request = CacheRequest(url: url(path), method: HTTPRequest.Method(method)!)
        for (name, value) in fields {
            request.fields.append(
                HTTPField(name: HTTPField.Name(name)!, value: Reply.latin1(Self.dated(name, value, now))))
        }
        change(&request)
        let before = origin.requests.count
        let reply = try await client.response(for: request, policy: policy)
        let body = String(decoding: try await reply.body(), as: UTF8.self)
        return Outcome(reply: reply, body: body, sent: Array(origin.requests.dropFirst(before)))
    }

    private static func reply(to request: RecordedRequest, _ answer: Response, _ now: Double) -> Reply {
        var answer = answer
        let isConditional = request["If-None-Match"] != nil || request["If-Modified-Since"] != nil
        if !isConditional, let plain = answer.unconditionally {
            answer = Response(status: plain.status, fields: plain.fields, body: plain.body)
        }
        if let raw = answer.raw { return Reply([.bytes(Reply.latin1(raw)), .close]) }
        let fields = answer.fields.map { RawField($0.0, dated($0.0, $0.1, now)) }
        let hasBody = answer.status != 204 && answer.status != 304
        return .response(answer.status, fields: fields, body: hasBody ? Array(answer.body.utf8) : [])
    }

    /// A signed number is a date that many seconds from now.
    private static func dated(_ name: String, _ value: String, _ now: Double) -> String {
        let isDate = ["Date", "Expires", "Last-Modified", "If-Modified-Since", "If-Range"].contains(name)
        guard isDate, value.hasPrefix("+") || value.hasPrefix("-"), let offset = Double(value) else { return value }
        return HTTPDate.format(now + offset)
    }
}
