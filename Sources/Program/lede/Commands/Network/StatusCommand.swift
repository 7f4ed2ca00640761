import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedRefresh
import Foundation

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the library and the network: counts, failures, traffic.")

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let status = try LibraryStatus(CommandContext().store)
        if json { return try printJSON(status) }
        status.lines.forEach { TerminalEncoding.print($0) }
    }
}

/// The report of `lede status`, from the library alone.
private struct LibraryStatus: Encodable {
    var feeds: Int
    var articles: Int
    var unread: Int
    var starred: Int
    /// Number of articles that kill rules hide.
    var killed: Int
    /// Number of articles that are not indexed yet.
    var searchBacklog: Int
    var isOffline: Bool
    /// The time of the last failure to reach any server; nil if a server has answered since.
    var unreachable: Date?
    /// The requests that wait for the network, in order.
    var queued: [String]
    /// True for each of them that failed although there was a network.
    private var haveFailed: [Bool]
    var nextDue: Date?
    var failing: [FailingFeed]
    var servers: [Server]
    var lists: [List]
    var traffic: Traffic

    /// A followed list.
    struct List: Encodable {
        var url: String
        var feeds: Int
        var lastSuccess: Date?
        var problem: String?

        enum CodingKeys: String, CodingKey {
            case url, feeds
            case lastSuccess = "last_success"
            case problem
        }

        init(_ list: FollowedList) {
            url = list.shownAddress
            feeds = list.feedCount
            lastSuccess = list.health.lastSuccess
            problem = list.health.problem?.message
        }

        var line: String {
            let read = lastSuccess.map { "read at \($0.timestamp)" } ?? "never read"
            return "  \(url): " + [feeds.counting("feed"), read, problem].compactMap(\.self).joined(separator: ", ")
        }
    }

    /// The server of an account.
    struct Server: Encodable {
        var url: String
        var lastSuccess: Date?
        /// Marks not sent yet, and those whose articles the server no longer knows.
        var waitingMarks: Int
        var strandedMarks: Int
        /// The time when lede noticed that the server had deleted articles before they arrived here.
        var gapFound: Date?
        var problem: String?
        var nextAttempt: Date?

        enum CodingKeys: String, CodingKey {
            case url
            case lastSuccess = "last_success"
            case waitingMarks = "waiting_marks"
            case strandedMarks = "stranded_marks"
            case gapFound = "gap_found"
            case problem
            case nextAttempt = "next_attempt"
        }

        init(_ account: SyncAccount) {
            url = account.shownAddress
            lastSuccess = account.health.lastSuccess
            waitingMarks = account.outgoingCount
            strandedMarks = account.strandedCount
            gapFound = account.gapFound
            problem = account.health.problem?.message
            nextAttempt = account.health.scheduledAttempt(at: Date())
        }

        var line: String {
            let parts = [
                AccountReport.lastSync(at: lastSuccess),
                waitingMarks > 0 ? "\(waitingMarks.counting("mark")) waiting" : nil,
                strandedMarks > 0 ? "\(strandedMarks) of these on articles that it no longer knows" : nil,
                gapFound.map { "the server dropped articles before they were fetched (\($0.timestamp))" },
                problem,
            ]
            return "  \(url): " + parts.compactMap(\.self).joined(separator: ", ")
        }
    }

    struct FailingFeed: Encodable {
        var feedURL: String
        var title: String
        var problem: String
        var nextAttempt: Date?

        enum CodingKeys: String, CodingKey {
            case feedURL = "feed_url"
            case title, problem
            case nextAttempt = "next_attempt"
        }
    }

    enum CodingKeys: String, CodingKey {
        case feeds, articles, unread, starred, killed
        case searchBacklog = "search_backlog"
        case isOffline = "offline"
        case unreachable = "unreachable_since"
        case queued
        case nextDue = "next_due"
        case failing, servers, lists, traffic
    }

    init(_ store: ArticleStore) throws {
        let overview = try store.overview(midnight: .localMidnight)
        let subscriptions = try store.subscriptions()
        let now = Date()
        feeds = subscriptions.count
        articles = overview.articleCount
        unread = overview.unreadCount
        starred = overview.starredCount
        killed = try store.killedCount()
        searchBacklog = try store.searchBacklog()
        isOffline = OfflineSwitch(store).isOffline
        // A clock that was ahead may have been corrected since.
        unreachable = try FeedService.unreachable(in: store).map { min($0, now) }
        let queue = try store.queue()
        queued = try queue.map { try $0.fetch.words(in: store) }
        haveFailed = queue.map { $0.attempts > 0 }
        nextDue = subscriptions.filter { !$0.preferences.isPaused }.map(\.health)
            .filter { $0.problem?.kind != .gone }.compactMap { $0.scheduledAttempt(at: now) }.min()
        failing = subscriptions.compactMap { subscription in
            subscription.health.problem.map {
                FailingFeed(
                    feedURL: subscription.shownAddress, title: subscription.title, problem: $0.message,
                    nextAttempt: $0.kind == .gone || subscription.preferences.isPaused
                        ? nil : subscription.health.scheduledAttempt(at: now))
            }
        }
        servers = try store.accounts().map(Server.init)
        lists = try store.followedLists().map(List.init)
        traffic = try Traffic.total(in: store)
    }

    private var network: String {
        if isOffline { return "offline (lede offline off goes online)" }
        return unreachable.map { "unreachable since \($0.timestamp)" } ?? "online"
    }

    var lines: [String] {
        var lines = [
            Self.row("feeds", "\(feeds)"),
            Self.row("articles", "\(articles), \(unread) unread, \(starred) starred"),
            Self.row("hidden by rules", "\(killed)"),
            Self.row("not searchable yet", "\(searchBacklog)"),
            Self.row("network", network),
            Self.row("next feed due", nextDue?.timestamp ?? "none"),
            Self.row("requests", "\(traffic.requests), \(traffic.notModified) of them found nothing new"),
            Self.row(
                "bytes", "\(traffic.bytesSent) sent, \(traffic.bytesReceived) received, \(traffic.bytesSaved) saved"),
        ]
        if !servers.isEmpty {
            lines.append(Self.row("accounts", "\(servers.count), \(servers.count { $0.problem != nil }) failing"))
        }
        lines += servers.map(\.line)
        if !lists.isEmpty {
            lines.append(Self.row("followed lists", "\(lists.count), \(lists.count { $0.problem != nil }) failing"))
        }
        lines += lists.map(\.line)
        lines.append(Self.row("queued", "\(queued.count)"))
        lines += zip(queued, haveFailed).map { words, hasFailed in
            "  \(hasFailed ? "failed, will be retried" : "when there is a network"): \(words)"
        }
        lines.append(Self.row("failing", "\(failing.count)"))
        lines += failing.map { feed in
            "  \(feed.feedURL): \(feed.problem)\(RetryWords.next(feed.nextAttempt))"
        }
        return lines
    }

    private static func row(_ name: String, _ value: String) -> String {
        "\(name.padding(toLength: 20, withPad: " ", startingAt: 0))\(value)"
    }
}
