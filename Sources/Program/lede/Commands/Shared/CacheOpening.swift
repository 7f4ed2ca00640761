import HTTPCache

extension ResponseCache {
    /// Opens the cache on disk. If that fails, reports it and returns a cache in memory.
    static func openOrDoWithout(
        _ configuration: ResponseCache.Configuration, complain: (String) -> Void
    ) -> ResponseCache {
        do {
            return try ResponseCache(configuration)
        } catch {
            complain("\(error); continuing without it")
            return ResponseCache(memoryCapacity: configuration.memoryCapacity)
        }
    }
}
