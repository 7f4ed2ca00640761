import Basics
import FoundationEssentials
import Glibc
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Writes a body to a file through `FILE.part`. An interrupted download resumes or starts again, but the file never
/// mixes two versions. A coded body, from the cache or from a server that ignores `Accept-Encoding: identity`, is
/// decoded, and its part is never resumed.
struct Download {
    private let request: CacheRequest
    private let policy: CachePolicy
    private let file: String
    /// True if an HTTP error ends the command with a special exit status, and nothing is written.
    private let failsOnErrors: Bool

    private var part: String { file + ".part" }
    /// The file beside the part, with three lines: the strong validator of the part's response, the length of the whole
    /// file (empty if the server did not give it), and the digest of the address.
    private var validatorFile: String { file + ".part.validator" }

    init(_ request: CacheRequest, policy: CachePolicy, to file: String, failsOnErrors: Bool) {
        var request = request
        // Ranges of a coded body would be ranges of the coding, so the request asks for the bytes themselves.
        request.fields[.acceptEncoding] = "identity"
        request.limits.bodyBytes = .max
        request.streamsBody = true
        self.request = request
        self.policy = policy
        self.file = file
        self.failsOnErrors = failsOnErrors
    }

    func run(_ client: CachingClient) async throws {
        let target = try OutputTarget(file)
        guard case .file(let mode) = target else {
            try await pass(try await complete(client, target))
            return client.cache.flush()
        }
        guard request.method != .head else { throw OutputError("\(file): not written: a response to HEAD has no body") }
        let part = try openPart(mode)
        do {
            let held = request.method == .get ? held(in: part) : nil
            if let held, !client.answers(request, policy), try await resume(client, held, part, mode: mode) { return }
            try await receive(try await complete(client, target, isHeld: held != nil), part, from: 0, mode: mode)
        } catch let failure as LockedPart.Failure {
            throw OutputError("\(file): \(failure)")
        }
        client.cache.flush()
    }

    private func openPart(_ mode: mode_t?) throws(OutputError) -> LockedPart {
        do throws(LockedPart.Failure) {
            return try LockedPart(part, mode: mode ?? 0o644)
        } catch {
            throw OutputError("\(part): \(error)")
        }
    }

    /// Requests the whole file.
    ///
    /// - Parameter isHeld: true if a part of it could be continued.
    private func complete(
        _ client: CachingClient, _ target: OutputTarget, isHeld: Bool = false
    ) async throws -> CachedReply {
        let reply = try await client.reachedResponse(for: request, policy: policy)
        try checkStatus(of: reply, target, isHeld)
        reply.reportStaleness()
        return reply
    }

    // MARK: - Checks

    /// Checks the status. An error page never replaces an existing file or a part that the next call may continue, and
    /// with `--fail` none is written at all. A 206 without a range request is a part, not a file.
    private func checkStatus(of reply: CachedReply, _ target: OutputTarget, _ isHeld: Bool) throws {
        let code = reply.head.status.code
        if code == 206, request.fields[.range] == nil {
            throw OutputError("\(file): the server sent a part (206) of the file")
        }
        guard code >= 300 else { return }
        let isThere = if case .file(let mode) = target { mode != nil } else { false }
        // An unrequested 304 would empty the file.
        guard isThere || isHeld || failsOnErrors || code == 304 else { return }
        throw refusal(reply, isHeld)
    }

    private func refusal(_ reply: CachedReply, _ isHeld: Bool) -> OutputError {
        let rest = isHeld ? "; \(part) is kept" : ""
        return OutputError("\(file): not written: the server answered \(reply.head.status.line)\(rest)")
    }

    // MARK: - Resuming

    private func held(in part: LockedPart) -> ResumablePart? {
        guard request.fields[.range] == nil, part.size > 0,
            let note = try? String(contentsOfFile: validatorFile, encoding: .utf8)
        else { return nil }
        let lines = note.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard !lines[0].isEmpty, lines.count == 3, lines[2] == request.partAddress else { return nil }
        let total = Int(lines[1], within: 0...1 << 60)
        return ResumablePart(length: part.size, validator: lines[0], whole: total.map(Int64.init))
    }

    /// False if it must be fetched from the start.
    private func resume(
        _ client: CachingClient, _ held: ResumablePart, _ part: LockedPart, mode: mode_t?
    ) async throws -> Bool {
        var request = request
        held.resume(&request)
        // A partial response is useless in the cache.
        request.willCache = { $0.head.status.code == 200 }
        let reply = try await client.response(for: request, policy: .reloadIgnoringLocalCacheData)
        // Sending another request at once would ignore the server's wish (RFC 9110 §15.6.4, RFC 6585 §4).
        guard !reply.head.status.asksForPause else { throw refusal(reply, true) }
        switch held.continuation(by: reply) {
        case .rest: try await receive(reply, part, from: held.length, of: held.whole, mode: mode)
        case .noPart where reply.head.status == .ok: try await receive(reply, part, from: 0, mode: mode)
        case .complete: try complete(part, mode)
        case .noPart, .restart: return false
        }
        return true
    }

    // MARK: - Writing

    /// - Parameters:
    ///   - known: the length of the whole file, if an earlier response gave it: a range may leave it out.
    ///   - mode: the mode of the replaced file; nil if there is none.
    private func receive(
        _ reply: CachedReply, _ part: LockedPart, from offset: Int64, of known: Int64? = nil, mode: mode_t?
    ) async throws {
        let whole = reply.wholeLength(from: offset) ?? known
        try part.cut(at: offset)
        // A 206 to `If-Range` belongs to the stored validator and need not repeat it (RFC 9110 §15.3.7). The bytes of a
        // range that the person requests are not the first ones of the file, so nothing may continue them.
        if offset == 0 {
            let isRange = request.fields[.range] != nil
            try note(isRange ? nil : reply.partValidator(now: Date().timeIntervalSince1970), whole)
        }
        do {
            try await copy(reply, from: offset, of: whole) { try part.write($0) }
        } catch {
            // A part of a coded body is never resumed; an empty one is deleted.
            if reply.isCoded { try? part.cut(at: 0) }
            throw error
        }
        if let whole, whole != part.size {
            throw OutputError("\(part.path): \(part.size) of \(whole) bytes arrived; the next call continues")
        }
        try complete(part, mode)
    }

    private func complete(_ part: LockedPart, _ mode: mode_t?) throws {
        try part.complete(as: file, mode: mode)
        unlink(validatorFile)
    }

    /// Writes directly to a target that is not a regular file.
    private func pass(_ reply: CachedReply) async throws {
        let descriptor = try OutputTarget.openStream(file)
        defer { close(descriptor) }
        let whole = reply.wholeLength(from: 0)
        try await copy(reply, from: 0, of: whole) { try OutputTarget.write($0, to: descriptor, file) }
    }

    /// - Parameter whole: the length of the whole file, if it is known.
    private func copy(
        _ reply: CachedReply, from offset: Int64, of whole: Int64?, _ write: ([UInt8]) throws -> Void
    ) async throws {
        var progress = DownloadProgress(
            received: Int(clamping: offset), total: whole.map { Int(clamping: $0) })
        try await reply.copyDecoded { piece in
            try write(piece)
            progress.add(piece.count)
        }
        progress.finish()
    }

    /// Stores the validator for a later resumption. Callers truncate the part first: bytes of one response must never
    /// be stored with the validator of another.
    private func note(_ validator: String?, _ total: Int64?) throws {
        guard let validator else {
            unlink(validatorFile)
            return
        }
        let lines = [validator, total.map { "\($0)" } ?? "", request.partAddress].joined(separator: "\n")
        try lines.write(toFile: validatorFile, atomically: true, encoding: .utf8)
    }
}

/// The progress of a download, as one terminal line that is overwritten.
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
        let step =
            total.map { Int(saturating: Double(received) * Double(Self.width) / Double(max($0, 1))) } ?? received >> 18
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
