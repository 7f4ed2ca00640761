import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import FoundationEssentials
import HTTPCache

/// A visit to a feed on this machine: without network and cache, but otherwise like any other visit.
extension FeedVisitor {
    func visit(_ feed: LocalFeed) async -> FeedVisit {
        var visit = FeedVisit(subscription: subscription.id, result: .unchanged)
        var next = state
        let now = settings.now()
        // A program may use the network.
        if case .program = feed, context.network.offlineSwitch.isOffline {
            visit.result = .notAvailableOffline
            return visit
        }
        visit.wasRequested = true
        do {
            try await read(feed, &visit, &next, at: now)
        } catch BoundedProgram.Failure.cancelled {
            visit.wasRequested = false
            visit.result = .cancelled
        } catch let error as ArticleStoreError {
            // The library failed, not the feed: its polling state stays unchanged.
            visit.result = .failed(FeedProblem(kind: .status, message: error.description))
        } catch {
            let kind: FeedProblem.Kind = error is FeedParsingError ? .notAFeed : .status
            let problem = FeedProblem(kind: kind, message: "\(error)")
            visit.result = .failed(problem)
            next.recordFailure(problem, retryAfter: nil, at: now, schedule, jitter: settings.jitter())
            visit.unsavedState = next
        }
        return visit
    }

    /// Reads the feed's document, and stores its articles if it has changed.
    private func read(
        _ feed: LocalFeed, _ visit: inout FeedVisit, _ next: inout PollingState, at now: Date
    ) async throws {
        let limit = settings.feedBytes
        let body = try await ProgramQueues.shared.run { try feed.document(limit: limit, isCancelled: $0) }
        let digest = BodyDigest(of: body).bytes
        if digest == state.digest {
            completePace(of: &next, at: now)
            next.recordLocalSuccess(at: now, schedule, jitter: settings.jitter())
            visit.unsavedState = next
        } else {
            visit.result = try await ingest(body, digest, &next, at: now)
        }
    }

    /// Stores the articles of a changed document with the polling state that follows.
    private func ingest(
        _ body: [UInt8], _ digest: [UInt8], _ next: inout PollingState, at now: Date
    ) async throws -> FeedResult {
        let (store, id) = (context.store, subscription.id)
        let announcement = context.ingestion.announce()
        defer { announcement.withdraw() }
        // Nothing on the web is below a file or a program's name: a relative link stays relative, and the reader resolves
        // it against the article's own address.
        let parsed = try await context.parsing.run { try FeedParser.parse(body, url: nil, contentType: nil) }
        next.digest = digest
        next.pace = parsed.pace(at: now)
        next.recordLocalSuccess(at: now, schedule, jitter: settings.jitter())
        let saved = next
        let document = try await context.parsing.run { try store.document(parsed, for: id, state: saved, at: now) }
        let summary = try await announcement.store(document)
        return .updated(new: summary.new, edited: summary.updated)
    }

    /// Returns the output of the person's filter for a document; without a filter, the document.
    func filtered(_ body: [UInt8]) async throws -> [UInt8] {
        guard let words = subscription.preferences.filter else { return body }
        let limit = settings.feedBytes
        return try await ProgramQueues.shared.run {
            try BoundedProgram(words, limits: .init(bytes: limit)).output(reading: body, isCancelled: $0)
        }
    }
}

extension PollingState {
    fileprivate mutating func recordLocalSuccess(at now: Date, _ schedule: PollingSchedule, jitter: Double) {
        (freshUntil, retryAfter, loginPages) = (nil, nil, 0)
        health = FeedHealth(lastSuccess: now, lastAttempt: now)
        health.nextAttempt = schedule.next(after: now, freshUntil: nil, pace: pace, jitter: jitter)
    }
}
