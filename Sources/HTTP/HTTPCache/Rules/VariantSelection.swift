internal import HTTPTypes

/// The responses stored under a request's key, and the one that the request selects (RFC 9111 §4.1).
struct VariantSelection: Sendable {
    /// All responses under the key, including variants for other requests.
    let all: [StoredResponse]
    /// The newest match by Date; a complete response comes before a fragment, one with `Vary` before one without. If
    /// none matches, the newest with `Vary: *`.
    let best: StoredResponse?
    /// The responses that may answer the same request (§4), newest first.
    let matching: [StoredResponse]
    /// False if `Vary: *` leaves the choice of `best` to the origin.
    let isDecided: Bool
    /// The body of the only response, if it has been read already.
    let body: [UInt8]?
    /// The memory tier's generation when all were read; nil if the cache was not read.
    let generation: UInt64?
    /// Each response with its match, found once: matching normalises fields of the request.
    private let matches: [(response: StoredResponse, match: Vary.Match)]

    init(_ all: [StoredResponse], _ request: HTTPFields, body: [UInt8]? = nil, generation: UInt64? = nil) {
        self.all = all
        self.body = body
        self.generation = generation
        matches = all.map { (response: $0, match: Vary.match($0, request)) }
        let newestFirst = all.count < 2 ? matches : matches.sorted { Self.isNewer($0.response, $1.response) }
        matching = newestFirst.filter { $0.match == .matches }.map(\.response)
        let whole = matching.filter { $0.fragment == nil }
        // §4.1: a response without Vary is often a mistake if others have one.
        if let best = whole.first(where: { !$0.selecting.isEmpty }) ?? whole.first {
            self.best = best
            isDecided = true
        } else if let best = newestFirst.first(where: { $0.response.fragment == nil && $0.match == .undecidable }) {
            self.best = best.response
            isDecided = false
        } else {
            best = matching.first
            isDecided = true
        }
    }

    /// The response that the request selects, complete or not; nil if only the origin can select it (§4.1).
    var decided: StoredResponse? { isDecided ? best : nil }

    var complete: StoredResponse? {
        best.flatMap { $0.fragment == nil ? $0 : nil }
    }

    /// The responses that the same request selects: a new one replaces them.
    var superseded: [StoredResponse] { matches.filter { $0.match != .differs }.map(\.response) }

    /// The selection by another request, from the same responses.
    func matched(to request: HTTPFields) -> VariantSelection {
        VariantSelection(all, request, body: body, generation: generation)
    }

    private static func isNewer(_ one: StoredResponse, _ other: StoredResponse) -> Bool {
        (one.freshness.date, one.responseTime, one.id) > (other.freshness.date, other.responseTime, other.id)
    }
}

extension ResponseCache {
    /// Maximum number of variants of one address; the oldest are removed.
    private static let variantLimit = 32

    /// Reads the stored heads of these addresses into memory, in one access to the file, for a caller that will request
    /// many of them.
    public func prepare(for urls: [String]) {
        guard let disk, memory.capacity > 0 else { return }
        dropForeignChanges()
        memory.insertHeads { disk.heads(of: urls.compactMap { HTTPAddress($0).map(CacheKey.init) }) }
    }

    /// Empties the memory tier if another process has written, since entries may be outdated.
    private func dropForeignChanges() {
        guard let disk, disk.writer.noticesForeignChanges(disk, at: SystemCalls.wallClock) else { return }
        relieveMemoryPressure()
    }

    /// True before the first read into memory: the file's serial number has to be read first.
    private var isFirstRead: Bool {
        memory.capacity > 0 && disk?.writer.knowsNoSerial ?? false
    }

    func select(_ key: CacheKey, _ request: HTTPFields, wantsBody: Bool = false) -> VariantSelection {
        if memory.usage > 0 || isFirstRead { dropForeignChanges() }
        let (inMemory, generation) = memory.lookup(key)
        if !inMemory.isEmpty {
            let selection = VariantSelection(inMemory, request, generation: generation)
            if selection.complete != nil, selection.isDecided { return selection }
        }
        guard let disk else { return VariantSelection(inMemory, request) }
        let (onDisk, body) = disk.lookup(key, wantsBody: wantsBody)
        let known = Set(onDisk.map(\.id))
        return VariantSelection(
            onDisk + inMemory.filter { !known.contains($0.id) }, request, body: inMemory.isEmpty ? body : nil,
            generation: generation)
    }

    /// The body from the nearest tier; nil if it is lost. Counts as a use.
    ///
    /// - Parameter selection: the selection that found the response. Without it a body from the disk is not copied into
    ///   memory: only its generation shows if the head is outdated.
    func body(of stored: StoredResponse, in selection: VariantSelection? = nil) -> [UInt8]? {
        let read = selection?.best == stored ? selection?.body : nil
        if read == nil, let body = memory.body(of: stored) {
            disk?.touch(stored, at: SystemCalls.wallClock)
            return body
        }
        guard let disk, let body = read ?? disk.body(of: stored) else {
            memory.remove(stored.key, ids: [stored.id])
            return nil
        }
        if let generation = selection?.generation { memory.copy(stored, body: body, readIn: generation) }
        disk.touch(stored, at: SystemCalls.wallClock)
        return body
    }

    /// Stores a new response in place of those that it replaces.
    ///
    /// - Parameter isAwaited: true if the caller waits for the commit; it is stored even if many changes are waiting.
    func keep(
        _ stored: StoredResponse, body: [UInt8], replacing superseded: [StoredResponse], isAwaited: Bool = false
    ) {
        let replaced = superseded.map(\.id)
        // The file before the memory: a reader between the two would copy the old response from the file into memory.
        defer { memory.store(stored, body: body, replacing: replaced) }
        guard let disk else { return }
        let maximumSize = disk.budget.maximumBodySize
        if stored.isMemoryOnly || maximumSize == 0 || body.count > maximumSize {
            if !replaced.isEmpty { disk.submit(.remove(stored.key, ids: replaced)) }
        } else {
            disk.submit(.store(stored, body: body, replacing: replaced), isAwaited: isAwaited)
        }
    }

    /// True if a tier stores a response of that size.
    func hasRoom(for stored: StoredResponse) -> Bool {
        let mostOnDisk = stored.isMemoryOnly ? 0 : disk?.budget.maximumBodySize ?? 0
        return memory.hasRoom(for: stored) || (mostOnDisk > 0 && stored.bodyBytes <= mostOnDisk)
    }

    /// Makes room for one more variant by removing the oldest.
    func surplus(_ selection: VariantSelection) -> [StoredResponse] {
        let excess = selection.all.count - Self.variantLimit
        guard excess >= 0 else { return [] }
        return Array(selection.all.sorted { $0.responseTime < $1.responseTime }.prefix(excess + 1))
    }

    /// The same body under another head.
    func update(_ stored: StoredResponse) {
        if !stored.isMemoryOnly { disk?.submit(.update(stored)) }
        memory.update(stored)
    }

    /// Removes everything stored under an address, including POSTs keyed by their body; a response that is still
    /// arriving for it is not stored (§4.4).
    func invalidate(_ address: HTTPAddress) {
        let key = CacheKey(address)
        invalidations.note(key.url)
        remove(key)
        let keyedByBody = memory.keysByBody(under: key.url) + (disk?.keysByBody(under: key) ?? [])
        Set(keyedByBody).forEach(remove)
    }

    func remove(_ key: CacheKey) {
        disk?.submit(.remove(key, ids: nil))
        memory.remove(key)
    }

    func remove(_ stored: StoredResponse) {
        disk?.submit(.remove(stored.key, ids: [stored.id]))
        memory.remove(stored.key, ids: [stored.id])
    }
}

extension CacheRequest {
    /// The key of its response; nil for an invalid address.
    var key: CacheKey? {
        HTTPAddress(url).map { key(at: $0) }
    }

    func key(at address: HTTPAddress) -> CacheKey {
        keyedByBody && method == .post
            ? CacheKey(address, method: method.rawValue, body: body ?? []) : CacheKey(address, fields)
    }
}
