import ArgumentParser
import FeedRefresh

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch new articles.",
        discussion: """
            Requests every feed, except those whose servers asked to wait (Cache-Control: max-age, Retry-After), \
            those that you have paused and do not name, and those that are gone (410), unless you name them with \
            --force. A feed that cannot be fetched is reported on standard error, and does not delay the others. In \
            a crontab, lede refresh --due > /dev/null hides the summary but still prints failures.
            """)

    @Argument(help: "The feeds to fetch, by address, number or part of the title; all feeds if none is given.")
    var feeds: [String] = []

    @Flag(help: "Fetch only the feeds that are due, for timers; only failures are reported.")
    var due = false

    @Flag(
        help: """
            Fetch feeds even if they are fresh. Retry-After still applies, to feeds that you name for a day at most, \
            but not to accounts.
            """)
    var force = false

    func validate() throws {
        if due, force { throw ValidationError("--due and --force cannot be combined.") }
    }

    func run() async throws {
        try await LibraryRefresh(feeds: feeds, reason: reason).run()
    }

    var reason: RefreshReason { due ? .schedule : force ? .insisted : .everything }
}
