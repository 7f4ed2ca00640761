import ArgumentParser
import Basics
import FoundationEssentials
import HTTPCache
import HTTPTypes
import Markup

/// Lists, shows and cleans the HTTP cache.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Show or clean the HTTP cache.",
        subcommands: [Status.self, List.self, Show.self, Remove.self, Clear.self], defaultSubcommand: Status.self)

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Usage, capacity, entries and hit rate.")
        @OptionGroup var options: CacheOptions

        func run() async throws {
            try await CommandFailure.reported {
                let cache = try options.openStored()
                let tally = cache.tally
                let asked = tally.hits + tally.misses
                let rate = asked == 0 ? "-" : "\(tally.hits * 100 / asked) % of \(asked)"
                TerminalEncoding.print("path         \(options.path)")
                print("usage        \(ByteCount(cache.diskUsage)) of \(ByteCount(cache.diskCapacity))")
                print("entries      \(cache.entries().count)")
                print("hit rate     \(rate)")
                print("bytes saved  \(ByteCount(tally.savedBytes))")
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the stored responses, last used first: status, freshness, size, address.",
            discussion: """
                A response is stale if it is older than the lifetime that its server declared, if there is no \
                lifetime, or if the server requires validation before each use (no-cache).
                """)
        @OptionGroup var options: CacheOptions

        func run() async throws {
            try await CommandFailure.reported {
                for entry in try options.openStored().entries() {
                    let freshness = entry.age < entry.lifetime ? "fresh" : "stale"
                    let size = ByteCount(entry.bodyBytes)
                    print("\(entry.head.status.code)\t\(freshness)\t\(size)\t\(CacheCommand.name(entry))")
                }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the stored responses for an address.")
        @Argument var url: String
        @OptionGroup var options: CacheOptions

        func run() async throws {
            try await CommandFailure.reported {
                let entries = CacheCommand.entries(in: try options.openStored(), under: url)
                guard !entries.isEmpty else { throw CacheError.notInCache(url: url) }
                for entry in entries { CacheCommand.show(entry) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove the stored responses for an address.")
        @Argument var url: String
        @OptionGroup var options: CacheOptions

        func run() async throws {
            try await CommandFailure.reported {
                let cache = try options.openStored()
                cache.removeEverything(under: url)
                // Removes each entry by its own address: responses to requests with other credentials are stored under
                // other keys.
                for entry in CacheCommand.entries(in: cache, under: url) {
                    cache.removeEverything(under: entry.url)
                }
                cache.flush()
                guard !cache.hasUnwrittenChanges else { throw CacheCommand.keepsEntries }
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Delete everything, or the entries that the options select.")

        @Option(
            help: ArgumentHelp(
                "Entries stored after that date, such as 2026-03-31 or 2026-03-31T12:00:00Z.", valueName: "date"))
        var since: Moment?

        @Option(help: ArgumentHelp("Entries unused for that long, such as 30d, 12h, 45m or 90s.", valueName: "age"))
        var olderThan: Age?

        @OptionGroup var options: CacheOptions

        func run() async throws {
            try await CommandFailure.reported {
                do {
                    try clear()
                } catch is CacheError where selectsAll && DiskSpace.free(at: options.path) < Self.roomToOpen {
                    guard ResponseCache.deleteFile(at: options.path) else { throw CacheCommand.keepsEntries }
                }
            }
        }

        /// The bytes that opening the file and changing a page take (default 64 KiB).
        private static let roomToOpen: Int64 = 64 << 10

        private var selectsAll: Bool { since == nil && olderThan == nil }

        private func clear() throws {
            let cache = try options.openStored()
            var isDone = true
            if let since { isDone = cache.removeAll(since: since.date) }
            if let olderThan {
                isDone = cache.removeUnused(since: Date(timeIntervalSinceNow: -olderThan.seconds)) && isDone
            }
            if selectsAll { isDone = cache.removeAll() }
            guard isDone else { throw CacheCommand.keepsEntries }
        }
    }

    /// The error if some entries could not be removed.
    private static let keepsEntries = CacheError.storage(
        "some entries remain: another process has locked the file, or it cannot be written")

    /// Returns the entries under an address in any form that a request accepts: with a fragment, or a host in capitals.
    private static func entries(in cache: ResponseCache, under url: String) -> [CacheEntry] {
        let address = CacheRequest(url: url).address
        return cache.entries().filter { $0.url == address || $0.shownURL == address }
    }

    // MARK: - Lines

    private static func name(_ entry: CacheEntry) -> String {
        (entry.method == "GET" ? "" : entry.method + " ") + SafeText.line(entry.shownURL)
            + (entry.isFragment ? " (a part)" : "")
    }

    private static func show(_ entry: CacheEntry) {
        print("\(name(entry))")
        print(
            "\(SafeText.line("\(entry.head.status)")), \(entry.bodyBytes.counting("byte")), digest \(entry.bodyDigest)")
        print("stored \(entry.storedAt.timestamp), used \(entry.usedAt.timestamp)")
        let isAgeKnown = entry.age < CachedReply.FreshnessInformation.unknownAge
        print(isAgeKnown ? "age \(entry.age) s of \(entry.lifetime) s" : "stale, lifetime \(entry.lifetime) s")
        for (name, value) in entry.selectingFields.sorted(by: { $0.key < $1.key }) {
            // A server's Vary names the fields.
            print(SafeText.line("selected by \(name): \(value)"))
        }
        for (name, value) in entry.userInfo.sorted(by: { $0.key < $1.key }) { print("\(name) = \(value)") }
        // Servers wrote these fields, so their bytes are cleaned before they reach the terminal.
        for field in entry.head.headerFields { print("    \(field.name): \(SafeText.line(field.value))") }
        print("")
    }
}
