import ArticleStorage
import Basics
import CurlTransport
import FeedRefresh
import ReaderEngine
import ReaderUI
import TOMLReading

/// The settings of `config.toml`, over the defaults. Invalid settings are reported and left out; everything else works.
struct Configuration: Sendable {
    var reader = ReaderUI.ReaderSettings()
    var theme = "default"
    /// The commands that open pages, play enclosures, bookmark and copy.
    var commands = ProgramLauncher.Commands()
    /// Notifications about new articles.
    var notify = NotifySettings()
    /// The size of the HTTP cache on disk, in MiB.
    var cacheMegabytes = 512
    /// The number of days after which a refresh removes unused responses; nil means that only the size limit removes
    /// responses.
    var cacheDays: Int?
    /// The proxy of requests; nil means that `http_proxy` and similar variables decide.
    var proxy: String?
    /// Maximum number of kilobytes per second that all requests together receive; nil for no limit.
    var maxKilobytesPerSecond: Int?
    /// The minutes between fetches of due feeds while the reader is open; 0 means only on request.
    var refreshMinutes = 0
    /// In minutes: at most a week.
    static let refreshMinutesBounds = 0...10_080
    /// The credentials that open feeds behind a login.
    var credentials: [CredentialRule] = []
    /// True if the file's proxy could not be read: then nothing is requested, and no secret is sent, from this file or
    /// any other place.
    private(set) var mayHideProxy = false
    /// The articles that are deleted after a refresh; none by default.
    var retention = RetentionPolicy()
    /// The limits of packing for a journey.
    var journey = JourneySettings()
    /// The rules that hide, highlight or mark articles.
    private(set) var rules = RuleTables()
    /// Nil until a key is bound: most commands need no keys, and making the default ones takes 0.8 million
    /// instructions.
    var ownKeymap: Keymap?
    var problems: [ConfigurationProblem] = []
    /// False if a line of the file could not be read; a running reader then keeps the settings that it has.
    private(set) var isReadable = true
    /// The position of each setting in the file, by `table.name`; a setting without a position has its default.
    var sources: [String: ConfigurationProblem.Position] = [:]
    /// The keys that the file binds, in its notation.
    var boundKeys: [String: Keymap.Action] = [:]
    /// The keys that the file binds in one column, by the column's name.
    var boundColumnKeys: [String: [String: Keymap.Action]] = [:]

    var keymap: Keymap { ownKeymap ?? .standard }

    /// Reads a configuration file; a missing file counts as empty.
    static func load(from path: String) -> Configuration {
        var configuration = Configuration()
        do throws(BoundedFile.Problem) {
            let content = try SettingsText(of: path)
            let file = TOMLFile(name: path, partsOf: content.text, isPrivate: content.isPrivate)
            configuration.read(file)
            let faults = content.invalid.map {
                ConfigurationProblem(file: path, position: $0, message: SettingsText.invalidLine)
            }
            configuration.problems = (faults + file.faults + configuration.problems).inLineOrder
            configuration.isReadable = faults.isEmpty && file.faults.isEmpty
            configuration.withholdCredentials(file, content.text, path)
        } catch {
            let link = error.isMissing ? SettingsText.brokenLink(at: path) : nil
            guard link != nil || !error.isMissing else { return configuration }
            let message = link == nil ? "\(error)" : "a symbolic link without a target"
            configuration.problems = [ConfigurationProblem(file: link ?? path, position: nil, message: message)]
            configuration.isReadable = false
            configuration.mayHideProxy = true
        }
        return configuration
    }

    /// Replaces the name of a theme that does not exist.
    mutating func useDefaultTheme() {
        theme = Configuration().theme
        sources["theme"] = nil
    }

    /// Reports the problems on standard error.
    func reportingProblems() -> Configuration {
        problems.forEach { Console.printError("\($0)") }
        return self
    }
}

extension Configuration {
    /// Uses no login if the file may name a proxy that could not be read: secrets must not be sent around it. The word
    /// `proxy` counts anywhere, since a mistake may have misplaced it. The rules remain: no address that they cover is
    /// requested without a login.
    fileprivate mutating func withholdCredentials(_ file: TOMLFile, _ text: String, _ path: String) {
        guard !problems.isEmpty else { return }
        let mentions = text.utf8.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count { line in
            let line = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            return line.first != UInt8(ascii: "#") && Substring(line).lowercased().contains("proxy")
        }
        let position = sources["network.proxy"]
        let isRead = position != nil && !problems.contains { $0.position?.line == position?.line }
        let isEmpty = file.table["network"]?.table?["proxy"]?.string?.isEmpty == true
        // A second mention may be the proxy that the person means.
        let isProxyKnown = mentions == 1 && (isRead || isEmpty)
        // Text in UTF-16 has such bytes; nothing of it was read.
        let isBinary = text.utf8.contains(0)
        mayHideProxy = !isProxyKnown && (mentions > 0 || isBinary)
        guard mayHideProxy, !credentials.isEmpty else { return }
        let message = "no login in this file is used until its proxy can be read"
        problems.append(ConfigurationProblem(file: path, position: nil, message: message))
    }
}

// MARK: - Use by other modules

extension Configuration {
    /// The settings of curl: the proxy comes from the configuration, else from the environment; as with the program
    /// curl, `CURL_CA_BUNDLE` and `SSL_CERT_FILE` name the certificate authorities to trust instead of the system's.
    var curl: CurlSettings {
        var settings = CurlSettings()
        let environment = InheritedEnvironment.variables
        settings.certificateAuthorities = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        if let proxy { settings.proxy = .url(proxy) }
        settings.maxBytesPerSecond = maxKilobytesPerSecond.map { $0 * 1_000 }
        return settings
    }
}

extension Configuration {
    /// True if a mark applies to all articles of a story.
    var marksStoriesTogether: Bool { reader.foldsStories }

    /// True if feed services made from both configurations behave the same.
    func hasSameService(as other: Configuration) -> Bool {
        (cacheMegabytes, cacheDays, proxy, refreshMinutes, maxKilobytesPerSecond)
            == (
                other.cacheMegabytes, other.cacheDays, other.proxy, other.refreshMinutes, other.maxKilobytesPerSecond
            )
            && credentials == other.credentials && mayHideProxy == other.mayHideProxy
            && retention == other.retention
    }
}

// MARK: - Reading

extension Configuration {
    /// The tables of the file, each with the function that reads one of its keys: it returns the problem, or nil.
    private static let sections: [String: @Sendable (inout Configuration, String, TOMLValue) -> String?] = [
        "reader": { read(&$0.reader, ReaderSettings.table, $1, $2) },
        "network": { read(&$0, SettingTable.networkSettings, $1, $2) },
        "retention": { read(&$0, SettingTable.retentionSettings, $1, $2) },
        "journey": { $0.journey.read($1, $2) },
        "notify": { $0.readNotify($1, $2) },
        "commands": { $0.readCommand($1, $2) },
        "keys": { $0.readKeys($1, $2) },
    ]

    mutating func read(_ file: TOMLFile) {
        for (key, value) in file.table {
            if key == "credentials" {
                readCredentials(value, in: file)
            } else if let read = Self.sections[key] {
                guard let table = value.table else {
                    problems.append(file.problem(with: key, in: nil, "\(key) must be a table: [\(key)]"))
                    continue
                }
                for (name, value) in table
                where !(value.string == "" && SettingTable.optional.contains("\(key).\(name)")) {
                    if let message = read(&self, name, value) {
                        problems.append(file.problem(with: name, in: key, message))
                    } else {
                        sources["\(key).\(name)"] = file.position(of: name, in: key)
                    }
                }
            } else if let kind = RuleKind(rawValue: key) {
                problems += rules.read(kind, value, in: file)
            } else if key == "theme", let name = value.string {
                theme = name
                sources[key] = file.position(of: key, in: nil)
            } else {
                problems.append(file.problem(with: key, in: nil, Self.misplaced(key)))
            }
        }
        dropEmptyCommands()
        reader.highlights = rules.styles
        problems = problems.inLineOrder
    }

    /// Reads one setting of a table; returns a description of the problem, or nil.
    static func read<Root>(
        _ root: inout Root, _ settings: [Setting<Root>], _ name: String, _ value: TOMLValue
    ) -> String? {
        guard let setting = settings.first(where: { $0.name == name }) else {
            return unknown(name, settings.map(\.name), elsewhere: tableHint(for: name))
        }
        let text = value.string ?? value.int.map(String.init) ?? value.bool.map { $0 ? "true" : "false" }
        guard let text, setting.set(&root, text) else { return "\(name) must be \(setting.expectation)" }
        return nil
    }

    /// - Parameter elsewhere: the table that has a setting of this name, as `tableHint` returns it.
    static func unknown(_ name: String, _ known: [String], elsewhere: String = "") -> String {
        "there is no setting \(name)\(elsewhere); the settings are \(known.joined(separator: ", "))"
    }

    /// Returns ` (write it below [network])` for the name of a setting; otherwise an empty string.
    static func tableHint(for name: String) -> String {
        guard let row = SettingTable.rows.first(where: { $0.name == name }) else { return "" }
        return " (write it \(row.table.map { "below [\($0)]" } ?? "above all tables"))"
    }

    /// Returns the problem with a key above all tables.
    private static func misplaced(_ key: String) -> String {
        if key == "theme" { return "theme must be the name of a theme, in quotes" }
        let elsewhere = tableHint(for: key)
        let known = sections.keys.sorted() + RuleKind.allCases.map(\.rawValue) + ["credentials", "theme"]
        let hint = elsewhere.isEmpty ? Suggestion.question(for: key, among: known) : elsewhere
        return "there is no setting \(key)\(hint)"
    }
}
