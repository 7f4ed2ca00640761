import HTTPTypes
import TestFolders

@testable import HTTPCache

/// A temporary folder with the database of a cache.
final class Folder: Sendable {
    private let temporary: TemporaryFolder
    var path: String { temporary.path }

    init() throws {
        temporary = try TemporaryFolder()
    }

    var database: String { path + "/cache.sqlite" }

    func cache(memory: Int = 0, disk: Int = 64 << 20) throws -> ResponseCache {
        var configuration = ResponseCache.Configuration(path: database)
        configuration.memoryCapacity = memory
        configuration.diskCapacity = disk
        return try ResponseCache(configuration)
    }
}

extension ResponseCache {
    func put(_ name: String, _ body: String, _ policy: CachedResponse.StoragePolicy = .allowed) {
        let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600"])
        store(
            CachedResponse(head: head, body: Array(body.utf8), userInfo: ["name": name], storagePolicy: policy),
            for: CacheRequest(url: "http://h.test/\(name)"))
    }

    func text(_ name: String) -> String? {
        cachedResponse(for: CacheRequest(url: "http://h.test/\(name)")).map { String(decoding: $0.body, as: UTF8.self) }
    }
}
