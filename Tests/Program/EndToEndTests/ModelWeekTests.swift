import Foundation
import GRDB
import Glibc
import SeededNumbers
import Testing

extension EndToEnd {
    /// A week of a person with a reader, commands, a refresh by cron, `lede serve` and a second machine, drawn from a
    /// seed, with kills, failing calls, a full disk, a wrong clock, hotspots' login pages and lost connections.
    /// Everything that was confirmed must exist at the end. `LEDE_LONG_TESTS=1` plays twenty weeks.
    @Suite(.enabled(if: FaultLibrary.compiler != nil, "no C compiler")) struct ModelWeekTests {
        @Test(
            "After a week of faults both machines have every article and every confirmed mark",
            arguments: FaultLibrary.isLong ? Array(1...20) : [7])
        func week(_ seed: Int) throws {
            let week = try ModelWeek(seed: seed)
            for _ in 0..<(FaultLibrary.isLong ? 200 : 120) { try week.step() }
            try week.end()
        }
    }
}

/// The person's machines, the servers, and a simple model of the expected state.
private final class ModelWeek {
    private let publisher: ModelPublisher
    private let desk: TemporaryHome
    private let laptop: TemporaryHome
    private var server: ServedLibrary?
    private var random: SplitMix

    // This is the model.
    private var names: [String: String] = [:]
    private var marks = ModelMarks()
    /// The title of the article that has the tag.
    private var tags: [String: String] = [:]
    private var log: [String] = []

    init(seed: Int) throws {
        publisher = try ModelPublisher()
        desk = try TemporaryHome()
        laptop = try TemporaryHome()
        random = SplitMix(seed: seed)
        for number in 1...4 { publisher.publish("feed\(number)", 3) }
        for name in ["feed1", "feed2"] { try subscribe(name) }
        let served = try ServedLibrary(desk)
        server = served
        // The port changes with each start, but the address of the account on the laptop stays the same.
        #expect(try run(["account", "add", "since", served.url], laptop).status == 0, "\(log)")
    }

    private func below(_ limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &random)
    }

    // MARK: - The person

    private func run(
        _ arguments: [String], _ home: TemporaryHome, _ environment: [String: String] = [:]
    ) throws -> Program.Result {
        let result = try Program.lede(arguments, home: home.url, environment: environment)
        log.append(
            "\(home === desk ? "desk" : "laptop") \(arguments.joined(separator: " ")) \(environment["LEDE_FAULT"] ?? environment["LEDE_CLOCK_SHIFT"] ?? ""): \(result.status)"
        )
        let isKilled = environment["LEDE_FAULT"] != nil && result.status == -SIGKILL
        #expect(result.status >= 0 || isKilled, "\(log.suffix(5)) \(result.errors)")
        return result
    }

    func step() throws {
        switch below(16) {
        case 0, 1: publisher.publish("feed\(1 + below(4))", 1 + below(3))
        case 13, 14: publisher.edit("feed\(1 + below(4))")
        case 2, 3: try refresh()
        case 4, 5: try mark(on: desk)
        case 6, 7: try mark(on: laptop)
        case 8: try sync()
        case 9, 10: try read()
        case 11: try restartServer()
        case 12: try organise()
        default: publisher.network = ModelPublisher.NetworkState.allCases[below(3)]
        }
    }

    /// Refreshes as cron does, perhaps with a fault.
    private func refresh() throws {
        _ = try run(["refresh"] + (below(2) == 0 ? ["--force"] : []), desk, trouble())
    }

    private func trouble() throws -> [String: String] {
        let calls = ["write", "sync", "open", "truncate", "map", "rename"]
        switch below(6) {
        case 0:
            let fault = FaultLibrary.Fault(call: calls[below(calls.count)], number: 1 + below(30))
            return try FaultLibrary.environment(fault, below: desk.url)
        case 1:
            let fault = FaultLibrary.Fault(
                call: "write", number: 1 + below(40), kind: ["kill", "tear"][below(2)])
            return try FaultLibrary.environment(fault, below: desk.url)
        case 2: return try FaultLibrary.environment(FaultLibrary.Fault(call: "disk"), below: desk.url)
        case 3:
            let years = [-20, -1, 1, 20][below(4)]
            return try FaultLibrary.environment(clockAhead: years * 31_557_600)
        default: return [:]
        }
    }

    private struct Listed: Hashable {
        var number: String
        var title: String
        var isRead: Bool
        var isStarred: Bool

        func has(_ kind: ModelMarks.Kind) -> Bool { kind == .read ? isRead : isStarred }
    }

    private func articles(_ home: TemporaryHome) throws -> [Listed] {
        try run(["articles", "--tsv", "--limit", "100000"], home).output.split(separator: "\n").map {
            line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Listed(
                number: fields[0], title: fields[5], isRead: fields[2] == "read", isStarred: !fields[3].isEmpty)
        }
    }

    /// Inverts a mark of an article.
    private func mark(on home: TemporaryHome) throws {
        let rows = try articles(home)
        guard !rows.isEmpty else { return }
        let row = rows[below(rows.count)]
        let kind = ModelMarks.Kind.allCases[below(2)]
        let value = !row.has(kind)
        let environment = home === desk ? try trouble() : [:]
        let isDone = try run(["mark", kind.word(value), row.number], home, environment).status == 0
        marks.record(.init(title: row.title, kind: kind), isDone ? value : nil, onLaptop: home === laptop)
    }

    private func sync() throws {
        if try run(["refresh", "--force"], laptop).status == 0 { marks.synchronise() }
    }

    /// Sets a star or a tag in the reader, then kills or quits it; sometimes another process holds the library
    /// meanwhile. A painted mark must stay, and nothing else may change.
    private func read() throws {
        let before = try articles(desk)
        let terminal = try TerminalSession(home: desk.url, arguments: ["--offline"])
        try terminal.wait(for: "feed1")
        try terminal.send("G")
        if below(2) == 0 { try terminal.send("k") }
        try terminal.send("Enter")
        try terminal.wait("the articles") { lines in lines.contains { $0.contains(" item ") } }
        for _ in 0..<below(3) { try terminal.send("j") }
        // All tags have one length, since a search for a tag also finds tags that begin with it.
        var tag = below(3) == 0 ? "week\(100 + tags.count)" : nil
        let (isKilled, isLocked) = (below(2) == 0, below(2) == 0)
        let lock = isLocked ? try LibraryLock(desk) : nil
        if try tag.map({ try paint($0, in: terminal) }) != true { tag = nil }
        if tag == nil { try paintStar(in: terminal) }
        if isKilled {
            kill(try #require(pid_t(terminal.state("#{pane_pid}"))), SIGKILL)
        } else {
            try terminal.send("Q")
        }
        try terminal.waitForExit()
        try lock?.release()
        log.append("read \(tag ?? "star") \(isKilled ? "killed" : "quit") \(isLocked ? "locked" : "")")
        if let tag { try recordTag(tag) }
        let changed = try recordChange(since: before, isStar: tag == nil)
        if tag == nil, below(2) == 0, let title = changed { try turnBack(title) }
    }

    private func paintStar(in terminal: TerminalSession) throws {
        let stars = Self.stars(try terminal.screen())
        try terminal.send("s")
        try terminal.wait("a star more or less") { abs(Self.stars($0) - stars) == 1 }
    }

    /// Returns false if the article has as many tags as a row shows: another one would not be painted.
    private func paint(_ tag: String, in terminal: TerminalSession) throws -> Bool {
        try terminal.send("#")
        try terminal.wait(for: "tags:")
        // The prompt contains the article's tags.
        let given = try terminal.screen().last { $0.contains("tags:") }.map { $0.matches(of: /week\d+/).count } ?? 0
        guard given < Self.shownTags else {
            try terminal.send("Escape")
            try terminal.wait("no prompt") { lines in !lines.contains { $0.contains("tags:") } }
            return false
        }
        try terminal.send("-l", given == 0 ? tag : ", \(tag)")
        try terminal.send("Enter")
        try terminal.wait(for: "#\(tag)")
        return true
    }

    /// The number of tags that a row of the list shows.
    private static let shownTags = 3

    /// A mark that was applied once is not applied again later.
    private func turnBack(_ title: String) throws {
        guard let row = try articles(desk).first(where: { $0.title == title }) else { return }
        let isDone = try run(["mark", row.isStarred ? "unstar" : "star", row.number], desk).status == 0
        marks.record(.init(title: title, kind: .star), isDone ? !row.isStarred : nil, onLaptop: false)
    }

    private static func stars(_ lines: [String]) -> Int {
        lines.reduce(0) { $0 + $1.count { $0 == "★" } }
    }

    private func recordTag(_ tag: String) throws {
        let found = try tagged(tag)
        #expect(found.count == 1, "\(tag): \(found) \(log.suffix(5))")
        tags[tag] = found.first
    }

    private func tagged(_ tag: String) throws -> [String] {
        let output = try run(["search", "--limit", "100", "tag:\(tag)"], desk).output
        return output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /feed\d item \d+/).map { String($0.output) }
        }
    }

    /// Records the change of the one article that the reader may change (marking it may also make it read), and returns
    /// its title.
    private func recordChange(since before: [Listed], isStar: Bool) throws -> String? {
        let known = Dictionary(before.map { ($0.title, $0) }) { first, _ in first }
        let changed = try articles(desk).filter {
            $0.isRead != known[$0.title]?.isRead || $0.isStarred != known[$0.title]?.isStarred
        }
        let starred = changed.count { $0.isStarred != known[$0.title]?.isStarred }
        #expect(
            starred == (isStar ? 1 : 0) && changed.count <= 1,
            "\(changed) were \(changed.map { known[$0.title] }) \(log.suffix(5))")
        for row in changed {
            for kind in ModelMarks.Kind.allCases where row.has(kind) != known[row.title]?.has(kind) {
                marks.record(.init(title: row.title, kind: kind), row.has(kind), onLaptop: false)
            }
        }
        return changed.first?.title
    }

    private func restartServer() throws {
        if below(2) == 0, let status = try server?.stop() {
            // The signal may come before the server handles it.
            #expect([0, SIGTERM].contains(status), "\(status)")
        }
        // Dropping the server kills it.
        let port = server?.port ?? 0
        server = nil
        server = try ServedLibrary(desk, arguments: ["--listen", "127.0.0.1:\(port)"])
    }

    private func subscribe(_ name: String) throws {
        #expect(
            try run(["add", publisher.url(name), "--title", name], desk).status == 0,
            "\(log.suffix(3))")
        names[name] = name
    }

    private func organise() throws {
        let name = "feed\(1 + below(4))"
        if names[name] == nil {
            publisher.network = .working
            try subscribe(name)
        } else {
            let title = "\(name) \(below(100))"
            #expect(
                try run(["feed", publisher.url(name), "--title", title], desk).status == 0,
                "\(log.suffix(3))")
            names[name] = title
        }
    }

    // MARK: - The end

    func end() throws {
        publisher.network = .working
        try restartServer()
        #expect(try run(["refresh", "--force"], desk).status == 0, "\(log)")
        for _ in 0..<2 { #expect(try run(["refresh", "--force"], laptop).status == 0, "\(log)") }
        let expected = names.keys.flatMap { name in
            (1...publisher.count(name)).map { "\(name) item \($0)" }
        }.sorted()
        for home in [desk, laptop] {
            let rows = try articles(home)
            #expect(rows.map(\.title).sorted() == expected, "\(log)")
            for row in rows {
                for kind in ModelMarks.Kind.allCases {
                    let mark = ModelMarks.Mark(title: row.title, kind: kind)
                    #expect(marks.allows(row.has(kind), for: mark), "\(home === desk) \(mark) \(row) \(log)")
                }
            }
            let found = try run(["search", "--limit", "100000", "item"], home).output.split(separator: "\n")
            #expect(found.count == expected.count, "\(log)")
            let check = try run(["check"], home)
            #expect(check.status == 0, "\(check) \(log)")
        }
        for (tag, title) in tags { #expect(try tagged(tag) == [title], "\(log)") }
        let titles = try run(["list"], desk).output.split(separator: "\n").map {
            $0.split(separator: "\t")[2]
        }
        #expect(Set(titles.map(String.init)) == Set(names.values))
        // On the second machine a feed moves behind the others when it changes.
        let lists = try [laptop, desk].map { try run(["list"], $0).output.split(separator: "\n").sorted() }
        #expect(lists[0] == lists[1])
    }
}

/// Another process that holds the library's write lock.
private final class LibraryLock {
    private let database: DatabaseQueue

    init(_ home: TemporaryHome) throws {
        var configuration = GRDB.Configuration()
        // The transaction stays open for several statements, like one of another process.
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(
            path: home.url.appendingPathComponent("data/library.sqlite").path, configuration: configuration)
        try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    func release() throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
