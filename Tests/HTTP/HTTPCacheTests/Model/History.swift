import HTTPCache

/// A sequence of events for some caches and an origin; it can be printed and repeated.
struct History: Sendable, CustomStringConvertible {
    var steps: [Step]
    /// Clients on one file; one client with `isOnDisk` false has a cache in memory only.
    var clients = 1
    var isOnDisk = false
    var heuristics = false

    enum Step: Sendable {
        /// Changes the origin's responses from now on.
        case origin(OriginScript)
        case ask(Ask)
        /// Moves the clock forwards or backwards.
        case advance(Double)
        /// Breaks or restores the connection.
        case line(isUp: Bool)
        /// A client closes its cache and opens it again.
        case restart(Int)
        /// A client ends without closing its cache; another one replaces it.
        case kill(Int)
    }

    /// An origin's answers to requests for one path.
    struct OriginScript: Sendable {
        var path = 0
        var status = 200
        var cacheControl = ""
        /// Seconds from now.
        var expires: Int?
        var age: Int?
        /// Seconds by which the origin's clock is fast.
        var dateSkew = 0
        var tag: Tag = .strong
        /// Seconds before the body's first appearance.
        var modified: Int?
        var varies = false
        var isRanged = false
        /// True if the body changes now.
        var isNewBody = true

        enum Tag: String, Sendable { case none, weak, strong }
    }

    /// One request of a client.
    struct Ask: Sendable {
        var client = 0
        var path = 0
        var method = "GET"
        var policy = CachePolicy.useProtocolCachePolicy
        var cacheControl = ""
        /// Value of the field that `Vary` names.
        var kind: String?
        var range: String?
    }

    /// The history as a Swift expression.
    var description: String {
        let lines = steps.map { "        .\(Self.literal($0)),\n" }.joined()
        return
            "History(\n    steps: [\n\(lines)    ], clients: \(clients), isOnDisk: \(isOnDisk), heuristics: \(heuristics))"
    }

    private static func literal(_ step: Step) -> String {
        switch step {
        case .origin(let script):
            """
            origin(.init(path: \(script.path), status: \(script.status), cacheControl: \(quoted(script.cacheControl)), \
            expires: \(optional(script.expires)), age: \(optional(script.age)), dateSkew: \(script.dateSkew), \
            tag: .\(script.tag.rawValue), modified: \(optional(script.modified)), varies: \(script.varies), \
            isRanged: \(script.isRanged), isNewBody: \(script.isNewBody)))
            """
        case .ask(let ask):
            """
            ask(.init(client: \(ask.client), path: \(ask.path), method: \(quoted(ask.method)), \
            policy: .\(ask.policy.rawValue), cacheControl: \(quoted(ask.cacheControl)), \
            kind: \(ask.kind.map(quoted) ?? "nil"), range: \(ask.range.map(quoted) ?? "nil")))
            """
        case .advance(let seconds): "advance(\(seconds))"
        case .line(let isUp): "line(isUp: \(isUp))"
        case .restart(let client): "restart(\(client))"
        case .kill(let client): "kill(\(client))"
        }
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
    private static func optional(_ number: Int?) -> String { number.map(String.init) ?? "nil" }
}

// MARK: - Random histories

extension History {
    static func random(_ random: inout some RandomNumberGenerator) -> History {
        let isOnDisk = Int.random(in: 0..<12, using: &random) == 0
        var history = History(steps: [], clients: isOnDisk ? Int.random(in: 1...4, using: &random) : 1)
        history.isOnDisk = isOnDisk
        history.heuristics = Bool.random(using: &random)
        history.steps.append(.origin(script(path: 0, &random)))
        history.steps.append(.origin(script(path: 1, &random)))
        for _ in 0..<Int.random(in: 4...18, using: &random) { history.steps.append(step(history, &random)) }
        return history
    }

    private static func step(_ history: History, _ random: inout some RandomNumberGenerator) -> Step {
        let client = Int.random(in: 0..<history.clients, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case ..<18: return .origin(script(path: Int.random(in: 0...1, using: &random), &random))
        case ..<34: return .advance([1, 4, 5, 6, 11, 30, 61, 3600, 90_000, -3, -100].pick(&random))
        case ..<38: return .line(isUp: Bool.random(using: &random))
        case ..<41 where history.isOnDisk: return .restart(client)
        case ..<45 where history.isOnDisk: return .kill(client)
        default: return .ask(ask(client, &random))
        }
    }

    private static func script(path: Int, _ random: inout some RandomNumberGenerator) -> OriginScript {
        let lifetimes = [
            "", "max-age=0", "max-age=5", "max-age=10", "max-age=60", "max-age=5, must-revalidate", "no-cache",
            "no-store",
            "max-age=5, stale-while-revalidate=10", "max-age=5, stale-if-error=10", "max-age=60, immutable", "private",
            "max-age=10, public", "s-maxage=60", "max-age=x", "max-age=5, no-cache", "must-revalidate",
            "max-age=5, s-maxage=0, proxy-revalidate", "max-age=60",
        ]
        var script = OriginScript(path: path)
        script.status = [200, 200, 200, 200, 200, 200, 404, 410, 500, 503, 302].pick(&random)
        script.cacheControl = lifetimes.pick(&random)
        script.expires = [nil, nil, nil, 5, 60, -1].pick(&random)
        script.age = [nil, nil, nil, 3, 7, 100].pick(&random)
        script.dateSkew = [0, 0, 0, 0, -20, 20].pick(&random)
        script.tag = [.none, .weak, .strong, .strong].pick(&random)
        script.modified = [nil, 0, 100, 100_000].pick(&random)
        script.varies = Int.random(in: 0..<4, using: &random) == 0
        script.isRanged = Int.random(in: 0..<3, using: &random) == 0
        script.isNewBody = Int.random(in: 0..<3, using: &random) > 0
        return script
    }

    private static func ask(_ client: Int, _ random: inout some RandomNumberGenerator) -> Ask {
        var ask = Ask(client: client, path: Int.random(in: 0...1, using: &random))
        ask.method = ["GET", "GET", "GET", "GET", "GET", "GET", "GET", "GET", "POST", "DELETE", "PATCH"].pick(&random)
        ask.policy =
            Bool.random(using: &random) ? .useProtocolCachePolicy : CachePolicy.allCases.pick(&random)
        ask.cacheControl = [
            "", "", "", "", "", "no-cache", "no-store", "max-age=3", "max-age=0", "max-stale", "max-stale=5",
            "min-fresh=3",
            "only-if-cached", "stale-if-error=20", "max-age=20, max-stale=3",
        ].pick(&random)
        ask.kind = [nil, "a", "b"].pick(&random)
        ask.range = [nil, nil, nil, nil, nil, nil, "bytes=0-3", "bytes=5-", "bytes=-4"].pick(&random)
        return ask
    }
}

extension Array {
    fileprivate func pick(_ random: inout some RandomNumberGenerator) -> Element {
        self[Int.random(in: indices, using: &random)]
    }
}
