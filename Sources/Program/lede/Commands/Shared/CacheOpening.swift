import HTTPCache

extension ResponseCache {
    /// Opens the cache on disk. If that fails, reports it and returns a cache in memory.
    static func openOrUseMemory(
        _ configuration: ResponseCache.Configuration, printError: (String) -> Void
    ) -> ResponseCache {
        do {
            return try ResponseCache(configuration)
        } catch {
            printError("\(error); continuing without it")
            return ResponseCache(memoryCapacity: configuration.memoryCapacity)
        }
    }
}
