package import ArticleStorage
import Basics
import HTTPCache
import HTTPTransport
import HTTPTypes

/// What asking has cost, and what the cache has spared.
package struct Traffic: Equatable, Sendable, Encodable {
    /// Answers waited for, with their redirects counted as one.
    package var requests: Int64 = 0
    /// Answers that said nothing has changed (304).
    package var notModified: Int64 = 0
    /// On the wire, in bytes, header sections included.
    package var bytesSent: Int64 = 0
    package var bytesReceived: Int64 = 0
    /// Bodies that a 304 spared, in bytes, where their length was told.
    package var bytesSaved: Int64 = 0

    package init() {}

    /// All that every process on the library has counted so far.
    package static func total(in store: ArticleStore) throws(ArticleStoreError) -> Traffic {
        var traffic = Traffic()
        for (name, path) in counters {
            traffic[keyPath: path] = try store.setting(name).flatMap { Int64($0) } ?? 0
        }
        return traffic
    }

    /// Adds these to the library's own counts.
    func add(to store: ArticleStore) throws(ArticleStoreError) {
        let counted = Self.counters.map { ($0.name, self[keyPath: $0.path]) }.filter { $0.1 != 0 }
        guard !counted.isEmpty else { return }
        try store.increase(Dictionary(counted) { $0.addingSaturating($1) })
    }

    static func += (sum: inout Traffic, other: Traffic) {
        for (_, path) in counters { sum[keyPath: path] = sum[keyPath: path].addingSaturating(other[keyPath: path]) }
    }

    private static let counters: [(name: String, path: any WritableKeyPath<Traffic, Int64> & Sendable)] = [
        ("traffic.requests", \.requests),
        ("traffic.notModified", \.notModified),
        ("traffic.bytesSent", \.bytesSent),
        ("traffic.bytesReceived", \.bytesReceived),
        ("traffic.bytesSaved", \.bytesSaved),
    ]

    enum CodingKeys: String, CodingKey {
        case requests
        case notModified = "not_modified"
        case bytesSent = "bytes_sent"
        case bytesReceived = "bytes_received"
        case bytesSaved = "bytes_saved"
    }
}

extension Traffic {
    /// What this reply has cost; nothing where it came from the cache alone.
    init(_ reply: CachedReply) {
        guard reply.source != .cache else { return }
        let bytes = reply.wireBytes
        requests = 1
        bytesSent = bytes.sent
        bytesReceived = bytes.received
        guard reply.source == .revalidated || reply.head.status.code == 304 else { return }
        notModified = 1
        bytesSaved = reply.head.headerFields[.contentLength].flatMap { Int64($0, within: Self.believedLengths) } ?? 0
    }

    /// Lengths of a spared body that are believed (up to 1 GiB): a 304 may name any number.
    private static let believedLengths: ClosedRange<Int64> = 0...1 << 30

    /// A request that no answer came to.
    static var unanswered: Traffic {
        var traffic = Traffic()
        traffic.requests = 1
        return traffic
    }
}
