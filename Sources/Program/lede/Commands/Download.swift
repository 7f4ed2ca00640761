import CurlTransport
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A body on its way into a file, through `FILE.part`; what broke off goes on where it was, or from the start: never a mixed file.
struct Download {
    private let request: CacheRequest
    private let policy: CachePolicy
    private let file: String

    private var part: String { file + ".part" }
    /// Beside the part: the strong validator of the response that it is the beginning of.
    private var validatorFile: String { file + ".part.validator" }

    init(_ request: CacheRequest, policy: CachePolicy, to file: String) {
        var request = request
        // Ranges of a coded body would be ranges of the coding: ask for the bytes themselves.
        request.fields[.acceptEncoding] = "identity"
        request.limits.bodyBytes = .max
        request.streamsBody = true
        self.request = request
        self.policy = policy
        self.file = file
    }

    func run(_ cache: ResponseCache, _ settings: CacheSettings) async throws {
        let client = CachingClient(
            cache: cache, transport: CurlTransport(Configuration.load(from: Paths.current.configurationFile).curl),
            settings: settings)
        if let resumed = resumption(), request.method == .get, try await resume(client, resumed) { return }
        let reply = try await client.response(for: request, policy: policy)
        if reply.head.status == .gatewayTimeout, let failure = reply.failure { throw CacheError.transport(failure) }
        try await receive(reply, from: 0)
        cache.flush()
    }

    // MARK: - Going on

    private struct Resumption {
        let offset: Int
        let validator: String
    }

    private func resumption() -> Resumption? {
        guard let validator = try? String(contentsOfFile: validatorFile, encoding: .utf8), !validator.isEmpty,
            let size = try? FileManager.default.attributesOfItem(atPath: part)[.size] as? Int, size > 0
        else { return nil }
        return Resumption(offset: size, validator: validator)
    }

    /// False where it has to be fetched from the start.
    private func resume(_ client: CachingClient, _ resumption: Resumption) async throws -> Bool {
        var request = request
        request.fields[.range] = "bytes=\(resumption.offset)-"
        request.fields[.ifRange] = resumption.validator
        // Its end alone is of no use in the cache.
        request.willCache = { $0.head.status.code == 200 }
        let reply = try await client.response(for: request, policy: .reloadIgnoringLocalCacheData)
        switch reply.head.status.code {
        case 206 where Self.begins(reply, at: resumption):
            try await receive(reply, from: resumption.offset)
            return true
        case 200:
            try await receive(reply, from: 0)
            return true
        default:
            return false
        }
    }

    private static func begins(_ reply: CachedReply, at resumption: Resumption) -> Bool {
        let tag = reply.head.headerFields[.eTag]
        return reply.head.headerFields[.contentRange]?.hasPrefix("bytes \(resumption.offset)-") ?? false
            && (tag == nil || tag == resumption.validator || !resumption.validator.hasPrefix("\""))
    }

    // MARK: - Writing

    private func receive(_ reply: CachedReply, from offset: Int) async throws {
        try note(validator(reply.head.headerFields))
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (offset == 0 ? O_TRUNC : O_APPEND)
        let descriptor = open(part, flags, 0o644)
        guard descriptor >= 0 else { throw CacheError.storage("\(part): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let length = reply.head.headerFields[.contentLength].flatMap { Int($0) }
        var progress = DownloadProgress(received: offset, total: length.map { $0 + offset })
        for try await piece in try reply.stream() {
            try Self.write(piece, to: descriptor, part)
            progress.add(piece.count)
        }
        progress.finish()
        guard rename(part, file) == 0 else { throw CacheError.storage("\(file): \(String(cString: strerror(errno)))") }
        unlink(validatorFile)
    }

    /// Only a strong validator can tell that a later range belongs to the same bytes (RFC 9110 §13.1.5).
    private func validator(_ fields: HTTPFields) -> String? {
        if let tag = fields[.eTag], tag.hasPrefix("\"") { return tag }
        return fields[.lastModified]
    }

    private func note(_ validator: String?) throws {
        // The old part goes first: it must never stand beside another response's validator.
        guard let validator else {
            unlink(validatorFile)
            return
        }
        if (try? String(contentsOfFile: validatorFile, encoding: .utf8)) != validator {
            unlink(part)
            try validator.write(toFile: validatorFile, atomically: true, encoding: .utf8)
        }
    }

    private static func write(_ piece: [UInt8], to descriptor: Int32, _ path: String) throws {
        try piece.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else {
                    throw CacheError.storage("\(path): \(String(cString: strerror(errno)))")
                }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }
}

/// How far a download is, as one line on the terminal that is written over.
struct DownloadProgress {
    private static let width = 40
    private var received: Int
    private let total: Int?
    private var shown = -1

    init(received: Int, total: Int?) {
        self.received = received
        self.total = total
    }

    mutating func add(_ count: Int) {
        received += count
        guard Console.hasErrorScreen else { return }
        let step = total.map { received * Self.width / max($0, 1) } ?? received >> 18
        guard step != shown else { return }
        shown = step
        let bar = total.map { _ in
            "[" + String(repeating: "#", count: min(step, Self.width))
                + String(repeating: " ", count: max(0, Self.width - step)) + "] "
        }
        let size = "\(ByteCount(received))" + (total.map { " of \(ByteCount($0))" } ?? "")
        Console.write(Array("\r\(bar ?? "")\(size)\u{1b}[K".utf8), to: STDERR_FILENO)
    }

    func finish() {
        if Console.hasErrorScreen { Console.note("") }
    }
}
