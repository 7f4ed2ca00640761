import CurlTransport
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
    private func session(_ transport: any Transport = CurlTransport()) -> CachingSession {
        CachingSession(CachingClient(cache: ResponseCache(), transport: transport))
    }

    private func request(_ text: String, _ policy: URLRequest.CachePolicy = .useProtocolCachePolicy) throws
        -> URLRequest
    {
        URLRequest(url: try #require(URL(string: text)), cachePolicy: policy)
    }

    @Test("all six policies of URLRequest work")
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
        let request = try request(origin.url("/a"))
        #expect(await code(session(), request) == .cannotConnectToHost)
        #expect(await code(session(OfflineTransport()), request) == .notConnectedToInternet)
        var local = request
        local.cachePolicy = .returnCacheDataDontLoad
        #expect(await code(session(), local) == .resourceUnavailable)
        var wired = request
        wired.allowsCellularAccess = false
        #expect(await code(session(), wired) == .unsupportedURL)
        #expect(await code(session(), try self.request("ftp://h.test/a")) == .unsupportedURL)
    }

    @Test("Every cause of a failed transfer has a code of Foundation", arguments: TransportError.Cause.allCases)
    func causes(_ cause: TransportError.Cause) {
        let code = CacheError.transport(TransportError(cause, "failed")).urlError(nil).code
        #expect(code != .unknown)
        #expect((code == .timedOut) == [.stalled, .tooSlow].contains(cause))
    }

    @Test("Bytes arrive one by one, and the cache stores them at their end")
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

    @Test(
        "timeoutInterval limits the wait for a connection too",
        arguments: [(3, 3, 3), (60, 10, 60), (0, 10, 20), (.infinity, 10, 20)] as [(Double, Int, Int)])
    func timeouts(_ interval: Double, _ connecting: Int, _ stalled: Int) throws {
        var request = try request("http://h.test/a")
        request.timeoutInterval = interval
        let limits = try session().cacheRequest(request).limits
        #expect(limits.connectTimeout == connecting && limits.stallTimeout == stalled)
    }

    @Test("the hook changes the stored response, its user information and its storage policy")
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
        for path in ["/a", "/b"] {
            for _ in 0..<2 { _ = try await session.data(for: request(origin.url(path))) }
        }
        #expect(origin.requests(to: "/a").count == 1 && origin.requests(to: "/b").count == 2)
        let stored = try #require(session.cachedResponse(for: request(origin.url("/a"))))
        #expect(stored.userInfo == ["seen": "yes"] && stored.storagePolicy == .allowed && stored.statusCode == 200)
        #expect(stored.response?.statusCode == 200 && String(decoding: stored.data, as: UTF8.self) == "text")
        session.removeCachedResponse(for: try request(origin.url("/a")))
        #expect(session.cachedResponse(for: try request(origin.url("/a"))) == nil)
        session.storeCachedResponse(stored, for: try request(origin.url("/a")))
        #expect(session.cachedResponse(for: try request(origin.url("/a")))?.data == stored.data)
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

    @Test("A download resumes after a break and never mixes two versions", arguments: [true, false])
    func download(_ isSame: Bool) async throws {
        let origin = try Origin()
        let folder = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        let whole = String(repeating: "0123456789", count: 1000)
        origin.route("/a", .truncated(fields: ["ETag": "\"1\""], body: String(whole.prefix(4000)), declaring: 10_000))
        let session = session()
        let request = try request(origin.url("/a"))
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        origin.route("/a") { asked in
            guard isSame, asked["Range"] == "bytes=4000-", asked["If-Range"] == "\"1\"" else {
                return .response(fields: ["ETag": "\"2\""], body: isSame ? whole : "another")
            }
            return .response(
                206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 4000-9999/10000"],
                body: String(whole.dropFirst(4000)))
        }
        let response = try await session.download(for: request, to: file)
        #expect(response.statusCode == (isSame ? 206 : 200))
        #expect(try String(contentsOf: file, encoding: .utf8) == (isSame ? whole : "another"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        origin.route("/a", .response(503, body: "busy"))
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == (isSame ? whole : "another"))
    }

    @Test("A part that the server cannot continue is fetched again", arguments: [416, 206])
    func uselessPart(_ status: Int) async throws {
        let (origin, folder) = (try Origin(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        let session = session()
        var request = try request(origin.url("/a"))
        origin.route("/a", .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10))
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        origin.route("/a") { asked in
            guard asked["Range"] != nil else { return .response(body: "whole") }
            return .response(status, fields: ["ETag": "\"1\"", "Content-Range": "bytes 3-4/10"], body: "34")
        }
        request.cachePolicy = .returnCacheDataDontLoad
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        #expect(origin.requests.count == 1)
        request.cachePolicy = .useProtocolCachePolicy
        #expect(try await session.download(for: request, to: file).statusCode == 200)
        #expect(try String(contentsOf: file, encoding: .utf8) == "whole")
    }

    @Test("A part without a tag resumes by its date if that is older than its response", arguments: [true, false])
    func partByDate(_ isOlder: Bool) async throws {
        let (origin, folder) = (try Origin(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        let modified = "Sun, 22 Nov 2026 12:00:00 GMT"
        let sent = isOlder ? "Sun, 22 Nov 2026 13:00:00 GMT" : modified
        let request = try request(origin.url("/a"))
        origin.route("/a", .truncated(fields: ["Last-Modified": modified, "Date": sent], body: "01234", declaring: 10))
        await #expect(throws: URLError.self) { try await session().download(for: request, to: file) }
        origin.route("/a") { asked in
            guard asked["Range"] == "bytes=5-", asked["If-Range"] == modified else { return .response(body: "whole") }
            return .response(206, fields: ["Content-Range": "bytes 5-9/10"], body: "56789")
        }
        _ = try await session().download(for: request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == (isOlder ? "0123456789" : "whole"))
    }

    /// "hello hello hello" in gzip.
    private static let hello: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 203, 72, 205, 201, 201, 87, 200, 64, 144, 0, 128, 136, 249, 229, 17, 0, 0, 0,
    ]

    /// One MiB of zeros in gzip.
    private static let zeros: [UInt8] = {
        var bytes: [UInt8] = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 8]
        bytes += [95, 160]
        bytes += [UInt8](repeating: 0, count: 1016)
        bytes += [62, 3, 28, 234, 56, 167, 0, 0, 16, 0]
        return bytes
    }()

    @Test("RFC 9110 §8.4: a download of a coded body writes the decoded bytes, from the cache or from the origin")
    func codedDownload() async throws {
        let (origin, folder) = (try Origin(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fields = [
            RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600"), RawField("ETag", "\"1\""),
        ]
        origin.route("/a", .response(fields: fields, body: Self.hello))
        let file = folder.appending(path: "file")
        let session = session()
        var request = try request(origin.url("/a"))
        _ = try await session.data(for: request)
        _ = try await session.download(for: request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello hello hello" && origin.requests.count == 1)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let half = Array(Self.hello.prefix(20))
        let cut = Reply.response(fields: fields + [RawField("Content-Length", "28")], body: half)
        origin.route("/a", inOrder: [cut.then(.close), .response(fields: fields, body: Self.hello)])
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        #expect(!FileManager.default.fileExists(atPath: file.path + ".part"))
        _ = try await session.download(for: request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello hello hello")
        #expect(origin.requests.allSatisfy { $0["Range"] == nil })
    }

    @Test("A coded body may decode to a hundred times its size, and no file is made of one that decodes to more")
    func bomb() async throws {
        let (origin, folder) = (try Origin(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let fields = [RawField("Content-Encoding", "gzip")]
        origin.route("/text", .response(fields: fields, body: Self.hello))
        origin.route("/zeros", .response(fields: fields, body: Self.zeros))
        let file = folder.appending(path: "file")
        var session = session()
        session.decodedBodyBytes = 9
        _ = try await session.download(for: request(origin.url("/text")), to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello hello hello")
        do {
            _ = try await session.download(for: request(origin.url("/zeros")), to: file)
            Issue.record("the body decodes to more than a hundred times its size")
        } catch {
            #expect((error as? URLError)?.code == .dataLengthExceedsMaximum)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "hello hello hello")
        session.decodedBodyBytes = 1 << 20
        _ = try await session.download(for: request(origin.url("/zeros")), to: file)
        #expect(try Data(contentsOf: file).count == 1 << 20)
    }

    @Test("A second download to the same file is refused while the first one runs")
    func downloadsAtOnce() async throws {
        let (origin, folder) = (try Origin(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, gate) = (folder.appending(path: "file"), Gate())
        origin.route("/a", Reply.response(body: "first").after(gate))
        origin.route("/b", .response(body: "second"))
        let session = session()
        let (one, two) = (try request(origin.url("/a")), try request(origin.url("/b")))
        let first = Task { try await session.download(for: one, to: file).statusCode }
        try await origin.waitForRequests(1, to: "/a")
        do {
            _ = try await session.download(for: two, to: file)
            Issue.record("both downloads write to one part")
        } catch {
            #expect((error as? URLError)?.code == .cannotOpenFile)
        }
        gate.open()
        #expect(try await first.value == 200)
        #expect(try String(contentsOf: file, encoding: .utf8) == "first")
        _ = try await session.download(for: two, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "second")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }

    @Test("A body that is shorter than its Content-Length does not become the file")
    func shortDownload() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "file")
        let session = session(ShortTransport())
        await #expect(throws: URLError.self) {
            try await session.download(for: request("http://h.test/a"), to: file)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("A transport over URLSession replaces curl")
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
        origin.stop()
        await #expect(throws: URLError.self) { try await session.data(for: request(origin.url("/b"))) }
    }
}

/// A transport that does not notice the early end of a body.
private struct ShortTransport: Transport {
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        TransportResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentLength: "10"]),
            body: ResponseBody(Array("01234".utf8)))
    }
}
