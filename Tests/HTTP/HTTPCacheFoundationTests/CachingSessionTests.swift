import ContentCoding
import Foundation
import HTTPCache
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import Testing

@testable import HTTPCacheFoundation
@testable import OwnTransport

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("CachingSession: the cache for Foundation's types")
struct CachingSessionTests {
    @Test("All six policies of URLRequest work")
    func policies() async throws {
        let origin = try Origin()
        origin.route("/a") { .validated($0, etag: "\"1\"", fields: ["Cache-Control": "max-age=600"], body: "text") }
        let session = session()
        let url = origin.url("/a")
        await #expect(throws: URLError.self) { try await session.data(for: request(url, .returnCacheDataDontLoad)) }
        let rows: [(URLRequest.CachePolicy, requests: Int)] = [
            (.returnCacheDataElseLoad, 1), (.useProtocolCachePolicy, 1), (.returnCacheDataDontLoad, 1),
            (.reloadRevalidatingCacheData, 2), (.reloadIgnoringLocalCacheData, 3),
            (.reloadIgnoringLocalAndRemoteCacheData, 4), (.returnCacheDataElseLoad, 4),
        ]
        for (policy, requests) in rows {
            let (data, response) = try await session.data(for: request(url, policy))
            #expect(String(decoding: data, as: UTF8.self) == "text" && response.statusCode == 200)
            #expect(origin.requests.count == requests, "\(policy)")
        }
        #expect(origin.requests[1]["If-None-Match"] == "\"1\"" && origin.requests[3]["Pragma"] == "no-cache")
    }

    @Test("Errors have the types of Foundation")
    func errors() async throws {
        let origin = try Origin()
        origin.stop()
        func code(_ session: CachingSession, _ request: URLRequest) async -> URLError.Code? {
            do {
                _ = try await session.data(for: request)
                return nil
            } catch {
                return (error as? URLError)?.code
            }
        }
        let usual = try request(origin.url("/a"))
        #expect(await code(session(), usual) == .cannotConnectToHost)
        #expect(await code(session(OfflineTransport()), usual) == .notConnectedToInternet)
        var local = usual
        local.cachePolicy = .returnCacheDataDontLoad
        #expect(await code(session(), local) == .resourceUnavailable)
        var wired = usual
        wired.allowsCellularAccess = false
        #expect(await code(session(), wired) == .unsupportedURL)
        #expect(await code(session(), try request("ftp://h.test/a")) == .unsupportedURL)
    }

    @Test("The error of a request that this library cannot send does not show the password of its address")
    func refusedWithPassword() throws {
        var wired = try request("http://user:secret@h.test/a")
        wired.allowsCellularAccess = false
        var streamed = try request("http://user:secret@h.test/a")
        streamed.httpBodyStream = InputStream(data: Data())
        for refused in [wired, streamed] {
            let error = #expect(throws: CacheError.self) { try session().cacheRequest(refused) }
            #expect(error?.description.hasSuffix(": http://h.test/a") == true, "\(String(describing: error))")
        }
    }

    @Test("Every cause of a failed transfer has an error code of Foundation", arguments: TransportError.Cause.allCases)
    func causes(_ cause: TransportError.Cause) {
        let code = CacheError.transport(TransportError(cause, "failed")).urlError(nil).code
        #expect(code != .unknown)
        #expect((code == .timedOut) == [.stalled, .tooSlow].contains(cause))
    }

    @Test("Bytes arrive one by one, and the cache stores them after the last one")
    func bytes() async throws {
        let origin = try Origin()
        origin.route("/a", .response(fields: ["Cache-Control": "max-age=600"], body: "streamed"))
        let session = session()
        for _ in 0..<2 {
            let (bytes, response) = try await session.bytes(for: request(origin.url("/a")))
            var read: [UInt8] = []
            for try await byte in bytes { read.append(byte) }
            #expect(String(decoding: read, as: UTF8.self) == "streamed" && response.statusCode == 200)
        }
        #expect(origin.requests.count == 1)
    }

    @Test("The limits of the session apply to complete bodies, and not to streamed ones")
    func limits() async throws {
        let origin = try Origin()
        origin.route("/a", .response(body: String(repeating: "x", count: 100)))
        var (coded, decoded) = (session(), session())
        coded.limits.bodyBytes = 50
        decoded.decodedBodyBytes = 50
        for session in [coded, decoded] {
            do {
                _ = try await session.data(for: request(origin.url("/a")))
                Issue.record("the body is larger than the limit")
            } catch {
                #expect((error as? URLError)?.code == .dataLengthExceedsMaximum)
            }
        }
        let (bytes, _) = try await coded.bytes(for: request(origin.url("/a")))
        var count = 0
        for try await _ in bytes { count += 1 }
        #expect(count == 100)
    }

    @Test("The bytes of a coded body are decoded in pieces, even if the cache has the whole body")
    func decodedPieces() async throws {
        let origin = try Origin()
        let zeros = try #require(ContentEncoder.gzip([UInt8](repeating: 0, count: 40 << 20)))
        let fields = [RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600")]
        origin.route("/a", .response(fields: fields, body: zeros))
        let session = session()
        _ = try await session.data(for: request(origin.url("/a")))
        let (bytes, _) = try await session.bytes(for: request(origin.url("/a")))
        var iterator = bytes.makeAsyncIterator()
        let first = try await iterator.next()
        #expect(first == 0 && origin.requests.count == 1)
        // One byte of gzip decodes to at most 1,032 bytes.
        #expect(iterator.piece.count <= 17 << 20)
    }

    @Test("A range is requested without a coding: a part of a coded body cannot be decoded")
    func codingOfRange() throws {
        var request = try request("http://h.test/a")
        request.setValue("bytes=0-1", forHTTPHeaderField: "Range")
        #expect(try session().cacheRequest(request).fields[.acceptEncoding] == "identity")
        request.setValue("br", forHTTPHeaderField: "Accept-Encoding")
        #expect(try session().cacheRequest(request).fields[.acceptEncoding] == "br")
    }

    @Test(
        "timeoutInterval also limits the wait for a connection",
        arguments: [
            (3, 3, 3), (60, 10, 60), (0, 10, 20), (.infinity, 10, 20), (0.25, 1, 1), (2.5, 3, 3),
        ] as [(Double, Int, Int)])
    func timeouts(_ interval: Double, _ connecting: Int, _ stalled: Int) throws {
        var request = try request("http://h.test/a")
        request.timeoutInterval = interval
        let limits = try session().cacheRequest(request).limits
        #expect(limits.connectTimeout == connecting && limits.stallTimeout == stalled)
    }

    @Test("The hook changes the stored response, its user information and its storage policy")
    func willCache() async throws {
        let origin = try Origin()
        origin.route("/a", .response(body: "text"))
        origin.route("/b", .response(body: "text"))
        var session = session()
        session.willCache = { response in
            response["Cache-Control"] = "max-age=600"
            response.userInfo["seen"] = "yes"
            return response.url.path == "/a"
        }
        // The hook for a redirect's target sees the address of the target.
        origin.route("/moved", .response(302, fields: ["Location": "/a"]))
        for path in ["/moved", "/a", "/b"] {
            for _ in 0..<2 { _ = try await session.data(for: request(origin.url(path))) }
        }
        #expect(origin.requests(to: "/moved").count == 2)
        #expect(origin.requests(to: "/a").count == 1 && origin.requests(to: "/b").count == 2)
        let stored = try #require(session.cachedResponse(for: request(origin.url("/a"))))
        #expect(stored.userInfo == ["seen": "yes"] && stored.storagePolicy == .allowed && stored.statusCode == 200)
        #expect(stored.response?.statusCode == 200 && String(decoding: stored.data, as: UTF8.self) == "text")
        session.removeCachedResponse(for: try request(origin.url("/a")))
        #expect(session.cachedResponse(for: try request(origin.url("/a"))) == nil)
        session.storeCachedResponse(stored, for: try request(origin.url("/a")))
        #expect(session.cachedResponse(for: try request(origin.url("/a")))?.data == stored.data)
    }

    @Test("The hook keeps the bytes of a field that is not UTF-8: a stored redirect leads to the same address")
    func hookKeepsBytes() async throws {
        let origin = try Origin()
        let head = "HTTP/1.1 301 Moved\r\nLocation: /caf\u{e9}\r\nA: \u{e9}\r\nCache-Control: max-age=600\r\n"
        origin.route("/a", .raw(head + "Content-Length: 0\r\n\r\n"))
        var session = session()
        session.willCache = { response in
            response["A"] = "new"
            return true
        }
        for _ in 0..<2 { _ = try await session.data(for: request(origin.url("/a"))) }
        #expect(origin.requests.map(\.target) == ["/a", "/caf%E9", "/caf%E9"])
    }

    @Test("RFC 9110 §5.1, §5.3, RFC 9211 §2: lines of one field are combined, whatever the case of their names")
    func combinedLines() async throws {
        let origin = try Origin()
        origin.route(
            "/a",
            .response(
                fields: ["vary": "A", "Vary": "B", "cache-status": "cdn; hit", "Cache-Control": "max-age=600"],
                body: "text"))
        let session = session()
        for status in ["cdn; hit, HTTPCache; fwd=uri-miss", "cdn; hit, HTTPCache; hit"] {
            let (_, response) = try await session.data(for: request(origin.url("/a")))
            #expect(response.value(forHTTPHeaderField: "Vary") == "A, B")
            #expect(response.value(forHTTPHeaderField: "Cache-Status")?.hasPrefix(status) == true)
        }
        let stored = session.cachedResponse(for: try request(origin.url("/a")))
        #expect(stored?.response?.value(forHTTPHeaderField: "Vary") == "A, B")
    }

    @Test("Updates deliver the stored response, then the response of the origin")
    func updates() async throws {
        let origin = try Origin()
        origin.route(
            "/a", inOrder: [.response(fields: ["ETag": "\"1\""], body: "one"), .response(body: "two"), .reset])
        let session = session()
        var seen: [String] = []
        for _ in 0..<3 {
            for await update in session.updates(for: try request(origin.url("/a"))) {
                switch update {
                case .stored(let data, _): seen.append("stored \(String(decoding: data, as: UTF8.self))")
                case .unchanged: seen.append("unchanged")
                case .updated(let data, _): seen.append("updated \(String(decoding: data, as: UTF8.self))")
                case .failed(let error): seen.append("failed \(error.code == .networkConnectionLost)")
                }
            }
        }
        #expect(seen == ["updated one", "stored one", "updated two", "stored two", "failed true"])
    }

    @Test("Updates send no request that the policy forbids")
    func localUpdates() async throws {
        let origin = try Origin()
        origin.route("/a", .response(body: "text"))
        let session = session()
        func seen(_ policy: URLRequest.CachePolicy) async throws -> [String] {
            var seen: [String] = []
            for await update in session.updates(for: try request(origin.url("/a"), policy)) {
                switch update {
                case .stored: seen.append("stored")
                case .unchanged: seen.append("unchanged")
                case .updated: seen.append("updated")
                case .failed(let error): seen.append("failed \(error.code == .resourceUnavailable)")
                }
            }
            return seen
        }
        #expect(try await seen(.returnCacheDataDontLoad) == ["failed true"] && origin.requests.isEmpty)
        #expect(try await seen(.returnCacheDataElseLoad) == ["updated"] && origin.requests.count == 1)
        for policy in [URLRequest.CachePolicy.returnCacheDataDontLoad, .returnCacheDataElseLoad] {
            #expect(try await seen(policy) == ["stored", "unchanged"] && origin.requests.count == 1)
        }
        #expect(try await seen(.reloadIgnoringLocalAndRemoteCacheData) == ["stored", "unchanged"])
        #expect(origin.requests.last?["Pragma"] == "no-cache")
    }

    @Test("A transport over URLSession can replace curl")
    func ownTransport() async throws {
        let origin = try Origin()
        origin.route("/a") { .validated($0, etag: "\"1\"", fields: ["Cache-Control": "max-age=0"], body: "text") }
        origin.route("/old", .response(301, fields: ["Location": "/a", "Cache-Control": "max-age=600"]))
        let session = session(URLSessionTransport())
        for _ in 0..<2 {
            let (data, response) = try await session.data(for: request(origin.url("/old")))
            #expect(String(decoding: data, as: UTF8.self) == "text" && response.url?.path == "/a")
        }
        #expect(origin.requests.map(\.path) == ["/old", "/a", "/a"])
        #expect(origin.requests.last?["If-None-Match"] == "\"1\"")
        // RFC 9111 §4.3.5: a HEAD about the same response does not remove it.
        origin.route("/c", .response(fields: ["Cache-Control": "max-age=600"], body: "text"))
        _ = try await session.data(for: request(origin.url("/c")))
        var head = try request(origin.url("/c"), .reloadIgnoringLocalCacheData)
        head.httpMethod = "HEAD"
        _ = try await session.data(for: head)
        #expect(session.cachedResponse(for: try request(origin.url("/c")))?.data == Data("text".utf8))
        origin.stop()
        await #expect(throws: URLError.self) { try await session.data(for: request(origin.url("/b"))) }
    }
}
