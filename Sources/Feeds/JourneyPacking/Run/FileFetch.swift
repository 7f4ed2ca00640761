import ArticleStorage
import FeedRefresh
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import PackStorage

/// Fetches one picture or enclosure into the pack store, and resumes a stored part of it.
struct FileFetch: Sendable {
    let service: FeedService
    let packStore: PackStore
    let address: WantedAddress
    /// The articles of an enclosure or a picture that still exist.
    let owners: [PageOwner]
    let boot: String
    /// Maximum number of bytes to receive.
    let limit: Int64
    let bytesAhead: Int?
    /// The free space to leave on the disk.
    let diskReserve: Int64
    /// The bytes of a picture that stay in memory before its part begins.
    let bytesBeforePart: Int

    private var isEnclosure: Bool { address.stage == .enclosure }
    private var action: String { isEnclosure ? "enclosure" : "picture" }

    func run(received: @Sendable (Int64) -> Void) async -> Fetched {
        do {
            return try await fetch(received)
        } catch let error as PackStoreError {
            return Fetched(.broken(error))
        } catch {
            return Fetched(.failed("\(error)"))
        }
    }

    private func fetch(_ received: @Sendable (Int64) -> Void) async throws -> Fetched {
        let fetched = try await fetch(.useProtocolCachePolicy, received)
        guard fetched.isUnprovenMiss, !fetched.wasRequested else { return fetched }
        // A hotspot may have filled the cache, or the part of a killed process.
        return try await fetch(.reloadRevalidatingCacheData, received)
    }

    private func fetch(_ policy: CachePolicy, _ received: @Sendable (Int64) -> Void) async throws -> Fetched {
        let part = try packStore.part(of: address.id, boot: boot)
        if let part, part.isComplete { return try finish(part) }
        let request: CacheRequest
        do throws(CredentialError) {
            request = try await self.request(continuing: part)
        } catch { return try withheld(part, because: error) }
        let reply: CachedReply
        do throws(CacheError) {
            reply = try await service.packedReply(
                for: request, policy: part == nil ? policy : .reloadIgnoringLocalCacheData)
        } catch {
            service.failPacked(error, action, address.url)
            return Fetched(ofFile: FetchEnd(error))
        }
        var transfer = FileTransfer(self, reply, part: part)
        let end = try await transfer.run(received)
        let bytes = service.finishPacked(reply, action)
        return try transfer.record(end, bytes: bytes)
    }

    private func request(continuing part: PartRecord?) async throws(CredentialError) -> CacheRequest {
        var request = try await service.fileRequest(address.url, of: owners)
        request.limits.bodyBytes = limit
        request.limits.bytesAhead = bytesAhead
        // These bytes stay in memory anyway.
        if part == nil, !isEnclosure { request.limits.bytesWithHead = bytesBeforePart }
        part?.resumable.resume(&request)
        return request
    }

    /// Stores a complete part whose process was killed before it could store it. Makes no request.
    private func finish(_ part: PartRecord) throws -> Fetched {
        let body = isEnclosure ? [] : try packStore.parts.bytes(of: address.id)
        let cost = ExchangeCost(bytes: part.length - part.counted, isEnclosure: isEnclosure)
        var fetched = Fetched(.stored(part.length))
        fetched.wasRequested = false
        try store(body, from: .part, cost: cost, &fetched, isProven: false)
        return fetched
    }

    /// Returns the result while a secret of the request cannot be read, or may not be sent. A later journey tries
    /// again, and continues a part.
    private func withheld(_ part: PartRecord?, because error: CredentialError) throws -> Fetched {
        let missing = Missing.refused(error.description)
        // Refused enclosures are tried again only in a journey that has their articles.
        let staysWanted = isEnclosure || part != nil
        if !staysWanted { try packStore.miss(address.id, missing, cost: ExchangeCost(bytes: 0), at: service.now) }
        var fetched = Fetched(.missing(missing))
        fetched.wasRequested = false
        fetched.staysWanted = staysWanted
        return fetched
    }

    /// Moves a complete file into the pack store, and records its cost in the same transaction.
    ///
    /// - Parameters:
    ///   - fetched: its end is `stored` with the file's length; another one if the file cannot be stored.
    ///   - isProven: true if the file certainly comes from its server.
    func store(
        _ body: [UInt8], from source: ContentSource, cost: ExchangeCost, _ fetched: inout Fetched, isProven: Bool
    ) throws {
        guard case .stored(let length) = fetched.end else { return }
        guard !isEnclosure else {
            do throws(PackStoreError) {
                let path = try packStore.storeEnclosure(address.id, length: length, cost: cost, at: service.now)
                if path == nil { fetched.end = .cancelled }
            } catch {
                // The part stays, and its bytes count in this run.
                fetched.end = .broken(error)
            }
            return
        }
        if let missing = PictureRefusal.reason(body) {
            fetched.end = .missing(missing)
            let recorded = fetched.untilProven(missing, isProven: isProven)
            return try packStore.miss(address.id, recorded, cost: cost, at: service.now)
        }
        try packStore.store(body, from: source, for: address.id, cost: cost, at: service.now)
    }
}

/// The result of fetching one address.
struct Fetched: Sendable {
    var end: FetchEnd
    /// Bytes received over the network.
    var bytes: Int64 = 0
    var wasRequested = true
    /// True if it stays wanted, because a secret of its request cannot be read, or may not be sent.
    var staysWanted = false
    var retryAfter: Date?
    /// The page that arrived, if any.
    var page: SeenPage?
    /// Further addresses that are wanted now.
    var newlyWanted: [WantedAddress] = []
    /// True if the response that reports it missing may come from a hotspot: the pack store counts it as refused.
    private(set) var isUnprovenMiss = false

    init(_ end: FetchEnd) {
        self.end = end
    }

    /// The end of fetching a picture or an enclosure. A failure may come from a hotspot: its own certificate, or an
    /// endless redirect.
    init(ofFile end: FetchEnd) {
        self.end = end
        if case .failed = end { isUnprovenMiss = true }
    }

    /// Returns the reason to record for a missing object: without proof that its server answered, it is refused.
    mutating func untilProven(_ missing: Missing, isProven: Bool) -> Missing {
        guard !isProven, case .unavailable(let note) = missing else { return missing }
        isUnprovenMiss = true
        return .refused(note)
    }
}

enum FetchEnd: Sendable, Equatable {
    /// The pack store has the object, which has this many bytes.
    case stored(Int64)
    /// A page whose text is in another page.
    case stub(PageStub)
    case missing(Missing)
    /// The host refuses more requests.
    case refused(Int, Missing?)
    /// The server's file has changed, or the range is invalid: the file has to be fetched from its beginning.
    case changed
    /// The object exceeds the job's limit; the value is the number of bytes still to come, if the server announces it.
    case tooLarge(Int64?)
    case connectionFailed(String)
    case cancelled
    case failed(String)
    /// The pack store cannot be written.
    case broken(PackStoreError)

    init(_ error: CacheError) {
        switch ExchangeFailure(error) {
        case .offline, .cancelled: self = .cancelled
        case .disconnected: self = .connectionFailed(error.reason)
        case .tooLarge: self = .tooLarge(nil)
        case .other: self = .failed(error.reason)
        }
    }

    /// Translates a server's error status to the end of a fetch.
    static func status(_ code: Int, isPage: Bool) -> FetchEnd {
        switch code {
        case _ where HTTPResponse.Status(code: code).asksForPause: .refused(code, nil)
        case 403: .refused(code, isPage ? .refused("refused (403)") : .unavailable("refused (403)"))
        case 401, 407: .missing(isPage ? .refused("requires a login") : .unavailable("requires a login"))
        case 404, 410: .missing(.unavailable("gone"))
        // The server may be able to answer later (RFC 9110 §15.5.9, §15.6); 511 comes from a hotspot (RFC 6585 §6).
        case 408, 500...599: .missing(.refused("the server answered \(code)"))
        default: .missing(.unavailable("the server answered \(code)"))
        }
    }
}
