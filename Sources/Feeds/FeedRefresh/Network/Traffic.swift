package import ArticleStorage
import Basics
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The cost of requests, and the savings of the cache.
package struct Traffic: Equatable, Sendable, Encodable {
    /// Requests that were answered; a response and its redirects count as one.
    package var requests: Int64 = 0
    /// Responses that reported no change (304).
    package var notModified: Int64 = 0
    /// The bytes on the wire, header sections included.
    package var bytesSent: Int64 = 0
    package var bytesReceived: Int64 = 0
    /// Bytes of bodies that a 304 saved, if their length was given.
    package var bytesSaved: Int64 = 0

    init() {}

    /// Returns the sum of all processes on the library so far.
    package static func total(in store: ArticleStore) throws(ArticleStoreError) -> Traffic {
        var traffic = Traffic()
        for (name, path) in counters {
            traffic[keyPath: path] = try store.setting(name).flatMap { Int64($0) } ?? 0
        }
        return traffic
    }

    /// Adds these numbers to the library's totals.
    func add(to store: ArticleStore) throws(ArticleStoreError) {
        let counted = Self.counters.map { ($0.name, self[keyPath: $0.path]) }.filter { $0.1 != 0 }
        guard !counted.isEmpty else { return }
        try store.increase(Dictionary(counted) { $0.addingSaturating($1) })
    }

    /// Names each counter, as `counters` does: adding through its key paths took 0.9 % of the processor time of
    /// packing.
    static func += (sum: inout Traffic, other: Traffic) {
        sum.requests = sum.requests.addingSaturating(other.requests)
        sum.notModified = sum.notModified.addingSaturating(other.notModified)
        sum.bytesSent = sum.bytesSent.addingSaturating(other.bytesSent)
        sum.bytesReceived = sum.bytesReceived.addingSaturating(other.bytesReceived)
        sum.bytesSaved = sum.bytesSaved.addingSaturating(other.bytesSaved)
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
    /// The cost of this reply; nothing if it came from the cache alone.
    ///
    /// - Parameter isCounted: true if its request is counted elsewhere.
    init(_ reply: CachedReply, isCounted: Bool = false) {
        guard reply.source != .cache else { return }
        let bytes = reply.wireBytes
        requests = isCounted ? 0 : 1
        bytesSent = bytes.sent
        bytesReceived = bytes.received
        guard reply.source == .revalidated || reply.head.status.code == 304 else { return }
        notModified = 1
        bytesSaved =
            reply.head.headerFields.first(.contentLength).flatMap { Int64($0, within: Self.plausibleLengths) } ?? 0
    }

    /// The accepted lengths of a body saved by a 304 (up to 1 GiB), since the header may claim any number.
    private static let plausibleLengths: ClosedRange<Int64> = 0...1 << 30

    /// A request without a response.
    static var unanswered: Traffic {
        var traffic = Traffic()
        traffic.requests = 1
        return traffic
    }
}
