import Foundation
import HTTPCache
import HTTPTransport
import HTTPTypes

/// A program that fills a cache, for tests that kill it at any time.
///
/// - `CacheWriter store FILE FIRST` stores responses until it is killed, and prints the number of each flushed one.
/// - `CacheWriter reply FILE COUNT exit|kill`, `CacheWriter stream FILE COUNT exit|kill` makes requests and prints the
///   address of each reply; then it returns from `main`, or kills itself.
/// - `CacheWriter hammer FILE` makes requests for few addresses under random policies until it is killed, prints a line for
///   each reply from the network, and exits with status 1 at a wrong body.
/// - `CacheWriter fill FILE CAPACITY SIZE COUNT` makes requests under a capacity, and then kills itself.
/// - `CacheWriter confirm FILE` stores a response, fills a small disk, and prints what a 304 says about storage and its
///   effect: see `FullDisk`.
/// - `CacheWriter clear FILE SIZE` fills a small disk with responses, clears the cache and stores another response: see
///   `FullDisk`.
/// - `CacheWriter empty FILE` clears the cache, and prints by how many kilobytes that raises the process's peak memory.
@main
enum CacheWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        switch arguments[1] {
        case "store": try store(arguments[2], first: Int(arguments[3]) ?? 0)
        case "fill":
            try await Requests.make(
                arguments[2], count: Int(arguments[5]) ?? 0, size: Int(arguments[4]) ?? 0,
                capacity: Int(arguments[3]) ?? 0)
            print("filled")
            fflush(nil)
            kill(getpid(), SIGKILL)
        case "hammer": try await Hammer.run(arguments[2])
        case "confirm": try await FullDisk.confirm(arguments[2])
        case "clear": try await FullDisk.run(arguments[2], size: Int(arguments[3]) ?? 0)
        case "empty":
            let cache = try ResponseCache(.init(path: arguments[2]))
            let before = peakMemory
            print(cache.removeAll() ? "cleared" : "kept")
            print(peakMemory - before)
        case let mode:
            try await Requests.make(
                arguments[2], count: Int(arguments[3]) ?? 0, isStreamed: mode == "stream", prints: true)
            if arguments[4] == "kill" { kill(getpid(), SIGKILL) }
        }
    }

    /// The most memory that this process has used, in kilobytes.
    private static var peakMemory: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }

    private static func store(_ path: String, first: Int) throws {
        let cache = try ResponseCache(.init(path: path))
        var number = first
        while true {
            let body = Array(String(repeating: "\(number) ", count: 1 + number * 37 % 3000).utf8)
            let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600"])
            cache.store(CachedResponse(head: head, body: body), for: CacheRequest(url: "http://h.test/\(number)"))
            if number % 3 == 0 {
                cache.flush()
                print(number)
                fflush(nil)
            }
            if number % 7 == 0 { cache.remove(for: CacheRequest(url: "http://h.test/\(number - 5)")) }
            number += 1
        }
    }
}

/// The requests of a program that never flushes its cache and never releases it.
enum Requests {
    /// Never released. Unsafe holds, since only the task of `main` sets it, once, and nothing reads it.
    nonisolated(unsafe) private static var cache: ResponseCache?

    static func make(
        _ path: String, count: Int, size: Int = 3000, capacity: Int = 64 << 20, isStreamed: Bool = false,
        prints: Bool = false
    ) async throws {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.diskCapacity = capacity
        let cache = try ResponseCache(configuration)
        self.cache = cache
        let client = CachingClient(cache: cache, transport: Answering(size: size))
        for index in 0..<count {
            var request = CacheRequest(url: "http://h.test/\(index)")
            request.streamsBody = isStreamed
            _ = try await client.response(for: request).body()
            if prints {
                print(request.url)
                fflush(nil)
            }
        }
    }
}

/// Makes more requests than a small disk has room for. Prints for each one what its reply says about storage, and what
/// is stored; then the result of clearing the cache, the bytes of its files, and the number of entries after one more
/// request.
private enum FullDisk {
    static func run(_ path: String, size: Int) async throws {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.memoryCapacity = 0
        let cache = try ResponseCache(configuration)
        let client = CachingClient(cache: cache, transport: Answering(size: size))
        for index in 0..<8 {
            let request = CacheRequest(url: "http://h.test/\(index)")
            let reply = try await client.response(for: request)
            let isStored = cache.cachedResponse(for: request) != nil
            print("\(reply.cacheStatus.hasSuffix("; stored") ? "reported" : "denied") \(isStored ? "stored" : "lost")")
        }
        print(cache.removeAll() ? "cleared" : "kept")
        print(cache.diskUsage)
        _ = try await client.response(for: CacheRequest(url: "http://h.test/last"))
        print(cache.entries().count)
    }
}

extension FullDisk {
    /// Stores a response and confirms it twice: while the disk has room, and after a file has filled it. Prints for each
    /// 304 what the reply says about storage, and the number of its request if its head is stored.
    static func confirm(_ path: String) async throws {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.memoryCapacity = 0
        let cache = try ResponseCache(configuration)
        let client = CachingClient(cache: cache, transport: Answering(size: 1000))
        let request = CacheRequest(url: "http://h.test/a")
        _ = try await client.response(for: request)
        for number in 1...2 {
            if number == 2 { fillDisk(path + ".filling") }
            var again = request
            again.fields[Answering.number] = "\(number)"
            let reply = try await client.response(for: again, policy: .reloadRevalidatingCacheData)
            let stored = cache.cachedResponse(for: request)?.head.headerFields[Answering.number] ?? "-"
            print("\(reply.cacheStatus.hasSuffix("; stored") ? "reported" : "denied") \(stored)")
        }
    }

    private static func fillDisk(_ path: String) {
        let descriptor = open(path, O_CREAT | O_WRONLY, 0o600)
        defer { close(descriptor) }
        var size = 64 << 10
        while size > 0 {
            if write(descriptor, [UInt8](repeating: 0, count: size), size) < size { size /= 2 }
        }
    }
}

/// Answers every request with a body of one size, or with a 304 that repeats the request's number.
private struct Answering: Transport {
    static let number = HTTPField.Name("Number")!

    let size: Int

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if request.head.headerFields[.ifNoneMatch] != nil {
            var fields: HTTPFields = [.eTag: "\"1\""]
            fields[Self.number] = request.head.headerFields[Self.number]
            return TransportResponse(
                head: HTTPResponse(status: .notModified, headerFields: fields), body: ResponseBody([]))
        }
        let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600", .eTag: "\"1\""])
        return TransportResponse(head: head, body: ResponseBody([UInt8](repeating: 0x78, count: size)))
    }
}

/// Uses the cache at random. Two such processes, killed now and then, must not leave anything wrong in it.
private enum Hammer {
    static func run(_ path: String) async throws {
        var configuration = ResponseCache.Configuration(path: path)
        configuration.diskCapacity = 2 << 20
        configuration.memoryCapacity = 64 << 10
        let client = CachingClient(cache: try ResponseCache(configuration), transport: Echo())
        while true {
            let request = CacheRequest(url: "http://h.test/\(Int.random(in: 0..<60))")
            let policies: [CachePolicy] = [
                .useProtocolCachePolicy, .useProtocolCachePolicy, .reloadIgnoringLocalCacheData,
            ]
            let reply = try await client.response(
                for: request, policy: policies.randomElement() ?? .useProtocolCachePolicy)
            guard try await reply.body() == Echo.body(request.url) else { exit(1) }
            if reply.source == .network { write(1, "n\n", 2) }
            if Int.random(in: 0..<50) == 0 { client.cache.remove(for: request) }
        }
    }
}

/// Answers with a body that repeats the path.
private struct Echo: Transport {
    static func body(_ url: String) -> [UInt8] {
        let name = url.split(separator: "/").last.map(String.init) ?? ""
        return Array(String(repeating: name + " ", count: 1000 + (Int(name) ?? 0) * 300).utf8)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let head = HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=600"])
        return TransportResponse(head: head, body: ResponseBody(Self.body(request.head.path ?? "")))
    }
}
