import FeedRefresh
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes
import JourneyHold

/// Fetches one picture or enclosure into the hold, and resumes a stored part of it.
struct FileFetch: Sendable {
    let service: FeedService
    let hold: Hold
    let address: WantedAddress
    let boot: String
    /// The most bytes that it may receive.
    let limit: Int64
    let bytesAhead: Int?

    private var isEnclosure: Bool { address.stage == .enclosure }
    private var action: String { isEnclosure ? "enclosure" : "picture" }

    func run(received: @Sendable (Int64) -> Void) async -> Fetched {
        do {
            return try await fetch(received)
        } catch let error as HoldError {
            return Fetched(.broken(error))
        } catch {
            return Fetched(.failed("\(error)"))
        }
    }

    private func fetch(_ received: @Sendable (Int64) -> Void) async throws -> Fetched {
        let part = try hold.part(of: address.id, boot: boot)
        var request = service.fileRequest(address.url)
        request.limits.bodyBytes = limit
        request.limits.bytesAhead = bytesAhead
        if let part {
            request.fields[.range] = "bytes=\(part.length)-"
            request.fields[.ifRange] = part.validator
        }
        let reply: CachedReply
        do throws(CacheError) {
            reply = try await service.packedReply(
                for: request, policy: part == nil ? .useProtocolCachePolicy : .reloadIgnoringLocalCacheData)
        } catch {
            service.failPacked(error, action, address.url)
            return Fetched(FetchEnd(error))
        }
        var transfer = FileTransfer(self, reply, part: part)
        let end = try await transfer.run(received)
        let bytes = service.finishPacked(reply, action, address.url)
        return try transfer.settle(end, bytes: bytes)
    }
}

/// The result of fetching one address.
struct Fetched: Sendable {
    var end: FetchEnd
    /// Bytes received over the network.
    var bytes: Int64 = 0
    var wasRequested = true
    var retryAfter: Date?
    /// Further addresses that are wanted now.
    var newlyWanted: [WantedAddress] = []

    init(_ end: FetchEnd) {
        self.end = end
    }
}

enum FetchEnd: Sendable, Equatable {
    /// The hold has this many bytes of it.
    case stored(Int64)
    case missing(Missing)
    /// 429, 503, 403: the host refuses more requests.
    case refused(Int, Missing?)
    /// The server's file has changed, or the range is invalid: it has to be fetched from its beginning.
    case changed
    /// Larger than the rest of the budget.
    case tooLarge
    case lineFailed(String)
    case cancelled
    case failed(String)
    /// The hold cannot be written.
    case broken(HoldError)

    init(_ error: CacheError) {
        switch PackedVisit.Outcome(error) {
        case .lineFailed(let message): self = .lineFailed(message)
        case .cancelled: self = .cancelled
        case .tooLarge: self = .tooLarge
        case .failed(let message): self = .failed(message)
        case .text, .login, .noMainText, .status: self = .failed(error.description)
        }
    }

    init(_ error: TransportError) {
        self.init(CacheError.transport(error))
    }

    /// Translates a server's error status to the end of a fetch.
    static func status(_ code: Int, isPage: Bool) -> FetchEnd {
        switch code {
        case 429, 503: .refused(code, nil)
        case 403: .refused(code, isPage ? .refused("refused (403)") : .unavailable("refused (403)"))
        case 401, 407: .missing(isPage ? .refused("wants a login") : .unavailable("wants a login"))
        case 404, 410: .missing(.unavailable("gone"))
        default: .missing(.unavailable("the server answers \(code)"))
        }
    }
}
