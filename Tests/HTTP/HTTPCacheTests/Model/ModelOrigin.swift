import Basics
import HTTPTransport
import HTTPTypes
import Synchronization

/// An origin that answers by `History.OriginScript`s. Each body names its version, so that a reply shows its source.
final class ModelOrigin: Transport {
    /// One request that reached the origin, and its response.
    struct Exchange: Sendable {
        let method: String
        let path: Int
        let request: HTTPFields
        /// Nil while the connection was broken.
        let answer: Response?
    }

    struct Response: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: String
        let version: String
    }

    private struct State {
        var scripts: [Int: (script: History.OriginScript, version: Int, modified: Double?)] = [:]
        var versions = 0
        var isUp = true
        var exchanges: [Exchange] = []
        private var dates: Set<Double> = []

        /// A body with the date of an older one could not be told from it (RFC 9110 §8.8.1).
        mutating func unused(_ date: Double?) -> Double? {
            guard var date else { return nil }
            while !dates.insert(date).inserted { date -= 1 }
            return date
        }
    }

    private let state = Mutex(State())
    private let clock: Clock

    init(_ clock: Clock) { self.clock = clock }

    static func body(_ version: String) -> String { "\(version):0123456789abcdef" }

    func apply(_ script: History.OriginScript) {
        let now = clock.now
        state.withLock { state in
            let old = state.scripts[script.path]
            // Bodies under Vary name the field's value, so its beginning or end changes them.
            let isSame = !script.isNewBody && old?.script.varies == script.varies
            if !isSame { state.versions += 1 }
            let modified = isSame ? old?.modified : script.modified.map { (now - Double($0)).rounded(.down) }
            state.scripts[script.path] = (
                script, isSame ? old?.version ?? 0 : state.versions, isSame ? modified : state.unused(modified)
            )
        }
    }

    func setLine(isUp: Bool) {
        state.withLock { $0.isUp = isUp }
    }

    /// Removes and returns the exchanges since the previous call.
    func removeExchanges() -> [Exchange] {
        state.withLock { state in
            defer { state.exchanges = [] }
            return state.exchanges
        }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let path = Int(request.head.path?.dropFirst() ?? "0") ?? 0
        let now = clock.now
        let answer = state.withLock { state -> Response? in
            let answer = state.isUp ? state.scripts[path].map { Self.answer(request, $0, now) } : nil
            state.exchanges.append(
                Exchange(
                    method: request.head.method.rawValue, path: path, request: request.head.headerFields, answer: answer
                ))
            return answer
        }
        guard let answer else { throw TransportError(.connection, "refused") }
        return TransportResponse(
            head: HTTPResponse(status: .init(code: answer.status), headerFields: answer.fields),
            body: ResponseBody(Array(answer.body.utf8)))
    }

    private static func answer(
        _ request: TransportRequest, _ entry: (script: History.OriginScript, version: Int, modified: Double?),
        _ now: Double
    ) -> Response {
        let (script, fields) = (entry.script, request.head.headerFields)
        let version = "v\(entry.version)\(script.varies ? fields[.xKind] ?? "-" : "")"
        let date = (now + Double(script.dateSkew)).rounded(.down)
        var answered: HTTPFields = [.date: HTTPDate.format(date)]
        if !script.cacheControl.isEmpty { answered[.cacheControl] = script.cacheControl }
        answered[.expires] = script.expires.map { HTTPDate.format(date + Double($0)) }
        answered[.age] = script.age.map(String.init)
        let tag: String? =
            switch script.tag {
            case .none: nil
            case .weak: "W/\"\(version)\""
            case .strong: "\"\(version)\""
            }
        answered[.eTag] = tag
        answered[.lastModified] = entry.modified.map { HTTPDate.format($0) }
        if script.varies { answered[.vary] = "X-Kind" }
        guard request.head.method == .get else {
            return Response(status: script.status, fields: answered, body: "done", version: "")
        }
        if script.status == 200, isUnchanged(fields, tag, answered[.lastModified], version) {
            return Response(status: 304, fields: answered, body: "", version: version)
        }
        answered[.xVersion] = version
        let body = Self.body(version)
        if script.status == 200, script.isRanged, let range = ModelRange(fields[.range], count: body.utf8.count),
            fields[.ifRange].map({ $0 == tag }) ?? true
        {
            answered[.contentRange] = "bytes \(range.first)-\(range.last)/\(body.utf8.count)"
            return Response(status: 206, fields: answered, body: range.slice(body), version: version)
        }
        return Response(status: script.status, fields: answered, body: body, version: version)
    }

    private static func isUnchanged(_ request: HTTPFields, _ tag: String?, _ modified: String?, _ version: String)
        -> Bool
    {
        if let tags = request[.ifNoneMatch] {
            // Weak comparison; tags of other versions never contain this tag between quotes.
            return tag != nil && tags.contains("\"\(version)\"")
        }
        return modified != nil && request[.ifModifiedSince] == modified
    }
}

/// A range of bytes in a body of known length.
struct ModelRange {
    let first: Int
    let last: Int

    init?(_ field: String?, count: Int) {
        guard let spec = field?.split(separator: "=").last else { return nil }
        let ends = spec.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?): (self.first, self.last) = (first, min(last, count - 1))
        case (let first?, nil): (self.first, self.last) = (first, count - 1)
        case (nil, let length?): (self.first, self.last) = (count - length, count - 1)
        default: return nil
        }
    }

    func slice(_ body: String) -> String {
        String(decoding: Array(body.utf8)[first...last], as: UTF8.self)
    }
}

extension HTTPField.Name {
    static let xKind = Self("X-Kind")!
    static let xVersion = Self("X-Version")!
}
