import ArticleStorage
import CurlTransport
import FeedModel
import FeedRefresh
import Foundation
import HTTPCache
import PackStorage
import ScriptedOrigin
import Synchronization
import TestFolders

@testable import JourneyPacking

/// A packer with real parts: curl, SQLite files, and a scripted origin on several loopback addresses, each a separate
/// host.
final class JourneyRig: Sendable {
    let origin: Origin
    let store: ArticleStore
    let packStore: PackStore
    let service: FeedService
    var folder: String { temporary.path }
    private let temporary: TemporaryFolder
    private let arrivals = Arrivals()
    private let change: @Sendable (inout JourneyLimits) -> Void

    /// Separate from the rig: a route that kept the rig alive would keep its own origin alive.
    private final class Arrivals: Sendable {
        let all = Mutex<[(path: String, host: String, at: ContinuousClock.Instant)]>([])
    }

    static let midnight = Date(timeIntervalSince1970: 1_799_971_200)

    init(
        hosts: Int = 1, keyring: Keyring = Keyring(),
        _ change: @escaping @Sendable (inout JourneyLimits) -> Void = { _ in }
    ) throws {
        self.change = change
        origin = try Origin(addresses: (1...hosts).map { "127.0.0.\($0)" })
        temporary = try TemporaryFolder()
        let folder = temporary.path
        store = try ArticleStore(path: folder + "/library.sqlite")
        packStore = try PackStore(folder: folder)
        service = try Self.service(store, folder, cache: "cache.sqlite", keyring)
    }

    /// Articles with pages on one host, which also serves their feed.
    convenience init(articles: Int, feed address: String? = nil) throws {
        try self.init()
        try feed(
            (0..<articles).map { (origin.url("/page/\($0)"), "<p>Short.</p>") }, named: "harbour news",
            at: address ?? origin.url("/feed"))
    }

    private static func service(
        _ store: ArticleStore, _ folder: String, cache: String, _ keyring: Keyring = Keyring()
    ) throws -> FeedService {
        var settings = FeedServiceSettings(userAgent: "lede-test")
        settings.keyring = keyring
        return FeedService(
            store: store, cache: try ResponseCache(ResponseCache.Configuration(path: folder + "/" + cache)),
            transport: CurlTransport(CurlSettings()), settings: settings,
            owner: "rig", log: RequestLog(path: folder + "/requests.log"))
    }

    func host(_ number: Int) -> String { origin.addresses[number % origin.addresses.count] }

    /// Routes that also record the time of each request.
    func route(_ path: String, _ reply: @escaping @Sendable (RecordedRequest) -> Reply) {
        origin.route(path) { [arrivals] request in
            arrivals.all.withLock { $0.append((request.path, request.address, .now)) }
            return reply(request)
        }
    }

    func arrivals(on host: String? = nil, prefix: String = "/") -> [ContinuousClock.Instant] {
        arrivals.all.withLock { $0 }.filter { $0.path.hasPrefix(prefix) && (host == nil || $0.host == host) }.map(\.at)
    }

    // MARK: - Articles

    /// Ingests a feed of articles, newest first, each with a title, an address and some HTML.
    @discardableResult
    func feed(
        _ articles: [(url: String?, html: String)], named name: String = "feed", enclosures: [String] = [],
        type: String = "audio/mpeg", age: Double = 0, at url: String? = nil
    ) throws -> SubscriptionID {
        let id = try store.add(NewSubscription(feedURL: url ?? "http://\(name).example/feed")).id
        var document = ParsedFeed()
        document.title = name
        document.items = articles.enumerated().map { number, article in
            var item = ParsedItem(id: "\(name) \(number)")
            item.title = "\(name) \(number)"
            item.url = article.url
            item.contentHTML = article.html
            item.published = Self.midnight - age - Double(number) * 60
            if number < enclosures.count {
                item.enclosures = [Enclosure(url: enclosures[number], mimeType: type)]
            }
            return item
        }
        _ = try store.ingest(document, into: id, state: PollingState(subscription: id), at: Self.midnight)
        return id
    }

    func id(_ title: String) throws -> ArticleID {
        let rows = try store.page(of: ArticleListing(.all, midnight: Self.midnight), at: .start, limit: 1_000).rows
        return rows.first { $0.title == title }!.id
    }

    /// Returns a page with a main part and these pictures.
    static func page(_ pictures: [String]) -> String {
        let text = String(
            repeating: "<p>The night ferry leaves the harbour at ten, and nobody on board minds the rain at all.</p>",
            count: 8)
        let figures = pictures.map { "<figure><img src=\"\($0)\" alt=\"a picture\"></figure>" }.joined()
        return "<html><head><title>Ferry</title></head><body><nav><a href='/'>Home</a><img src='/logo.png'></nav>"
            + "<article><h1>Ferry</h1>\(text)\(figures)</article></body></html>"
    }

    /// Returns a picture of this many bytes, the same for the same seed.
    static func picture(_ seed: Int, bytes: Int = 30_000) -> [UInt8] {
        var state = UInt64(seed &+ 1) &* 0x9E37_79B9_7F4A_7C15
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + (0..<max(0, bytes - 8)).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 33)
            }
    }

    /// Serves a body and its ranges with a strong ETag.
    static func ranged(_ body: [UInt8], etag: String, type: String = "image/png")
        -> @Sendable (RecordedRequest) -> Reply
    {
        { request in
            var fields = [RawField("Content-Type", type), RawField("ETag", etag)]
            guard let range = request["Range"], request["If-Range"] ?? etag == etag,
                let first = Int(range.dropFirst(6).prefix { $0 != "-" })
            else { return .response(200, fields: fields, body: body) }
            guard first < body.count else { return .response(416, fields: [], body: []) }
            fields.append(RawField("Content-Range", "bytes \(first)-\(body.count - 1)/\(body.count)"))
            return .response(206, fields: fields, body: Array(body[first...]))
        }
    }

    /// Ingests `count` articles on the hosts in turn, each with a page and that many pictures of its own; returns all
    /// bytes.
    func journey(_ count: Int, pictures: Int = 1, bytes: Int = 30_000) throws {
        var articles: [(url: String?, html: String)] = []
        for number in 0..<count {
            let host = host(number)
            let urls = (0..<pictures).map { origin.url("/pic/\(number)-\($0)", on: host) }
            route("/page/\(number)") { _ in
                .response(fields: ["Content-Type": "text/html; charset=utf-8"], body: Self.page(urls))
            }
            for picture in 0..<pictures {
                route(
                    "/pic/\(number)-\(picture)",
                    Self.ranged(Self.picture(number * 100 + picture, bytes: bytes), etag: "\"\(number)-\(picture)\""))
            }
            articles.append((origin.url("/page/\(number)", on: host), "<p>Short.</p>"))
        }
        try feed(articles)
    }

    // MARK: - Packing

    var limits: JourneyLimits {
        var limits = JourneyLimits()
        limits.pagePause = .milliseconds(5)
        change(&limits)
        return limits
    }

    /// Returns a packer with other credentials and a new cache, as if the cache had been deleted.
    func packer(
        _ limits: JourneyLimits? = nil, cache: String? = nil, keyring: Keyring = Keyring()
    ) throws -> JourneyPacker {
        JourneyPacker(
            service: try cache.map { try Self.service(store, folder, cache: $0, keyring) } ?? service, store: store,
            packStore: packStore, limits: limits ?? self.limits)
    }

    @discardableResult
    func pack(
        _ request: PackRequest? = PackRequest(), _ change: (inout JourneyLimits) -> Void = { _ in },
        cache: String? = nil, keyring: Keyring = Keyring()
    ) async throws -> JourneyReport {
        var limits = limits
        change(&limits)
        return try await packer(limits, cache: cache, keyring: keyring).pack(request, midnight: Self.midnight)
    }

    /// Returns as soon as the part of an address has this many bytes.
    func waitForPart(of address: AddressID, bytes: Int64) async throws {
        let watch = FolderWatch(packStore.parts.path)
        let parts = packStore.parts
        let isThere = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var isQuiet = false
                while parts.length(of: address) < bytes, !isQuiet { isQuiet = !watch.waitForWrite() }
                continuation.resume(returning: parts.length(of: address) >= bytes)
            }
        }
        guard isThere else { throw OriginError.timedOut(waitingFor: "a part of \(bytes) bytes") }
    }

    func mark(_ title: String) throws -> PackState? { try packStore.marks()[id(title)] }

    /// Checks that each packed article has its page in the library and all of its pictures in the pack store, with
    /// their contents.
    func packedIsWhole() throws -> Bool {
        for (id, state) in try packStore.marks() where state == .packed {
            guard let whole = try store.whole(id, withPage: true) else { return false }
            if let page = whole.page {
                let text = page.html
                for url in text.split(separator: "src=\"").dropFirst().map({ $0.prefix { $0 != "\"" } }) {
                    guard let bytes = try packStore.bytes(of: String(url)), bytes.count > 8 else { return false }
                }
            }
        }
        return true
    }
}

extension WantedAddress {
    /// An address of one article, with the same number.
    init(_ number: Int64, _ url: String, _ stage: PackingStage = .page) {
        self.init(
            id: AddressID(rawValue: number), url: url, stage: stage, position: Int(number),
            articles: [ArticleID(rawValue: number)])
    }
}
