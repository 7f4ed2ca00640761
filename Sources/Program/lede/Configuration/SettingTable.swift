import ArticleStorage
import Basics
import ReaderEngine
import ReaderUI
import TOMLReading

enum SettingTable {
    static let rows: [SettingRow] =
        [
            SettingRow(
                name: "theme",
                help:
                    "the name of a theme (T in the reader shows them all), or auto: dark or light, like the terminal"
            ) { TOMLText.quoted($0.theme) }
        ]
        + rows(of: "reader", ReaderSettings.table, \.reader) + rows(of: "network", networkSettings, \.self)
        + rows(of: "retention", retentionSettings, \.self) + journey + commands + notify

    /// The paths of the settings without a default. An empty string, as `lede config --default` prints it, leaves them
    /// unset.
    static let optional = Set(rows.filter { $0.value(Configuration()) == nil }.map(\.path))

    private static let journey = JourneySettings.names.map { name in
        let help = "\(JourneySettings.help[name] ?? "") (\(JourneySettings.expectation(of: name)))"
        return SettingRow(table: "journey", name: name, help: help) { $0.journey.text(of: name) }
    }

    private static let commands: [SettingRow] = [
        command("browser", \.browser, "opens pages; %u is the address (default: $BROWSER or xdg-open)"),
        command("player", \.player, "plays enclosures; %u is the address (default: the browser)"),
        command(
            "bookmark", \.bookmark,
            "runs on B, with address, title and feed as arguments ($LEDE_URL, $LEDE_TITLE, $LEDE_FEED)"),
        command("copy", \.copy, "copies its standard input (default: wl-copy, xclip, xsel or the terminal)"),
    ].flatMap(\.self)

    private static let notifyCommand = SettingRow(
        table: "notify", name: "command",
        help: "runs after a refresh that brought articles, with the newest title, the count and the feed as arguments"
    ) { $0.notify.command.map { TOMLText.list($0.words.map(ShownAddress.inLine)) } }

    private static let notify: [SettingRow] = [notifyCommand] + rows(of: "notify", notifySettings, \.notify)

    static let notifySettings: [Setting<NotifySettings>] = [
        .choice(
            "desktop", \.desktop, NotifySettings.Desktop.allCases.map { ($0.rawValue, $0) },
            help: "notifications by notify-send, or through the terminal by OSC 9 or 777"),
        .text(
            "quiet", \.quiet, expectation: "two times, in quotes, such as \"22:00-07:00\"",
            help: "hours without notifications", accepts: { QuietHours($0) != nil }),
    ]

    /// Returns the rows of a command and of the setting for commands that draw on the terminal.
    private static func command(
        _ name: String, _ path: any KeyPath<ProgramLauncher.Commands, ExternalCommand?> & Sendable, _ help: String
    ) -> [SettingRow] {
        [
            SettingRow(
                table: "commands", name: name, help: help + "; may be a list of words such as [\"sh\", \"-c\", …]"
            ) {
                guard let words = $0.commands[keyPath: path]?.words, !words.isEmpty else { return nil }
                return TOMLText.list(words.map(ShownAddress.inLine))
            },
            SettingRow(
                table: "commands", name: name + "-terminal",
                help: "true if \(name) draws on the terminal (default: judged by its name)"
            ) { $0.commands[keyPath: path]?.usesTerminal.map(String.init) },
        ]
    }

    /// Returns the settings of a table, as rows.
    private static func rows<Root>(
        of table: String, _ settings: [Setting<Root>], _ root: any KeyPath<Configuration, Root> & Sendable
    ) -> [SettingRow] {
        settings.map { setting in
            SettingRow(table: table, name: setting.name, help: "\(setting.help) (\(setting.expectation))") {
                let text = setting.text($0[keyPath: root])
                return setting.isText ? text.map(TOMLText.quoted) : text
            }
        }
    }

    static let networkSettings: [Setting<Configuration>] = [
        .number(
            "refresh-minutes", \.refreshMinutes, Configuration.refreshMinutesBounds, of: "minutes",
            help: "time between two scheduled refreshes while the reader is open; 0: only on request"),
        .number(
            "cache-megabytes", \.cacheMegabytes, 1...1_000_000, of: "megabytes", help: "size of the HTTP cache on disk"),
        .optionalNumber(
            "cache-days", \.cacheDays, 1...36_500, of: "days", help: "delete responses not used for this long"),
        .text(
            "proxy", \.proxy, expectation: "an address, in quotes, such as \"socks5h://localhost:9050\"",
            help: "the proxy (default: http_proxy and similar variables)", accepts: isProxy),
        .optionalNumber(
            "max-kilobytes-per-second", \.maxKilobytesPerSecond, 8...1_000_000, of: "kilobytes",
            help: "the most that all requests together receive per second, to leave room on a shared connection"),
    ]

    /// True for an address with a scheme that curl knows for proxies. Without this check, each request would fail
    /// because of a misspelled scheme, instead of this setting being refused.
    @Sendable private static func isProxy(_ text: String) -> Bool {
        let schemes = ["http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"]
        return schemes.contains { text.lowercased().hasPrefix("\($0)://") && text.utf8.count > $0.utf8.count + 3 }
    }

    static let retentionSettings: [Setting<Configuration>] = [
        .optionalNumber(
            "max-age-days", \.retention.maximumAgeInDays, 1...36_500, of: "days",
            help: "delete articles older than this"),
        .optionalNumber(
            "max-per-feed", \.retention.maximumCount, 1...1_000_000, of: "articles",
            help: "the number of articles to keep of each feed"),
        .flag("remove-unread", \.retention.removesUnread, help: "delete unread articles too"),
        .flag("remove-starred", \.retention.removesStarred, help: "delete starred articles too"),
    ]
}

/// A setting of `config.toml`: a row of the table that produces `lede config`.
struct SettingRow {
    /// The table of the setting; nil means that the setting precedes the tables.
    var table: String?
    var name: String
    var help: String
    /// Its value in TOML, nil if it has none.
    var value: @Sendable (Configuration) -> String?

    /// `table.name`, the key in `Configuration.sources`.
    var path: String { table.map { "\($0).\(name)" } ?? name }
}

extension RetentionPolicy {
    /// The age limit in whole days, the unit of the configuration.
    fileprivate var maximumAgeInDays: Int? {
        get { maximumAge.map { Int($0 / 86_400) } }
        set { maximumAge = newValue.map { Double($0) * 86_400 } }
    }
}
