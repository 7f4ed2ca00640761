internal import Foundation

/// A scripted HTTP/1.1 server on loopback, which can inject faults and records all requests.
///
/// ```swift
/// let origin = try Origin()
/// origin.route("/feed", .response(fields: ["ETag": "\"1\""], body: "<rss/>"))
/// …
/// let requests = try await origin.waitForRequests(1, to: "/feed")
/// #expect(requests[0]["If-None-Match"] == nil)
/// ```
/// It stops when it is dropped, or with `stop()`; then it refuses connections.
package final class Origin: Sendable {
    /// Answers one request.
    package typealias Handler = @Sendable (RecordedRequest) -> Reply

    /// The port, which is the same on every address.
    package let port: UInt16
    package let addresses: [String]
    private let threads: OriginThreads

    /// - Parameters:
    ///   - addresses: loopback addresses to listen on (127.0.0.2 … are separate hosts to a client).
    ///   - port: 0 chooses a free one; a fixed one lets an origin restart at its address.
    /// - Throws: `OriginError.socket` if it cannot listen on an address.
    package init(addresses: [String] = ["127.0.0.1"], port: UInt16 = 0) throws {
        let listeners = try ListeningSocket.open(addresses, port: port)
        let threads = OriginThreads(listeners: listeners)
        self.addresses = addresses
        self.port = listeners[0].port
        self.threads = threads
        for listener in listeners {
            threads.startThread { threads.accept(on: listener) }
        }
    }

    deinit {
        threads.stop()
    }

    /// Ends all connections and threads, and returns after their end.
    package func stop() {
        threads.stop()
    }

    /// Returns `http://127.0.0.1:PORT` and the path.
    package func url(_ path: String, on address: String? = nil) -> String {
        "http://\(address ?? addresses[0]):\(port)\(path)"
    }
}

// MARK: - Script

extension Origin {
    /// Answers requests for `path` from now on; with a query it matches that target only. Other requests get 404.
    package func route(_ path: String, _ handler: @escaping Handler) {
        threads.log.setRoute(path, handler)
    }

    /// Gives every request for `path` the same response.
    package func route(_ path: String, _ reply: Reply) {
        route(path) { _ in reply }
    }

    /// Answers requests for `path` with the replies in order; the last one repeats.
    package func route(_ path: String, inOrder replies: [Reply]) {
        let sequence = ReplySequence(replies)
        route(path) { _ in sequence.next() }
    }
}

// MARK: - Record

extension Origin {
    /// All requests so far, in order of arrival.
    package var requests: [RecordedRequest] {
        threads.log.requests
    }

    package func requests(to path: String) -> [RecordedRequest] {
        requests.filter { $0.path == path }
    }

    /// The number of connections accepted so far.
    package var connectionCount: Int {
        threads.log.connectionCount
    }

    /// The number of bytes that the scripts have passed to the kernel so far.
    package var sentByteCount: Int {
        threads.log.sentByteCount
    }

    /// Returns as soon as at least `count` requests have arrived (for `path`, if given), with those requests.
    ///
    /// - Throws: `OriginError.timedOut` if they do not arrive within `timeout`.
    @discardableResult
    package func waitForRequests(
        _ count: Int, to path: String? = nil, timeout: Duration = .seconds(60)
    ) async throws -> [RecordedRequest] {
        let matching: @Sendable ([RecordedRequest]) -> [RecordedRequest] = { requests in
            path.map { path in requests.filter { $0.path == path } } ?? requests
        }
        try await threads.log.wait("\(count) requests for \(path ?? "any path")", timeout: timeout) { record in
            matching(record.requests).count >= count
        }
        return matching(requests)
    }

    /// Returns as soon as at least `count` connections have ended, by either side.
    ///
    /// - Throws: `OriginError.timedOut` if they do not end within `timeout`.
    package func waitForClosedConnections(_ count: Int, timeout: Duration = .seconds(60)) async throws {
        try await threads.log.wait("\(count) closed connections", timeout: timeout) { record in
            record.closedConnections >= count
        }
    }
}

/// The error that an origin throws if a test's expectation or a system call fails.
package enum OriginError: Error, CustomStringConvertible {
    case socket(String)
    case timedOut(waitingFor: String)

    package var description: String {
        switch self {
        case .socket(let reason): "origin: \(reason)"
        case .timedOut(let what): "origin: waited in vain for \(what)"
        }
    }
}
