import Foundation
import HTTPCache
import HTTPTransport
import HTTPTypes
import ScriptedOrigin
import TestFolders
import Testing

@testable import HTTPCacheFoundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("CachingSession: downloads to a file")
struct DownloadTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.url.appending(path: "file") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A download resumes after a break and never mixes two versions", arguments: [true, false])
    func download(_ isSame: Bool) async throws {
        let origin = try Origin()
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

    @Test("RFC 9110 §8.8.1: a part is not continued from another address, even if its tag is equal")
    func otherAddress() async throws {
        let origin = try Origin()
        origin.route("/a", .truncated(fields: ["ETag": "\"1\""], body: "aaaaa", declaring: 10))
        origin.route("/b") { asked in
            guard asked["Range"] != nil else { return .response(fields: ["ETag": "\"1\""], body: "bbbbbbbbbb") }
            return .response(206, fields: ["ETag": "\"1\"", "Content-Range": "bytes 5-9/10"], body: "bbbbb")
        }
        let session = session()
        await #expect(throws: URLError.self) { try await session.download(for: request(origin.url("/a")), to: file) }
        #expect(try await session.download(for: request(origin.url("/b")), to: file).statusCode == 200)
        #expect(try String(contentsOf: file, encoding: .utf8) == "bbbbbbbbbb")
    }

    @Test("A part that the server cannot continue is fetched again", arguments: [416, 206])
    func uselessPart(_ status: Int) async throws {
        let origin = try Origin()
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

    @Test("Neither a POST nor a request for a range continues a part", arguments: [true, false])
    func otherRequest(_ isPost: Bool) async throws {
        let origin = try Origin()
        origin.route("/a", .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10))
        var request = try request(origin.url("/a"))
        await #expect(throws: URLError.self) { try await session().download(for: request, to: file) }
        if isPost { request.httpMethod = "POST" } else { request.setValue("bytes=0-1", forHTTPHeaderField: "Range") }
        origin.route("/a", .response(body: "other"))
        _ = try await session().download(for: request, to: file)
        #expect(try String(contentsOf: file, encoding: .utf8) == "other")
        #expect(origin.requests.last?["Range"] == (isPost ? nil : "bytes=0-1"))
        #expect(origin.requests.last?["If-Range"] == nil)
    }

    @Test("A part that turns out to be the whole body becomes the file")
    func wholePart() async throws {
        let origin = try Origin()
        let head = Reply.head(200, [RawField("ETag", "\"1\""), RawField("Transfer-Encoding", "chunked")])
        origin.route("/a", Reply([head, .body(Array("5\r\nwhole\r\n".utf8)), .close]))
        let request = try request(origin.url("/a"))
        await #expect(throws: URLError.self) { try await session().download(for: request, to: file) }
        origin.route("/a", .response(416, fields: ["ETag": "\"1\"", "Content-Range": "bytes */5"]))
        let response = try await session().download(for: request, to: file)
        #expect(response.statusCode == 200 && response.value(forHTTPHeaderField: "Content-Length") == "5")
        #expect(try String(contentsOf: file, encoding: .utf8) == "whole")
        #expect(origin.requests.map { $0["Range"] } == [nil, "bytes=5-"])
        let beside = [".part", ".part-tag"].filter { FileManager.default.fileExists(atPath: file.path + $0) }
        #expect(beside.isEmpty)
    }

    @Test(
        "A stored body replaces the rest of a part if the policy allows it",
        arguments: [URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad])
    func storedWhole(_ policy: URLRequest.CachePolicy) async throws {
        let origin = try Origin()
        let session = session()
        let request = try request(origin.url("/a"), policy)
        origin.route("/a", .truncated(fields: ["ETag": "\"1\""], body: "01234", declaring: 10))
        await #expect(throws: URLError.self) { try await session.download(for: request, to: file) }
        origin.route("/a", .response(fields: ["ETag": "\"1\"", "Cache-Control": "max-age=60"], body: "0123456789"))
        _ = try await session.data(for: request)
        origin.route("/a", .response(503, body: "busy"))
        #expect(try await session.download(for: request, to: file).statusCode == 200)
        #expect(try String(contentsOf: file, encoding: .utf8) == "0123456789")
        #expect(origin.requests.count == 2)
    }

    @Test("A part without a tag resumes by its date if that is older than its response", arguments: [true, false])
    func partByDate(_ isOlder: Bool) async throws {
        let origin = try Origin()
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
        let origin = try Origin()
        let fields = [
            RawField("Content-Encoding", "gzip"), RawField("Cache-Control", "max-age=600"), RawField("ETag", "\"1\""),
        ]
        origin.route("/a", .response(fields: fields, body: Self.hello))
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

    @Test("A coded body may decode to a hundred times its size, and a body that decodes to more is not saved")
    func bomb() async throws {
        let origin = try Origin()
        let fields = [RawField("Content-Encoding", "gzip")]
        origin.route("/text", .response(fields: fields, body: Self.hello))
        origin.route("/zeros", .response(fields: fields, body: Self.zeros))
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
        let origin = try Origin()
        let gate = Gate()
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

    @Test("RFC 9110 §8.6: the length in a response to HEAD is not the length of its body")
    func headDownload() async throws {
        let origin = try Origin()
        origin.route("/a", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"))
        var request = try request(origin.url("/a"))
        request.httpMethod = "HEAD"
        let response = try await session().download(for: request, to: file)
        let written = try Data(contentsOf: file)
        #expect(response.statusCode == 200 && written.isEmpty)
    }

    @Test("A body that is shorter than its Content-Length does not become the file")
    func shortDownload() async throws {
        let session = session(ShortTransport())
        await #expect(throws: URLError.self) {
            try await session.download(for: request("http://h.test/a"), to: file)
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
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
