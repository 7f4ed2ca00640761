import HTTPTypes

@testable import HTTPCache

/// Plays a history with the library and compares each reply with the reference model.
struct ModelPlayer {
    private let history: History
    private let clock = Clock()
    private let origin: ModelOrigin
    private var model: ReferenceModel
    private var clients: [CachingClient] = []
    /// Caches of clients that ended without closing them.
    private var abandoned: [ResponseCache] = []
    private let folder: Folder?

    private init(_ history: History) throws {
        self.history = history
        origin = ModelOrigin(clock)
        model = ReferenceModel(usesHeuristics: history.heuristics)
        folder = history.isOnDisk ? try Folder() : nil
        for _ in 0..<history.clients { clients.append(try client()) }
    }

    /// - Returns: the first difference from the model; nil if there is none.
    static func play(_ history: History) async throws -> String? {
        var player = try ModelPlayer(history)
        for (number, step) in history.steps.enumerated() {
            if let fault = try await player.play(step) { return "step \(number + 1): \(fault)" }
        }
        return nil
    }

    private func client() throws -> CachingClient {
        // The memory tier may notice changes by other processes a second late; see `DiskWriter.noticesForeignChanges`.
        let cache = try folder.map { try $0.cache(memory: history.clients > 1 ? 0 : 1 << 20) } ?? ResponseCache()
        var settings = CacheSettings()
        settings.heuristics = history.heuristics
        let clock = clock
        settings.now = { clock.now }
        return CachingClient(cache: cache, transport: origin, settings: settings)
    }

    private mutating func play(_ step: History.Step) async throws -> String? {
        switch step {
        case .origin(let script): origin.apply(script)
        case .advance(let seconds): clock.advance(seconds)
        case .line(let isUp): origin.setLine(isUp: isUp)
        case .restart(let number): clients[number] = try client()
        case .kill(let number):
            abandoned.append(clients[number].cache)
            clients[number] = try client()
        case .ask(let ask): return await play(ask)
        }
        return nil
    }

    private mutating func play(_ ask: History.Ask) async -> String? {
        let client = clients[ask.client]
        var request = CacheRequest(url: "http://h.test/\(ask.path)", method: HTTPRequest.Method(ask.method) ?? .get)
        request.followsRedirects = false
        if !ask.cacheControl.isEmpty { request.fields[.cacheControl] = ask.cacheControl }
        request.fields[.xKind] = ask.kind
        request.fields[.range] = ask.range
        let outcome: Result<CachedReply, CacheError>
        do throws(CacheError) {
            outcome = .success(try await client.response(for: request, policy: ask.policy))
        } catch {
            outcome = .failure(error)
        }
        await client.finishBackgroundWork()
        let observation = Observation(
            ask: ask, outcome: outcome, exchanges: origin.removeExchanges(), candidates: model.candidates(ask),
            now: clock.now)
        let isReplaced = observation.isReplaced(model)
        for exchange in observation.exchanges { model.apply(exchange, ask, isReplaced: isReplaced, clock.now) }
        return await observation.fault(model)
    }
}

/// One request, its result, and the state of the model before it.
private struct Observation {
    let ask: History.Ask
    let outcome: Result<CachedReply, CacheError>
    let exchanges: [ModelOrigin.Exchange]
    let candidates: [ReferenceModel.Entry]
    let now: Double

    var reply: CachedReply? { try? outcome.get() }
    /// True if a stored response stood in for an error. A response that is revalidated in the background does not.
    func isReplaced(_ model: ReferenceModel) -> Bool {
        reply?.source == .cache && candidates.contains { model.mayStandIn($0, ask, now) }
    }

    private var asked: ReferenceModel.Directives { .init(ask.cacheControl) }
    /// The one entry that the request selects, if there is no choice.
    private var only: ReferenceModel.Entry? { candidates.count == 1 ? candidates[0] : nil }

    /// - Parameter model: the model after the exchanges.
    func fault(_ model: ReferenceModel) async -> String? {
        if let fault = requestFault(model) { return fault }
        switch outcome {
        case .failure(let error): return errorFault(error, model)
        case .success(let reply): return await replyFault(reply, model)
        }
    }

    // MARK: Requests

    private func requestFault(_ model: ReferenceModel) -> String? {
        guard let first = exchanges.first else {
            let mustAsk =
                ask.policy == .reloadIgnoringLocalCacheData || ask.policy == .reloadIgnoringLocalAndRemoteCacheData
            return mustAsk && ask.method == "GET" ? "\(ask.policy) asked nobody" : nil
        }
        if ask.policy == .returnCacheDataDontLoad { return "returnCacheDataDontLoad asked the origin" }
        let isReload =
            ask.policy == .reloadIgnoringLocalCacheData || ask.policy == .reloadIgnoringLocalAndRemoteCacheData
        if asked.has("only-if-cached"), !isReload, ask.policy != .returnCacheDataElseLoad, reply?.source != .cache {
            return "only-if-cached asked the origin"
        }
        if let only, model.mustReuse(only, ask, now), reply?.source != .cache {
            return "asked the origin though \(only.version) answers the request"
        }
        return fieldFault(first.request, isReload)
    }

    private func fieldFault(_ fields: HTTPFields, _ isReload: Bool) -> String? {
        let isConditional = fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince)
        if ask.method != "GET" || isReload {
            if isConditional { return "a request that asks for no confirmation has conditions" }
            guard ask.policy == .reloadIgnoringLocalAndRemoteCacheData, ask.method == "GET", ask.cacheControl.isEmpty
            else {
                return nil
            }
            return fields[.cacheControl] == "no-cache" ? nil : "other caches are not told to reload"
        }
        if ask.policy == .reloadRevalidatingCacheData, ask.cacheControl.isEmpty, fields[.cacheControl] != "max-age=0" {
            return "other caches are not told to revalidate"
        }
        guard let only, only.isCertain, !only.isPart, only.hasValidator, !asked.has("no-store") else { return nil }
        guard ask.policy == .useProtocolCachePolicy || ask.policy == .reloadRevalidatingCacheData else { return nil }
        if only.fields[.eTag] != fields[.ifNoneMatch] {
            return "If-None-Match is not the stored tag of \(only.version)"
        }
        if only.fields[.lastModified] != fields[.ifModifiedSince] { return "If-Modified-Since is not the stored date" }
        return nil
    }

    // MARK: Errors

    private func errorFault(_ error: CacheError, _ model: ReferenceModel) -> String? {
        switch error {
        case .transport:
            return exchanges.contains { $0.answer == nil } ? nil : "a transport error, but the line was up"
        case .notInCache:
            guard ask.policy == .returnCacheDataDontLoad else { return "notInCache under \(ask.policy)" }
            return candidates.contains { model.mustReuse($0, ask, now) } ? "notInCache, but it is stored" : nil
        default: return "unexpected: \(error)"
        }
    }

    // MARK: Replies

    private func replyFault(_ reply: CachedReply, _ model: ReferenceModel) async -> String? {
        let status = reply.head.status.code
        guard let version = reply.head.headerFields[.xVersion] else {
            if ask.method != "GET" { return exchanges.isEmpty && status != 504 ? "a write was not sent" : nil }
            return status == 504 ? timeoutFault(model) : "a reply without a version, status \(status)"
        }
        if let fault = await bodyFault(reply, version) { return fault }
        switch reply.source {
        case .network:
            return exchanges.contains { $0.answer?.version == version }
                ? nil : "\(version) did not come from the origin now"
        case .revalidated:
            let answers = exchanges.compactMap(\.answer)
            guard let answer = answers.first(where: { $0.status == 304 && $0.version == version }) else {
                return "\(version) was not confirmed"
            }
            // §5.1: an Age means that another cache has confirmed it, not the origin.
            guard answer.fields.contains(.age) else {
                return reply.head.headerFields.contains(.age) ? "an Age after a confirmation" : nil
            }
            // Under no-store (§5.2.1.5, §5.2.2.5) the confirmation is not stored, but it answers this request.
            return ageFault(reply, candidates.first { $0.version == version }?.confirmed(by: answer, now))
        case .cache: return cachedFault(reply, version, model)
        }
    }

    /// Returns the error in a body that is neither the complete body of one version nor the part of it that the head
    /// names.
    private func bodyFault(_ reply: CachedReply, _ version: String) async -> String? {
        guard let bytes = try? await reply.body() else { return "no body" }
        let (body, whole) = (String(decoding: bytes, as: UTF8.self), ModelOrigin.body(version))
        guard reply.head.status == .partialContent else {
            return body == whole ? nil : "\(version) has the body \(body)"
        }
        guard let range = ModelRange(ask.range, count: whole.utf8.count),
            reply.head.headerFields[.contentRange] == "bytes \(range.first)-\(range.last)/\(whole.utf8.count)"
        else { return "another range than \(ask.range ?? "none")" }
        return body == range.slice(whole) ? nil : "\(version) has the part \(body)"
    }

    private func cachedFault(_ reply: CachedReply, _ version: String, _ model: ReferenceModel) -> String? {
        // Two entries may have the same version, stored under two values of the field that Vary names.
        let entries = candidates.filter { $0.version == version }
        guard !entries.isEmpty else { return "\(version) may not be stored, or is not for this request" }
        let mayReuse = entries.contains { model.mayReuse($0, ask, now) }
        let mayStandIn =
            exchanges.contains { $0.answer == nil || ($0.answer?.status ?? 0) >= 500 }
            && entries.contains { model.mayStandIn($0, ask, now) }
        guard mayReuse || mayStandIn else { return "\(version) may not be reused without asking" }
        return entries.compactMap { ageFault(reply, $0) }.count < entries.count ? nil : ageFault(reply, entries[0])
    }

    /// Checks the age by §5.1.
    private func ageFault(_ reply: CachedReply, _ entry: ReferenceModel.Entry?) -> String? {
        guard let entry, let age = reply.head.headerFields[.age].flatMap({ Int($0) }) else { return "no Age" }
        return abs(Double(age) - entry.age(now)) <= 1 ? nil : "Age is \(age), not \(entry.age(now))"
    }

    private func timeoutFault(_ model: ReferenceModel) -> String? {
        if asked.has("only-if-cached") {
            return candidates.contains { model.mustReuse($0, ask, now) } ? "504, but it is stored" : nil
        }
        return exchanges.contains { $0.answer == nil } ? nil : "504, but the line was up"
    }
}
