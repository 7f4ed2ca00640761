import ArgumentParser
import ArticleStorage
import Basics
import Foundation
import MovingIn

struct MoveInCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-in",
        abstract: "Move in from another reader: feeds, stored articles, marks, searches, settings, keys, colours.",
        discussion: """
            Leaves the other reader unchanged, runs none of its commands, and contacts no server. A second run adds \
            only new data. An existing config.toml stays unchanged; another file is written beside it. Each item that \
            cannot be moved is printed on a line: FILE:LINE, the text, the reason. See `lede help moving-in`.

            Exit status: 0 success; 1 something is damaged, missing or locked (one line each on standard error).
            """)

    @Argument(help: "newsboat, newsraft or sfeed.")
    var reader: ForeignReader

    @Option(
        help: ArgumentHelp("The other reader's folder, or the home folder that holds it.", valueName: "dir"),
        completion: .directory)
    var from: String?

    @Flag(help: "Also bind the reader's default keys that differ from lede's (newsboat, newsraft).")
    var defaultKeys = false

    @Flag(help: "Print what would be moved, and change nothing.")
    var dryRun = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if defaultKeys { try reader.checkDefaultKeys() }
    }

    func run() throws {
        var source: MoveSource
        do {
            source = try reader.read(from: from.map(Self.absolute), environment: InheritedEnvironment.variables)
        } catch {
            Console.printError("\(error)")
            throw ExitCode.failure
        }
        if defaultKeys { source.home.configuration.addDefaultKeys(reader.defaultKeys) }
        let report = try dryRun ? Self.simulate(source) : Self.move(source, in: CommandContext())
        for problem in report.problems { Console.printError("\(problem)") }
        if json { try printJSON(report) } else { report.lines(isDryRun: dryRun).forEach { TerminalEncoding.print($0) } }
        if !report.problems.isEmpty { throw ExitCode.failure }
    }

    private static func move(_ source: MoveSource, in context: CommandContext) throws -> MoveInReport {
        let line = ProgressLine()
        defer { line.clear() }
        let run = MoveInRun(
            source: source, store: context.store, paths: context.paths, isDryRun: false, now: Date()
        ) { done, all, articles in
            line.show { "\(done) of \(all.counting("feed")), \(articles.counting("article"))" }
        }
        return try run.run()
    }

    /// Reports what a move would do. If there is no library, it uses a temporary one, since a dry run does not create
    /// files.
    private static func simulate(_ source: MoveSource) throws -> MoveInReport {
        let paths = Paths.current
        var path = paths.library
        var folder: URL?
        if !FileManager.default.fileExists(atPath: path) {
            let new = FileManager.default.temporaryDirectory.appendingPathComponent("lede-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: new, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            folder = new
            path = new.appendingPathComponent("library.sqlite").path
        }
        defer { if let folder { try? FileManager.default.removeItem(at: folder) } }
        let store = try ArticleStore(path: path)
        return try MoveInRun(source: source, store: store, paths: paths, isDryRun: true, now: Date()).run()
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}

/// The readers whose data lede imports.
enum ForeignReader: String, CaseIterable, ExpressibleByArgument {
    case newsboat, newsraft, sfeed

    /// Returns the number of feeds in the reader's list; nil if the reader has no data on this machine. Reads only the
    /// list.
    func feedCount(_ environment: [String: String]) -> Int? {
        switch self {
        case .newsboat: NewsboatHome.feedCount(environment: environment)
        case .newsraft: NewsraftHome.feedCount(environment: environment)
        case .sfeed: SfeedHome.feedCount(environment: environment)
        }
    }

    func read(from folder: String?, environment: [String: String]) throws -> MoveSource {
        switch self {
        case .newsboat: try NewsboatHome.read(from: folder, environment: environment)
        case .newsraft: try NewsraftHome.read(from: folder, environment: environment)
        case .sfeed: try SfeedHome.read(from: folder, environment: environment)
        }
    }

    /// The default keys that lede binds to other commands.
    var defaultKeys: [MovedConfiguration.Binding] {
        switch self {
        case .newsboat: NewsboatHome.defaultKeys
        case .newsraft: NewsraftHome.defaultKeys
        case .sfeed: []
        }
    }

    func checkDefaultKeys() throws {
        guard defaultKeys.isEmpty else { return }
        throw ValidationError("lede knows the default keys of newsboat and newsraft only.")
    }
}
