import Basics
import HTTPCache
import HTTPTypes

/// A private cache's rules (may, must, must not), derived only from RFC 9111 and the table of the six policies.
///
/// It keeps every response that may be stored. An entry is certain if the library must have it, since the library
/// stores all that it may and evicts nothing.
struct ReferenceModel {
    struct Entry {
        var version: String
        var status: Int
        var fields: HTTPFields
        /// The time of the response, and its Date.
        var time: Double
        /// Nil without Vary; otherwise the value of the field that it names.
        var kind: String??
        var isCertain: Bool
        var isPart: Bool

        func matches(_ kind: String?) -> Bool { self.kind.map { $0 == kind } ?? true }
    }

    /// `Cache-Control`, by name; a directive without an argument has an empty one.
    struct Directives {
        private let values: [String: String]

        init(_ value: String?) {
            let members = (value ?? "").split(separator: ",").map { $0.trimming(" ") }
            values = Dictionary(
                members.map { member in
                    let parts = member.split(separator: "=", maxSplits: 1)
                    return (parts[0].lowercased(), parts.count > 1 ? String(parts[1]) : "")
                }, uniquingKeysWith: { first, _ in first })
        }

        var isEmpty: Bool { values.isEmpty }
        func has(_ name: String) -> Bool { values[name] != nil }
        func seconds(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
        func isBare(_ name: String) -> Bool { values[name] == "" }
    }

    private var entries: [Int: [Entry]] = [:]
    let usesHeuristics: Bool

    init(usesHeuristics: Bool) { self.usesHeuristics = usesHeuristics }

    func candidates(_ ask: History.Ask) -> [Entry] {
        (entries[ask.path] ?? []).filter { $0.matches(ask.kind) }
    }
}

// MARK: - Age and lifetime

extension ReferenceModel.Entry {
    var directives: ReferenceModel.Directives { .init(fields[.cacheControl]) }

    var date: Double { fields[.date].flatMap { HTTPDate.parse($0, now: time) } ?? time }

    /// Returns the age by §4.2.3; a response from the future, beyond the tolerance for clocks, has the largest age
    /// (§1.2.2).
    func age(_ now: Double) -> Double {
        guard time <= now + 60 else { return 2_147_483_648 }
        return max(max(0, time - date), Double(fields[.age].flatMap { Int($0) } ?? 0)) + max(0, now - time)
    }

    /// §4.2.1; nil if the origin gave none.
    var explicitLifetime: Double? {
        if directives.has("max-age") { return Double(directives.seconds("max-age") ?? 0) }
        guard let expires = fields[.expires] else { return nil }
        return HTTPDate.parse(expires, now: time).map { max(0, $0 - date) } ?? 0
    }

    /// Returns the longest lifetime that a cache may assume (§4.2.2).
    func lifetime(heuristics: Bool) -> Double {
        if let explicitLifetime { return explicitLifetime }
        let mayAssume = ReferenceModel.heuristicStatuses.contains(status) || directives.has("public")
        guard heuristics, mayAssume, !directives.has("no-cache"),
            let modified = fields[.lastModified].flatMap({ HTTPDate.parse($0, now: time) })
        else { return 0 }
        return min(86_400, max(0, (date - modified) / 10))
    }

    /// Returns the entry under the fields of a 304 (§4.3.4): its age counts from that validation (§4.2.3).
    func confirmed(by answer: ModelOrigin.Response, _ now: Double) -> Self {
        var entry = self
        entry.fields[.age] = nil
        for field in answer.fields { entry.fields[field.name] = field.value }
        entry.time = now
        return entry
    }

    var hasValidator: Bool { fields.contains(.eTag) || fields.contains(.lastModified) }
}

// MARK: - Allowed replies

extension ReferenceModel {
    static let heuristicStatuses: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Returns true if §3 allows storing.
    func mayStore(_ exchange: ModelOrigin.Exchange) -> Bool {
        guard let answer = exchange.answer, exchange.method == "GET", answer.status != 304 else { return false }
        let said = Directives(answer.fields[.cacheControl])
        guard !said.has("no-store"), !Directives(exchange.request[.cacheControl]).has("no-store") else { return false }
        return said.has("public") || said.has("private") || said.has("max-age") || answer.fields.contains(.expires)
            || Self.heuristicStatuses.contains(answer.status)
    }

    /// Applies §4 and §5.2: true if the entry may answer without a request.
    func mayReuse(_ entry: Entry, _ ask: History.Ask, _ now: Double) -> Bool {
        let (asked, said) = (Directives(ask.cacheControl), entry.directives)
        switch ask.policy {
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad: return true
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return false
        case .reloadRevalidatingCacheData:
            return said.has("immutable") && entry.lifetime(heuristics: usesHeuristics) > entry.age(now) - 1
        case .useProtocolCachePolicy: break
        }
        guard !asked.has("no-cache"), !said.has("no-cache") else { return false }
        // Whole seconds are compared, so that the cache may round fractions.
        let (age, lifetime) = (entry.age(now).rounded(.down), entry.lifetime(heuristics: usesHeuristics))
        let isStale = age >= lifetime
        if let least = asked.seconds("min-fresh"), lifetime - age < Double(least) { return false }
        let tolerance = asked.isBare("max-stale") ? Double.infinity : Double(asked.seconds("max-stale") ?? 0)
        if let most = asked.seconds("max-age"), age > Double(most) + (asked.has("max-stale") ? tolerance : 0) {
            return false
        }
        guard isStale else { return true }
        guard !said.has("must-revalidate") else { return false }
        let window = asked.isEmpty ? Double(said.seconds("stale-while-revalidate") ?? 0) : 0
        return age - lifetime <= max(asked.has("max-stale") ? tolerance : 0, window)
    }

    /// Applies RFC 5861 §4 and RFC 9111 §4.2.4: true if the entry may replace a failed response.
    func mayStandIn(_ entry: Entry, _ ask: History.Ask, _ now: Double) -> Bool {
        let (asked, said) = (Directives(ask.cacheControl), entry.directives)
        guard ask.policy == .useProtocolCachePolicy, !said.has("must-revalidate"), !said.has("no-cache") else {
            return false
        }
        guard let window = asked.seconds("stale-if-error") ?? said.seconds("stale-if-error") else { return false }
        return entry.age(now).rounded(.down) - entry.lifetime(heuristics: usesHeuristics) <= Double(window)
    }

    /// Applies the table of policies: true if the entry must answer without a request.
    func mustReuse(_ entry: Entry, _ ask: History.Ask, _ now: Double) -> Bool {
        guard entry.isCertain, !entry.isPart, ask.method == "GET" else { return false }
        switch ask.policy {
        case .returnCacheDataElseLoad, .returnCacheDataDontLoad: return true
        case .useProtocolCachePolicy:
            return ask.cacheControl.isEmpty && !entry.directives.has("no-cache")
                && (entry.explicitLifetime ?? 0) >= entry.age(now).rounded(.down) + 1
        default: return false
        }
    }
}

// MARK: - Changes to the store

extension ReferenceModel {
    mutating func apply(_ exchange: ModelOrigin.Exchange, _ ask: History.Ask, isReplaced: Bool, _ now: Double) {
        guard let answer = exchange.answer else { return }
        let path = exchange.path
        guard exchange.method == "GET" else {
            // §4.4
            if (200..<400).contains(answer.status) { entries[path] = [] }
            return
        }
        if answer.status == 304 { return confirm(answer, path, ask, now) }
        // A stale response replaced this response.
        guard !isReplaced || answer.status < 500 else { return }
        let isNoStore = Directives(exchange.request[.cacheControl]).has("no-store")
        guard mayStore(exchange) else {
            if !isNoStore { doubt(path, ask) }
            return
        }
        let part = answer.status == 206
        // A server error does not replace a response without an error; the library may lack the uncertain ones.
        let others = answer.status >= 500 ? candidates(ask).filter { $0.status < 500 } : []
        guard !others.contains(where: \.isCertain) else { return }
        let isCertain = !part && others.isEmpty
        if !isCertain {
            doubt(path, ask)
        } else {
            entries[path]?.removeAll { $0.matches(ask.kind) }
        }
        let kind: String?? = answer.fields.contains(.vary) ? .some(ask.kind) : .none
        entries[path, default: []].append(
            Entry(
                version: answer.version, status: part ? 200 : answer.status, fields: answer.fields, time: now,
                kind: kind,
                isCertain: isCertain, isPart: part))
    }

    /// Applies §4.3.4 and §3.2.
    private mutating func confirm(_ answer: ModelOrigin.Response, _ path: Int, _ ask: History.Ask, _ now: Double) {
        let fields = [ask.cacheControl, answer.fields[.cacheControl]]
        guard !fields.contains(where: { Directives($0).has("no-store") }) else { return doubt(path, ask) }
        for index in (entries[path] ?? []).indices where entries[path]?[index].version == answer.version {
            guard var entry = entries[path]?[index].confirmed(by: answer, now) else { continue }
            if answer.fields.contains(.vary), entry.kind == nil { entry.kind = .some(ask.kind) }
            entries[path]?[index] = entry
        }
    }

    /// From now on the library may lack the response that the request selects.
    private mutating func doubt(_ path: Int, _ ask: History.Ask) {
        for index in (entries[path] ?? []).indices where entries[path]?[index].matches(ask.kind) == true {
            entries[path]?[index].isCertain = false
        }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        var text = drop { $0 == character }
        while text.last == character { text.removeLast() }
        return text
    }
}
