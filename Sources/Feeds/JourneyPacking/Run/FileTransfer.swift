import FeedRefresh
import FoundationEssentials
import HTTPCache
import HTTPTypes
import PackStorage
import PictureArt

/// Writes one response into a part file, and moves it from there into the pack store.
struct FileTransfer: ~Copyable {
    private let fetch: FileFetch
    private let reply: CachedReply
    private let part: PartRecord?
    /// The offset in the file at which the response begins.
    private var offset: Int64 = 0
    private var body: [UInt8] = []
    private var length: Int64 = 0
    private var source = ContentSource.memory
    /// The time when the person's changes of the queue were last read.
    private var checked = ContinuousClock.now
    /// The first bytes of the response's body.
    private var beginning: [UInt8] = []

    /// The time between two reads of the queue (1 s): a pause or removal ends the transfer.
    private static let checkInterval = Duration.seconds(1)

    init(_ fetch: FileFetch, _ reply: CachedReply, part: PartRecord?) {
        self.fetch = fetch
        self.reply = reply
        self.part = part
    }

    private var packStore: PackStore { fetch.packStore }
    private var address: AddressID { fetch.address.id }
    private var isEnclosure: Bool { fetch.address.stage == .enclosure }

    mutating func run(_ received: @Sendable (Int64) -> Void) async throws -> FetchEnd {
        switch part?.resumable.continuation(by: reply) {
        case .rest?: offset = part?.length ?? 0
        case .complete?: return try usePart()
        case .restart?: return .changed
        case .noPart?, nil:
            // A server that sends an unrequested range would send it again next time.
            guard reply.head.status == .ok else { return .status(reply.head.status.code, isPage: false) }
        }
        let announced = Resumption.wholeLength(reply.head, from: offset)
        if let announced, reply.source != .cache, announced - offset > fetch.limit {
            return .tooLarge(announced - offset)
        }
        let known = offset > 0 ? part?.whole : nil
        return try await receive(total: reply.wholeLength(from: offset) ?? known, received)
    }

    /// The reason not to store the response, if a web page arrived in place of the file, or a picture in another
    /// format.
    private var missingInPlace: Missing? {
        guard isEnclosure else { return pictureRefusal }
        // A hotspot answers every address; the next journey tries again.
        return offset == 0 && WebPage.isPage(beginning) ? .refused("replaced by a web page") : nil
    }

    private var contentType: String { reply.head.headerFields[.contentType]?.lowercased() ?? "" }

    /// True if a file in another format arrived: no hotspot sends one in place of its page.
    private var isOtherFile: Bool { !contentType.hasPrefix("text/") && WebPage.isBinary(beginning) }

    private var pictureRefusal: Missing? {
        // Scripts that send pictures often name no type, and their servers then name this one.
        let isPicture = offset == 0 && PictureFormat(of: beginning) != nil
        if contentType.hasPrefix("text/html"), !isPicture { return .unavailable("no picture") }
        // Stops early, so that the rest of a file in another format is not received.
        return offset == 0 && beginning.count >= PictureFormat.signatureLength ? PictureRefusal.reason(beginning) : nil
    }

    /// Returns the pieces of the file. Some servers compress files although `identity` is requested, and an earlier
    /// request may have stored a compressed picture: such a body may become as large as a body that needs no decoding.
    private func pieces() throws(CacheError) -> DecodedPieces {
        try reply.decodedPieces(limit: reply.source == .cache ? nil : Int(clamping: fetch.limit))
    }

    private mutating func receive(total: Int64?, _ received: @Sendable (Int64) -> Void) async throws -> FetchEnd {
        var pieces: DecodedPieces
        var next: [UInt8]?
        do throws(CacheError) {
            pieces = try self.pieces()
            next = try await pieces.next()
        } catch { return FetchEnd(error) }
        beginning = Array((next ?? []).prefix(WebPage.beginningLength))
        if let missing = missingInPlace { return .missing(missing) }
        // A small picture, or the beginning of a larger one, costs less in memory than in a part.
        while let piece = next, staysInMemory(piece, total) {
            gather(piece, total)
            received(Int64(piece.count))
            do throws(CacheError) { next = try await pieces.next() } catch {
                try keepInPart(total)
                return FetchEnd(error)
            }
        }
        if next == nil, offset == 0 { return endInMemory(total) }
        var writer = try partWriter(total)
        while let piece = next {
            if let end = append(piece, &writer) { return end }
            length = writer.length
            received(Int64(piece.count))
            do throws(CacheError) { next = try await pieces.next() } catch { return FetchEnd(error) }
        }
        guard isComplete(total) else { return Self.endedEarly }
        if isEnclosure { writer.sync() }
        source = .part
        return .stored(length)
    }

    /// Returns the end of a response without a part. An enclosure is then empty; the next journey tries again.
    private mutating func endInMemory(_ total: Int64?) -> FetchEnd {
        guard !isEnclosure else { return .missing(.refused("the file is empty")) }
        length = Int64(body.count)
        return isComplete(total) ? .stored(length) : Self.endedEarly
    }

    private mutating func gather(_ piece: [UInt8], _ total: Int64?) {
        guard !body.isEmpty else { return body = piece }
        body.reserveCapacity(Int(clamping: total ?? 0))
        body += piece
    }

    private func staysInMemory(_ piece: [UInt8], _ total: Int64?) -> Bool {
        guard offset == 0, !isEnclosure else { return false }
        let count = body.count + piece.count
        return count <= fetch.bytesBeforePart || Int64(count) == total
    }

    /// Without a length, a connection that ends early may look like a complete body. A picture whose end is missing is
    /// fetched again in the next journey, and then stored as it arrives.
    private func isComplete(_ total: Int64?) -> Bool {
        if let total { return total == length }
        let isSure = isEnclosure || reply.source == .cache || reply.head.headerFields.contains(.contentLength)
        return isSure || fetch.address.hasFailed || !PictureEnd.isMissing(in: body)
    }

    private static let endedEarly = FetchEnd.connectionFailed("the file ended early")

    /// Begins a part with the bytes in memory, or continues the stored one.
    private mutating func partWriter(_ total: Int64?) throws -> PartWriter {
        if offset == 0 { try beginPart(total) } else { try readPart() }
        var writer = try PartWriter(packStore.parts, address, from: offset)
        if offset == 0 { _ = try writer.append(body) }
        length = writer.length
        return writer
    }

    private mutating func keepInPart(_ total: Int64?) throws {
        if !body.isEmpty { _ = try partWriter(total) }
    }

    private mutating func append(_ piece: [UInt8], _ writer: inout PartWriter) -> FetchEnd? {
        do throws(PackStoreError) {
            let synced = try writer.append(piece)
            if let synced {
                try packStore.noteSynced(address, synced)
                packStore.syncLog()
                if packStore.freeBytes < fetch.diskReserve { return .broken(.full) }
            }
            if isEnclosure, synced != nil || ContinuousClock.now - checked >= Self.checkInterval {
                checked = .now
                if try !packStore.isWanted(address) { return .cancelled }
            }
        } catch {
            return .broken(error)
        }
        if !isEnclosure { body += piece }
        return nil
    }

    private func beginPart(_ total: Int64?) throws {
        packStore.parts.remove(address)
        guard let validator = reply.partValidator(now: fetch.service.now.timeIntervalSince1970) else {
            // The record of an earlier part, whose file may be gone, does not describe the bytes to come.
            return try packStore.forgetPart(of: address)
        }
        try packStore.beginPart(of: address, validator: validator, boot: fetch.boot, size: total)
    }

    /// Takes the stored part for the whole file.
    private mutating func usePart() throws -> FetchEnd {
        try readPart()
        length = part?.length ?? 0
        source = .part
        return .stored(length)
    }

    /// Stores a picture as a whole, including the part that was fetched before.
    private mutating func readPart() throws {
        guard !isEnclosure else { return }
        body = try packStore.parts.bytes(of: address)
    }

    // MARK: - Recording

    /// Stores the result and its cost in one transaction.
    func record(_ end: FetchEnd, bytes: Int64) throws -> Fetched {
        var fetched = Fetched(ofFile: end)
        fetched.bytes = bytes
        fetched.wasRequested = reply.source != .cache
        fetched.retryAfter = fetch.service.retryAfter(reply)
        // The bytes that a killed process had fetched are not counted yet.
        let uncounted = part.map { $0.length - $0.counted } ?? 0
        let cost = ExchangeCost(bytes: bytes + uncounted, isEnclosure: isEnclosure)
        let now = fetch.service.now
        let isProven = PageProof.isVerified(asked: fetch.address.url, answered: reply.url)
        fetched.page =
            WebPage.isPage(beginning)
            ? SeenPage(fingerprint: TextFingerprint.of(html: beginning), kind: .other, isProven: isProven)
            : .hotspot(reply.head.status.code, isProven: isProven)
        switch end {
        case .stored: try fetch.store(body, from: source, cost: cost, &fetched, isProven: isProven)
        case .missing(let missing), .refused(_, let missing?):
            let recorded = fetched.untilProven(missing, isProven: isProven || isOtherFile)
            let refused: RefusedPart = part == nil ? .removed : fetched.page == nil ? .keptOnce : .kept
            try packStore.miss(address, recorded, cost: cost, part: refused, at: now)
        case .changed:
            packStore.parts.remove(address)
            try packStore.record(cost, part: (address, 0))
        case .stub, .refused, .tooLarge, .connectionFailed, .cancelled, .failed, .broken:
            try packStore.record(cost, part: (address, packStore.parts.length(of: address)))
        }
        return fetched
    }
}

extension PartRecord {
    var resumable: ResumablePart { ResumablePart(length: length, validator: validator, whole: whole) }
}
