import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache
import HTTPTransport
import HTTPTypes

/// The reason why a list was not read.
private enum ListFailure: Error {
    /// The person is offline, or has cancelled the check.
    case notAsked
    case problem(FeedProblem, retryAfter: Date? = nil)

    init(_ error: CacheError, of address: String) {
        switch error {
        case _ where error.isOffline: self = .notAsked
        case .transport(let error) where error.cause == .cancelled: self = .notAsked
        default:
            let message = error.description.withoutAddress(address)
            self = .problem(FeedProblem(kind: .network, message: message))
        }
    }
}

/// The feeds of a list that was read.
private struct ReadList: Sendable {
    var document: OPMLDocument
    var preferences: [String: FeedPreferences]
    var remarks: [String]

    /// Maximum number of feeds in a followed list (default 5,000); a longer list changes nothing.
    private static let maximumFeeds = 5_000

    /// Reads a document strictly: a truncated or wrong one must not remove feeds.
    init(parsing bytes: [UInt8], name: String) throws {
        guard let list = try? OPMLDocument(parsing: bytes) else { throw Self.failure("not an OPML document") }
        guard list.brokenOffAtLine == nil, let file = try? SubscriptionFile(parsing: bytes, name: name) else {
            throw Self.failure("the document ends before </opml>")
        }
        (document, preferences, remarks) = (file.list, file.preferences, file.remarks)
        // Another person's list names no file or program of this machine.
        document.outlines.removeAll { $0.feedURL.map { !WebAddress.isHTTP($0) } ?? false }
        let count = document.feeds.count
        guard count > 0 else { throw Self.failure("the list names no feeds") }
        guard count <= Self.maximumFeeds else {
            throw Self.failure("the list names \(count.counting("feed")), too many")
        }
    }

    private static func failure(_ message: String) -> ListFailure {
        .problem(FeedProblem(kind: .notAFeed, message: "\(message); nothing was changed"))
    }
}

/// A list that was read, or the reason why it was not.
private struct ListReading: Sendable {
    let list: FollowedList
    let start: Date
    let result: Result<ReadList, any Error>
}

extension FeedService {
    /// The time between two checks of a list, in seconds (20 hours): a daily refresh checks it each time.
    private static let listInterval: TimeInterval = 20 * 3600

    /// Follows the list of feeds at a web address, and adds its feeds. A new list that cannot be read is not followed.
    ///
    /// - Returns: nil without a network: the first refresh with one reads the list.
    /// - Throws: `AddressProblem`; `ArticleStoreError`.
    package func follow(_ address: String) async throws -> ListReport? {
        let url = try Self.checkedAddresses(for: address)[0]
        let isNew = try store.follow(url)
        guard !isOffline, let list = try store.followedLists().first(where: { $0.isAt(url) }) else { return nil }
        let report = try apply(await reading(of: list, .insisted))
        network.saveTraffic()
        if isNew, report?.problem != nil { try store.unfollow(list.id) }
        return report
    }

    /// Reads the followed lists that are due, all at once: silent servers delay a refresh only by the time limit of one.
    /// A forced refresh reads all lists. They are applied in their order: of two lists with the same feed, the first one
    /// decides its folder.
    func checkLists(_ reason: RefreshReason) async throws -> [ListReport] {
        let isForced = reason == .insisted || reason == .reload
        let now = settings.now()
        let due = try store.followedLists().filter { list in
            isForced || list.health.scheduledAttempt(at: now).map { $0 <= now } ?? true
        }
        guard !due.isEmpty, !isOffline, !Task.isCancelled, network.mayUseConnection else { return [] }
        let readings = await withTaskGroup(of: ListReading.self) { group in
            for list in due { group.addTask { await self.reading(of: list, reason) } }
            var readings: [ListReading] = []
            for await reading in group { readings.append(reading) }
            return readings.sorted { $0.list.id.rawValue < $1.list.id.rawValue }
        }
        return try readings.compactMap { try apply($0) }
    }

    /// Corrects the reports at the end of a refresh, as those of feeds: failures of a dead connection are not stored, and
    /// a hotspot's pages do not lengthen the wait.
    func attributeFailures(of reports: inout [ListReport], after refresh: RefreshReport) throws {
        let isDead = network.isUnreachable
        for index in reports.indices {
            let former = reports[index].former
            switch reports[index].problem?.kind {
            case .network? where isDead:
                try store.record(former, of: reports[index].list.id)
                reports[index].list.health.nextAttempt = refresh.unreachableUntil
            case .notAFeed? where refresh.isFromHotspot:
                let wait = settings.schedule.backOff.wait(after: 1, jitter: settings.jitter())
                reports[index].list.health.nextAttempt = settings.now() + wait
                reports[index].list.health.consecutiveFailures = max(1, former.consecutiveFailures)
                try store.record(reports[index].list.health, of: reports[index].list.id)
            default: break
            }
        }
    }

    private func reading(of list: FollowedList, _ reason: RefreshReason) async -> ListReading {
        let start = settings.now()
        do {
            return ListReading(list: list, start: start, result: .success(try await read(list, reason.policy)))
        } catch {
            return ListReading(list: list, start: start, result: .failure(error))
        }
    }

    /// Applies a list and records the result; nil if it was not asked. A list that cannot be read changes no feed.
    private func apply(_ reading: ListReading) throws -> ListReport? {
        let list = reading.list
        var report = ListReport(list: list, former: list.health)
        report.list.health.lastAttempt = reading.start
        do {
            let read = try reading.result.get()
            report.changes = try store.apply(
                read.document, preferences: read.preferences, to: list.id, at: settings.now())
            report.remarks = read.remarks
            report.list.health.lastSuccess = settings.now()
            report.list.health.nextAttempt = settings.now() + Self.listInterval
            report.list.health.consecutiveFailures = 0
            report.list.health.problem = nil
        } catch ListFailure.notAsked {
            return nil
        } catch ListFailure.problem(let problem, let end) {
            report.list.health.fail(
                problem, retryAfter: end, at: settings.now(), settings.schedule.backOff, jitter: settings.jitter())
        }
        try store.record(report.list.health, of: list.id)
        return report
    }

    private func read(_ list: FollowedList, _ policy: CachePolicy) async throws -> ReadList {
        let credentials: RequestCredentials
        do throws(CredentialError) {
            credentials = try await settings.keyring.credentials(for: list.url)
        } catch {
            throw ListFailure.problem(FeedProblem(kind: .credentials, message: error.description))
        }
        var request = FeedRequest.make(url: list.url, settings: settings, credentials: credentials, userAgent: nil)
        request.limits.totalTimeout = settings.pageTimeout
        request.readsBodyAtOnce = true
        do {
            return try await readList(request, policy, of: list.shownAddress)
        } catch ListFailure.problem(let problem, let end) {
            network.forgetStoredRedirect(of: request)
            throw ListFailure.problem(problem, retryAfter: end)
        }
    }

    private func readList(
        _ request: CacheRequest, _ policy: CachePolicy, of address: String
    ) async throws -> ReadList {
        let (reply, bytes) = try await document(request, policy, of: address)
        do {
            return try await parsing.run { try ReadList(parsing: bytes, name: address) }
        } catch {
            // While such a response is fresh, the cache would answer with it although the server has a list again.
            network.cache.remove(reply)
            throw error
        }
    }

    private func document(
        _ request: CacheRequest, _ policy: CachePolicy, of address: String
    ) async throws -> (CachedReply, [UInt8]) {
        let reply: CachedReply
        let bytes: [UInt8]
        do throws(CacheError) {
            reply = try await network.client.response(for: request, policy: policy)
            bytes = try await reply.decodedBody(limit: settings.feedBytes)
        } catch {
            network.record(.cache(error), for: "list", policy, asked: request.url)
            throw ListFailure(error, of: address)
        }
        network.record(reply, for: "list", policy)
        let status = reply.head.status
        guard !status.bringsDocument else { return (reply, bytes) }
        guard status.code != 401 else {
            await settings.keyring.forget(request.url)
            let words = LoginWords.needed(by: ShownAddress.host(of: reply.url))
            throw ListFailure.problem(FeedProblem(kind: .credentials, message: "401: \(words)"))
        }
        let end = reply.requestedPause(at: settings.now())?.end
        throw ListFailure.problem(FeedProblem(status: status.code, message: status.line), retryAfter: end)
    }
}
