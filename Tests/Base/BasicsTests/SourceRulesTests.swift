import Foundation
import Testing

/// The rules of the project that no compiler checks, applied to its sources.
@Suite struct SourceRulesTests {
    private struct Source {
        let area: String
        let module: String
        let name: String
        let lines: [Substring]
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources").standardizedFileURL

    private static let sources: [Source] = {
        let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            let parts = path.split(separator: "/").map(String.init)
            guard let text = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) else {
                return nil
            }
            return Source(
                area: parts[0], module: parts[1], name: parts.last!,
                lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }()

    /// The modules from the bottom up: a module imports modules of lower layers, or of its own layer in its own area.
    private static let layers: [[String]] = [
        ["CCurl", "CCoding", "CTerminal", "CProgram", "CPictureBox", "CSystem"],
        ["Basics", "TOMLReading", "SQLiteAccess"],
        ["HTTPTransport", "ContentCoding", "Markup", "Screen"],
        ["CurlTransport", "HTTPCache", "ArticleText", "FeedModel", "PictureArt", "PictureDecoding"],
        ["FeedRules", "FeedParsing", "HTTPCacheFoundation", "BookWriting"],
        ["ArticleStorage", "MovingIn", "PackStorage"],
        ["SyncEngine"],
        ["SyncServers"],
        ["FeedRefresh"],
        ["JourneyPacking"],
        ["SinceServer", "ReaderUI", "TerminalDriver"],
        ["ReaderEngine"],
        ["lede", "Benchmarks", "FeedFuzz", "Examples"],
    ]

    @Test("Sources has at most ten areas")
    func areas() throws {
        // Without sources every test here would pass.
        #expect(1...10 ~= Set(Self.sources.map(\.area)).count)
    }

    @Test("No two files have the same name")
    func names() {
        let names = Dictionary(grouping: Self.sources, by: \.name).filter { $0.value.count > 1 }
        #expect(names.isEmpty, "\(names.keys.sorted())")
    }

    @Test("Modules import only modules below them, or beside them in their area")
    func imports() throws {
        let layer = Dictionary(
            uniqueKeysWithValues: Self.layers.enumerated().flatMap { index, modules in modules.map { ($0, index) } })
        let area = Dictionary(Self.sources.map { ($0.module, $0.area) }, uniquingKeysWith: { first, _ in first })
        for source in Self.sources where source.area != "Workshop" {
            let own = try #require(layer[source.module], "\(source.module) is in no layer of SourceRulesTests")
            for line in source.lines.prefix(40) where line.contains("import ") && !line.hasPrefix("//") {
                guard let imported = line.split(separator: " ").last.map(String.init), let other = layer[imported]
                else {
                    continue
                }
                let isBeside = other == own && area[imported] == source.area
                #expect(other < own || isBeside, "\(source.module)/\(source.name) imports \(imported)")
            }
        }
    }

    /// Names that need ICU's data, which the release leaves out (`LocaleData.c`).
    private static let needsLocaleData = [
        "Locale", "Calendar", "TimeZone", "NSCalendar", "NSLocale", "NSTimeZone", "DateFormatter", "NumberFormatter",
        "MeasurementFormatter", "ByteCountFormatter", "RelativeDateTimeFormatter", "DateComponentsFormatter",
        "ListFormatter", "NSRegularExpression", "StringTransform", "localizedCompare", "localizedStandardCompare",
        "localizedCaseInsensitiveCompare", "localizedUppercase", "localizedLowercase", "localizedCapitalized",
    ]

    @Test("The program uses no locale, calendar, collation or regular expression of Foundation")
    func localeData() {
        let words = Set(Self.needsLocaleData)
        for source in Self.sources where source.area != "Workshop" {
            for line in source.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                let used = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                #expect(words.isDisjoint(with: used.map(String.init)), "\(source.module)/\(source.name): \(line)")
                // Foundation asks ICU for a host beyond ASCII.
                let parses = source.module != "HTTPCacheFoundation" && line.contains("URL(string:")
                #expect(!parses, "\(source.module)/\(source.name): \(line)")
            }
        }
    }

    @Test("Nothing asks for the names of characters, which the release leaves out (ScalarNames.c)")
    func characterNames() {
        for source in Self.sources where source.area != "Workshop" {
            for line in source.lines {
                #expect(!line.contains("properties.name"), "\(source.module)/\(source.name): \(line)")
            }
        }
    }

    @Test("Times are written by Timestamp, without Foundation's format styles")
    func times() {
        for source in Self.sources where source.area != "Workshop" {
            for line in source.lines {
                let isStyled = line.contains(".formatted(") || line.contains("ISO8601Format")
                #expect(!isStyled, "\(source.module)/\(source.name): \(line)")
            }
        }
    }

    @Test("Nothing outside the library products is public")
    func access() {
        let products = ["HTTPCache", "HTTPTransport", "CurlTransport", "ArticleText", "HTTPCacheFoundation"]
        for source in Self.sources where !products.contains(source.module) {
            for line in source.lines where line.drop(while: { $0 == " " }).hasPrefix("public ") {
                Issue.record("\(source.module)/\(source.name): \(line)")
            }
        }
    }

    @Test("Nothing starts libdispatch's timer, which wakes an idle program once a second")
    func idle() {
        for source in Self.sources where source.area != "Workshop" {
            for line in source.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                let starts = line.contains("DispatchQueue.global(") || line.contains("Task.sleep(")
                #expect(!starts, "\(source.module)/\(source.name): \(line)")
            }
        }
    }

    @Test("Comments open with a noun or a verb: none opens with What, Whether, Of, Who or How")
    func comments() {
        let openers = ["What ", "Whether ", "Of ", "Who ", "How "].flatMap { ["/// \($0)", "// \($0)"] }
        let found = Self.sources.flatMap { source in
            source.lines.filter { line in
                let text = line.drop { $0 == " " }
                return openers.contains { text.hasPrefix($0) }
            }.map { "\(source.module)/\(source.name): \($0)" }
        }
        #expect(found.isEmpty, "\(found)")
    }
}
