internal import HTTPTypes

// Reading, storing and removing the variants of an address, in both tiers.
extension ResponseCache {
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
        let (inMemory, generation, isMixed) = memory.lookup(key)
        if !inMemory.isEmpty {
            let selection = VariantSelection(inMemory, request, generation: generation)
            if selection.complete != nil, selection.isDecided, !isMixed || disk == nil { return selection }
        }
        guard let disk else { return VariantSelection(inMemory, request) }
        let (onDisk, body) = disk.lookup(key, wantsBody: wantsBody)
        let known = Set(onDisk.map(\.id))
        let selection = VariantSelection(
            onDisk + inMemory.filter { !known.contains($0.id) }, request, body: inMemory.isEmpty ? body : nil,
            generation: generation)
        if !isMixed, selection.all.isMixed { memory.noteMixed(key) }
        return selection
    }

    /// Returns the body from the nearest tier; nil if it is lost. Counts as a use.
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
    /// - Parameters:
    ///   - selection: the responses stored before.
    ///   - isAwaited: true if the caller waits for the commit; it is stored even if many changes are waiting.
    func keep(
        _ stored: StoredResponse, body: [UInt8], replacing selection: VariantSelection, isAwaited: Bool = false
    ) {
        let replaced = (selection.superseded + selection.surplus).map(\.id)
        let others = selection.all.filter { !replaced.contains($0.id) }
        if (others + [stored]).isMixed { memory.noteMixed(stored.key) }
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

    /// Number of transactions of the disk tier that failed.
    var failedTransactions: Int { disk?.writer.failures ?? 0 }

    /// True if a tier stores this response with this head, which was kept when `failures` transactions had failed. Only a
    /// failure since then costs a look.
    func stores(_ stored: StoredResponse, failuresBefore failures: Int) -> Bool {
        guard hasRoom(for: stored) else { return false }
        guard let disk, disk.writer.failures != failures else { return true }
        return memory.lookup(stored.key).stored.contains(stored)
            || disk.lookup(stored.key, wantsBody: false).stored.contains(stored)
    }

    /// Stores another head for the same body.
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
