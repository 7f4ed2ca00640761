import Foundation
import HTTPTypes

@testable import HTTPCache

/// A folder that is deleted with its test.
final class Folder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "lede-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
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
