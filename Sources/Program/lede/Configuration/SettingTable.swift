import ArticleStorage
import ReaderEngine
import ReaderUI

/// A setting of `config.toml`: a row of the table that `lede config` is made from.
struct SettingRow {
    /// Nil: it stands before the tables.
    var table: String?
    var name: String
    var help: String
    /// Its value in TOML, nil where there is none.
    var value: @Sendable (Configuration) -> String?

    /// `table.name`, as `Configuration.sources` calls it.
    var path: String { table.map { "\($0).\(name)" } ?? name }
}

enum SettingTable {
    static let rows: [SettingRow] =
        [SettingRow(name: "theme", help: "the name of a theme; T in the reader shows them all") { quoted($0.theme) }]
        + SettingName.allCases.map { setting in
            SettingRow(table: "reader", name: setting.rawValue, help: "\(helps[setting] ?? ""): \(setting.expectation)")
            {
                let text = $0.reader.text(of: setting)
                return [.glyphs, .order, .feedOrder, .pictures, .loadPictures].contains(setting) ? quoted(text) : text
            }
        } + [
            SettingRow(
                table: "network", name: "refresh-minutes", help: "fetch what is due so often; 0: only when asked to"
            ) { String($0.refreshMinutes) },
            SettingRow(
                table: "network", name: "cache-megabytes", help: "what the HTTP cache may take of the disk"
            ) { String($0.cacheCapacity >> 20) },
            SettingRow(
                table: "network", name: "cache-days", help: "cleans away what was not used for so many days"
            ) { $0.cacheDays.map(String.init) },
            SettingRow(
                table: "network", name: "proxy", help: "the proxy's address; else as http_proxy and its like say"
            ) { $0.proxy.map(quoted) },
            SettingRow(
                table: "retention", name: "max-age-days", help: "gives up articles older than so many days"
            ) { $0.retention.maximumAge.map { String(Int($0 / 86_400)) } },
            SettingRow(
                table: "retention", name: "max-per-feed", help: "keeps so many articles of a feed"
            ) { $0.retention.maximumCount.map(String.init) },
            SettingRow(
                table: "retention", name: "remove-unread", help: "gives up unread articles too"
            ) { String($0.retention.removesUnread) },
            SettingRow(
                table: "retention", name: "remove-starred", help: "gives up starred articles too"
            ) { String($0.retention.removesStarred) },
        ] + commands

    private static let commands: [SettingRow] = [
        command("browser", \.browser, "opens pages; %u is the address (else $BROWSER or xdg-open)"),
        command("player", \.player, "plays enclosures; %u is the address (else the browser)"),
        command("bookmark", \.bookmark, "B hands it an article's address, title and feed"),
        command("copy", \.copy, "copies its standard input (else wl-copy, xclip, xsel or the terminal)"),
    ].flatMap(\.self)

    /// A command, and if it draws on the terminal.
    private static func command(
        _ name: String, _ path: KeyPath<ProgramLauncher.Commands, ExternalCommand?> & Sendable, _ help: String
    ) -> [SettingRow] {
        [
            SettingRow(
                table: "commands", name: name, help: help + "; a list of words such as [\"sh\", \"-c\", …] works, too"
            ) {
                $0.commands[keyPath: path].map { "[" + $0.words.map(quoted).joined(separator: ", ") + "]" }
            },
            SettingRow(
                table: "commands", name: name + "-terminal",
                help: "true if \(name) draws on the terminal (else by its name)"
            ) { $0.commands[keyPath: path]?.usesTerminal.map(String.init) },
        ]
    }

    private static let helps: [SettingName: String] = [
        .width: "the greatest width of a text", .glyphs: "the signs that are drawn", .hints: "keys on the bottom line",
        .mouse: "wheel and clicks", .cursor: "show the terminal's cursor on the selected row",
        .fetchOnOpen: "ask a feed's server when the feed is opened", .order: "which articles come first",
        .scrollMargin: "kept between the selection and the edge",
        .pictures: "how pictures are shown", .loadPictures: "which pictures are requested from the network",
        .thumbnails: "an article's first picture beside its headline",
        .pictureKilobytes: "the largest picture that is loaded",
        .feedOrder: "how feeds are sorted", .showReadFeeds: "list feeds without unread articles",
    ]

    /// A TOML string.
    static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
