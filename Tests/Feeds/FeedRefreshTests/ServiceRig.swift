import ArticleStorage
import CurlTransport
import FeedModel
import Foundation
import HTTPCache
import ScriptedOrigin
import Synchronization
import TestFolders
import Testing

@testable import FeedRefresh

/// A feed service with real parts: curl, SQLite files, and a scripted origin on loopback. The test sets its clock.
final class ServiceRig: Sendable {
    let origin: Origin
    let store: ArticleStore
    var service: FeedService { current.withLock { $0 } }
    var folder: URL { temporary.url }
    private let temporary: TemporaryFolder
    private let current: Mutex<FeedService>
    private let clock: Clock

    private final class Clock: Sendable {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    }

    init(
        addresses: [String] = ["127.0.0.1"], retention: RetentionPolicy = RetentionPolicy(),
        cacheAge: TimeInterval? = nil, stallTimeout: Int = 600, keepsTokens: Bool = false,
        curl: CurlSettings = CurlSettings(), adjust: (inout FeedServiceSettings) -> Void = { _ in }
    ) throws {
        origin = try Origin(addresses: addresses)
        temporary = try TemporaryFolder()
        let folder = temporary.url
        store = try ArticleStore(path: folder.appendingPathComponent("library.sqlite").path)
        clock = Clock()
        current = Mutex(
            try Self.service(
                on: store, folder: folder, clock: clock, cache: "cache.sqlite", owner: "rig", retention: retention,
                cacheAge: cacheAge, stallTimeout: stallTimeout, curl: curl
            ) { settings in
                if keepsTokens { settings.sessions = SessionFiles(folder: folder.path + "/tokens") }
                adjust(&settings)
            })
    }

    /// Returns another service on the same library, like another process or one with another cache.
    func anotherService(
        cache: String = "cache.sqlite", owner: String = "another", retention: RetentionPolicy = RetentionPolicy(),
        isOffline: Bool = false
    ) throws -> FeedService {
        try Self.service(
            on: store, folder: folder, clock: clock, cache: cache, owner: owner, retention: retention,
            isOffline: isOffline)
    }

    /// Replaces `service` by a service that has these credentials.
    func use(_ keyring: Keyring) throws {
        let service = try Self.service(
            on: store, folder: folder, clock: clock, cache: "cache.sqlite", owner: "rig", keyring: keyring)
        current.withLock { $0 = service }
    }

    func write(_ text: String, to file: URL, mode: Int = 0o600) throws {
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    private static func service(
        on store: ArticleStore, folder: URL, clock: Clock, cache: String, owner: String,
        retention: RetentionPolicy = RetentionPolicy(), cacheAge: TimeInterval? = nil, isOffline: Bool = false,
        keyring: Keyring = Keyring(), stallTimeout: Int = 600, curl: CurlSettings = CurlSettings(),
        adjust: (inout FeedServiceSettings) -> Void = { _ in }
    ) throws -> FeedService {
        var settings = FeedServiceSettings(userAgent: "lede-test")
        settings.now = { clock.now.withLock { $0 } }
        settings.jitter = { 0.5 }
        settings.stallTimeout = stallTimeout
        settings.retention = retention
        settings.cacheAge = cacheAge
        settings.keyring = keyring
        adjust(&settings)
        var configuration = ResponseCache.Configuration(path: folder.appendingPathComponent(cache).path)
        configuration.memoryCapacity = FeedServiceSettings.cacheMemory
        return FeedService(
            store: store, cache: try ResponseCache(configuration),
            transport: CurlTransport(curl), settings: settings, owner: owner,
            log: RequestLog(path: folder.appendingPathComponent("requests.log").path), isOffline: isOffline)
    }

    var now: Date { clock.now.withLock { $0 } }

    func pass(seconds: TimeInterval) {
        clock.now.withLock { $0 += seconds }
        service.scheduleAlarm.ring()
    }

    func subscribe(_ path: String = "/feed", on address: String? = nil) throws -> SubscriptionID {
        try store.add(NewSubscription(feedURL: origin.url(path, on: address))).id
    }

    /// Queues the pages of https://a.example/0, https://a.example/1 and so on, until the queue is full.
    func fillQueue() throws {
        for number in 0..<ArticleStore.queueLimit {
            let id = try service.store(address: "https://a.example/\(number)").id
            #expect(try store.queue(.page(id), at: now))
        }
    }

    /// The articles of a feed as its list shows them, the newest first.
    func rows(_ id: SubscriptionID) throws -> [ArticleSummary] {
        try store.page(of: ArticleListing(.feed(id), midnight: now), at: .start, limit: 1000).rows
    }

    func titles(_ id: SubscriptionID) throws -> [String] {
        try rows(id).map(\.title)
    }

    /// Returns action, policy, source and status of each line of the request log.
    func logged() throws -> [[String]] {
        let text = try String(contentsOf: folder.appendingPathComponent("requests.log"), encoding: .utf8)
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false)[1...4].map(String.init)
        }
    }
}

/// Returns a small Atom feed with numbered articles.
func atomFeed(_ numbers: some Sequence<Int>, title: String = "Numbers", edited: Set<Int> = []) -> String {
    let entries = numbers.map { number in
        """
        <entry><id>urn:number:\(number)</id><title>Number \(number)\(edited.contains(number) ? " edited" : "")</title>
        <link href="https://numbers.example/\(number)"/><updated>2026-01-\(number < 10 ? "0" : "")\(number)T00:00:00Z</updated>
        <content type="html">&lt;p&gt;All about \(number).&lt;/p&gt;</content></entry>
        """
    }
    return """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom"><title>\(title)</title><id>urn:numbers</id>
        <updated>2026-01-01T00:00:00Z</updated>\(entries.joined())</feed>
        """
}

extension ServiceRig {
    /// Routes a feed with an article at its own origin, and one at 127.0.0.2.
    func routeFeedOfTwoOrigins() {
        let items = [origin.url("/page"), origin.url("/page", on: "127.0.0.2")].enumerated().map {
            "<item><guid>\($0.offset)</guid><title>\($0.offset)</title><link>\($0.element)</link></item>"
        }
        origin.route(
            "/feed", .response(body: "<rss version='2.0'><channel><title>T</title>\(items.joined())</channel></rss>"))
    }
}
