import ArticleStorage
import CurlTransport
import FeedRefresh
import FeedRules
import Foundation
import JourneyPacking
import ReaderEngine
import ReaderUI
import Screen
import TestFolders
import Testing

@testable import lede

@Suite struct ConfigurationTests {
    @Test("The reader shows the first of several problems, and the number of the others")
    func severalProblems() throws {
        let problems = try Configuration("theme = 3\n[reader]\nwidth = \"wide\"\nbanana = 1\n").problems
        #expect(problems.count == 3)
        let messages = ConfigurationProblem.messages(problems, key: "i")
        #expect(messages.count == 3 && messages.allSatisfy { $0.kind == .error })
        #expect(messages.last == Message(problems[0].line, kind: .error, reference: " (and 2 more: i)"))
        #expect(messages.dropLast().map(\.text) == problems.dropFirst().map(\.line))
        #expect(ConfigurationProblem.messages([problems[0]], key: "i").map(\.text) == [problems[0].line])
        #expect(ConfigurationProblem.messages([], key: "i").isEmpty)
    }

    @Test("Settings are read") func settingsAreTakenOver() throws {
        let configuration = try Configuration(
            """
            theme = "nord"
            [reader]
            width = 72
            glyphs = "ascii"
            hints = false
            [network]
            cache-megabytes = 64
            cache-days = 30
            max-kilobytes-per-second = 50
            proxy = "socks5h://localhost:9050"
            [retention]
            max-age-days = 90
            remove-starred = true
            [commands]
            browser = "firefox %u"
            """)
        #expect(configuration.problems == [])
        #expect(configuration.theme == "nord")
        #expect(configuration.reader.textWidth == 72)
        #expect(configuration.reader.glyphs == .ascii)
        #expect(!configuration.reader.showsHints)
        #expect(configuration.cacheMegabytes == 64)
        #expect(configuration.cacheDays == 30)
        #expect(configuration.curl.maxBytesPerSecond == 50_000)
        #expect(configuration.curl.proxy == .url("socks5h://localhost:9050"))
        #expect(configuration.retention.maximumAge == 7_776_000.0)
        #expect(configuration.retention.removesStarred && !configuration.retention.removesUnread)
        #expect(configuration.commands.browser?.words == ["firefox", "%u"])
    }

    @Test("A command is a line or a list of words; a setting says if it draws on the terminal")
    func commands() throws {
        let configuration = try Configuration(
            """
            [commands]
            browser = "w3m"
            browser-terminal = false
            bookmark = ["sh", "-c", "echo \\"$1\\" >> f"]
            copy = "echo %u >> f"
            player = "mpv --x=%u"
            player-terminal = true
            """)
        #expect(configuration.commands.browser == ExternalCommand(words: ["w3m"], usesTerminal: false))
        #expect(configuration.commands.bookmark?.words == ["sh", "-c", "echo \"$1\" >> f"])
        #expect(configuration.commands.player == nil && configuration.commands.copy == nil)
        #expect(
            configuration.problems.map(\.description) == [
                "config.toml:5:1: > needs a shell: copy = [\"sh\", \"-c\", \"…\"], where \"$1\" is the address",
                "config.toml:6:1: --x=%u needs a shell: player = [\"sh\", \"-c\", \"…\"], where \"$1\" is the address",
            ])
    }

    @Test("Settings of journeys are read") func settingsOfJourneysAreRead() throws {
        let configuration = try Configuration(
            """
            [journey]
            megabytes = 100
            budget-megabytes = 20
            host-requests = 50
            pack-before = ["07:10", "17:00"]
            """)
        #expect(configuration.problems == [])
        #expect(configuration.journey.limits.pictureStoreBytes == 100_000_000)
        #expect(configuration.journey.limits.budget == 20_000_000)
        #expect(configuration.journey.limits.hostRequests == 50)
        #expect(configuration.journey.packBefore == [430, 1_020])
        for wrong in ["megabytes = 0", "pack-before = [\"25:00\"]", "after-refresh = 1", "speed = 3"] {
            #expect(try Configuration("[journey]\n\(wrong)").problems.count == 1)
        }
    }

    @Test("A missing theme is reported with its line") func missingThemeIsReportedWithItsLine() throws {
        let configuration = try Configuration("# mine\ntheme = \"nrod\"")
        let problems = ThemeCatalog(folder: "/nowhere").problems(with: configuration, in: "config.toml")
        #expect(
            problems.map(\.description).first?.hasPrefix(
                "config.toml:2:1: there is no theme nrod; the themes are default, ") == true)
        #expect(problems.count == 1)
    }

    @Test("Keys can be bound, unbound and given macros") func keysCanBeBoundUnboundAndGivenMacros() throws {
        let configuration = try Configuration(
            """
            [keys]
            "g g" = "first"
            "," = ["star", "down"]
            "Q" = ""
            """)
        let keymap = configuration.keymap
        #expect(keymap.match([.character("g"), .character("g")]) == .action([Invocation(.first)]))
        #expect(keymap.match([.character(",")]) == .action([Invocation(.star), Invocation(.down)]))
        #expect(keymap.match([.character("Q")]) == .none)
    }

    @Test(
        "Invalid settings are reported, and the others apply",
        arguments: [
            ("[reader]\nwidth = 5", "config.toml:2:1: width must be a number of columns from 20 to 500"),
            ("[keys]\n\n  \"jj\" = \"down\"", "config.toml:3:3: jj is not a key (`lede help keys` names them)"),
            ("[keys]\n\"j\" = \"down 5\"", "config.toml:2:1: down takes no argument"),
            (
                "[keys]\n\"j\" = \"sort up\"",
                "config.toml:2:1: sort takes one of newest, oldest, title, feed, length, unread"
            ),
            ("[keys]\n\"j\" = \"open-link 0\"", "config.toml:2:1: open-link takes the number of a link"),
            ("[keys]\n\"j\" = \"mark-older-read a\"", "config.toml:2:1: mark-older-read takes a number of days"),
            (
                "[keys]\n\"j\" = [\"star\", 3]",
                "config.toml:2:1: a key takes a command or a list of commands, in quotes"
            ),
            ("[keys]\n\"j\" = \"show-urls\"", "config.toml:2:1: there is no command show-urls (did you mean “links”?)"),
            ("[keys]\n\"j\" = \"dwon\"", "config.toml:2:1: there is no command dwon (did you mean “down”?)"),
            ("[keys]\n\"j\" = \"xyzzy\"", "config.toml:2:1: there is no command xyzzy (`lede keys` lists them)"),
            (
                "[network]\nproxy = 9050",
                "config.toml:2:1: proxy must be an address, in quotes, such as \"socks5h://localhost:9050\""
            ),
            ("colour = 1", "config.toml:1:1: there is no setting colour"),
        ])
    func unusableParts(_ text: String, _ problem: String) throws {
        let configuration = try Configuration(text)
        #expect(configuration.problems.map(\.description) == [problem])
        #expect(configuration.keymap.match([.character("j")]) == .action([Invocation(.down)]))
    }

    @Test("A setting in the wrong table is reported with the right table")
    func misplacedSettings() throws {
        func problem(_ text: String) throws -> String? { try Configuration(text).problems.first?.message }
        #expect(try problem("width = 90") == "there is no setting width (write it below [reader])")
        #expect(try problem("[Network]\nproxy = \"\"") == "there is no setting Network; did you mean “network”?")
        let aged = try problem("[network]\nmax-age-days = 9")
        let settings = "the settings are refresh-minutes, cache-megabytes, cache-days, proxy, max-kilobytes-per-second"
        #expect(aged == "there is no setting max-age-days (write it below [retention]); \(settings)")
        let themed = try problem("[notify]\ntheme = \"nord\"")
        let others = "the settings are command, desktop, quiet"
        #expect(themed == "there is no setting theme (write it above all tables); \(others)")
    }

    @Test("A rule ends with its last day; an invalid date is reported")
    func rulesEnd() throws {
        let configuration = try Configuration(
            """
            [[kill]]
            title = "a"
            until = 2020-01-31
            [[kill]]
            title = "b"
            until = "9999-12-31"
            [[kill]]
            title = "c"
            until = "soon"
            """)
        #expect(configuration.rules.rules.kills.map(\.words) == ["title=b"])
        #expect(
            configuration.problems.map(\.message) == [
                "until must be a date such as 2026-12-31, the last day of the rule"
            ])
        #expect(configuration.rules.ended.count == 1)
        #expect(configuration.rules.ended.first?.hasSuffix(" ended 2020-01-31") == true)
    }

    @Test("Each rule is a table") func rulesAreTablesOfTheirOwn() throws {
        let configuration = try Configuration(
            """
            [[kill]]
            title = 'sponsored|\\bads?\\b'
            [[kill]]
            feed = "news"
            tag = "!local"
            [[highlight]]
            author = "le guin"
            style = "magenta on black bold"
            [[highlight]]
            content = "swift"
            """)
        #expect(configuration.problems == [])
        #expect(configuration.rules.rules.kills.map(\.conditions.count) == [1, 2])
        #expect(configuration.rules.rules.highlights.count == 2)
        let style = Style(foreground: Color("magenta"), background: Color("black"), attributes: .bold)
        #expect(configuration.reader.highlights == [style, nil])
        let again = try Configuration(ConfigCommand.effective(configuration, file: "config.toml"))
        #expect(again.problems == [] && again.rules.rules == configuration.rules.rules)
    }

    @Test(
        "An invalid rule is reported with its line",
        arguments: [
            (
                "[[kill]]\ntitle = \"a\"\n[[kill]]\n  title = \"(a\"\n",
                "config.toml:4:3: a “(” without its “)” (at character 3)"
            ),
            ("[[kill]]\ntitel = \"a\"\n", "config.toml:2:1: there is no field titel; the fields are"),
            ("[[highlight]]\n\n[[highlight]]\nstyle = \"bold\"\n", "config.toml:1:1: a rule needs at least one of"),
            ("[kill]\ntitle = \"a\"\n", "config.toml:1:1: rules must be tables with two brackets: [[kill]]"),
            ("[[highlight]]\ntitle = \"a\"\nstyle = \"mauve\"\n", "config.toml:3:1: mauve is neither a colour"),
            ("[[kill]]\ntitle = 3\n", "config.toml:2:1: title must be a regular expression, in quotes"),
        ])
    func anInvalidRuleIsReportedWithItsLine(_ text: String, _ problem: String) throws {
        let configuration = try Configuration(text)
        #expect(configuration.problems.first?.description.hasPrefix(problem) == true, "\(configuration.problems)")
        #expect(configuration.rules.rules.highlights.isEmpty)
        #expect(configuration.rules.rules.kills.count == (text.contains("(a") ? 1 : 0))
    }

    @Test("Credentials are read and never printed") func credentialsAreReadAndNeverPrinted() throws {
        let configuration = try Configuration(
            """
            [[credentials]]
            url = "https://example.org/private/"
            user = "me"
            secret = "hush"
            [[credentials]]
            url = "https://api.example.org"
            secret-command = ["pass", "show", "two words"]
            [[credentials]]
            url = "https://files.example.org"
            secret-file = "/home/me/token"
            [[credentials]]
            url = "https://files.example.org"
            header = "X-Key"
            secret = "hush"
            """)
        #expect(configuration.problems == [])
        #expect(configuration.credentials.map(\.user) == ["me", nil, nil, nil])
        #expect(configuration.credentials.map(\.header?.description) == [nil, nil, nil, "X-Key"])
        #expect(
            configuration.credentials.map(\.secret) == [
                .text("hush"), .command(["pass", "show", "two words"]), .file("/home/me/token"), .text("hush"),
            ])
        var proxied = configuration
        proxied.proxy = "http://me:hush@localhost:3128"
        let text = ConfigCommand.effective(proxied, file: "config.toml")
        #expect(text.contains("proxy = \"http://localhost:3128\""))
        #expect(!text.contains("hush") && text.contains("secret-command = [\"pass\", \"show\", \"two words\"]"))
        #expect(text.contains("header = \"X-Key\""))
    }

    @Test("A password in an address of a command is never printed", arguments: ["commands", "notify", "keys"])
    func passwordInCommand(_ table: String) throws {
        let name = ["commands": "bookmark", "notify": "command"][table] ?? "\"Ctrl-o\""
        let line = (table == "keys" ? "run " : "") + "curl https://me:hush@a.example/x https://me:hush@b.example"
        let configuration = try Configuration("[\(table)]\n\(name) = \"\(line)\"")
        #expect(configuration.problems == [])
        let text = ConfigCommand.effective(configuration, file: "config.toml")
        #expect(text.contains("https://a.example/x") && text.contains("https://b.example") && !text.contains("hush"))
    }

    @Test(
        "Invalid credentials are reported with their line",
        arguments: [
            (
                "url = \"example.org\"\nsecret = \"s\"", 4,
                "url must be the beginning of the addresses, in quotes, such as"
            ),
            ("secret = \"s\"", 3, "url must be the beginning of the addresses"),
            ("url = \"https://a.example\"", 3, "credentials need one of secret, secret-command and secret-file"),
            ("url = \"https://a.example\"\nsecret = \"s\"\nsecret-file = \"/s\"", 3, "credentials need one of"),
            ("url = \"https://a.example\"\nsecret-command = \"pass x\"", 5, "secret-command must be a list of words"),
            (
                "url = \"https://a.example\"\nsecret-command = [\"pass\", 3]", 5,
                "secret-command must be a list of words"
            ),
            ("url = \"https://a.example\"\nuser = \"a:b\"\nsecret = \"s\"", 5, "user must be a name"),
            ("url = \"https://a.example\"\nheader = \"Host\"\nsecret = \"s\"", 5, "header must name another field"),
            ("url = \"https://a.example\"\nheader = 1\nsecret = \"s\"", 5, "header must be the name of a request"),
            ("url = \"https://a.example\"\nheader = \"X\"\nuser = \"a\"\nsecret = \"s\"", 6, "user is for a password"),
            (
                "url = \"https://a.example\"\npassword = \"s\"", 5,
                "there is no setting password; the settings are secret,"
            ),
        ])
    func invalidCredentialsAreReportedWithTheirLine(_ entry: String, _ line: Int, _ message: String) throws {
        let good = "[[credentials]]\nurl = \"https://b.example\"\nsecret = \"s\"\n"
        let configuration = try Configuration("\(good)[[credentials]]\n\(entry)\n")
        #expect(configuration.credentials.count == 1 && configuration.problems.count == 1)
        #expect(configuration.problems.first?.message.hasPrefix(message) == true)
        #expect(configuration.problems.first?.position?.line == line + 1)
    }

    @Test("A secret in a file that others can read is not used")
    func aSecretInAFileThatOthersMayReadIsNotUsed() throws {
        var configuration = Configuration()
        configuration.read(
            try TOMLFile(
                name: "config.toml", text: "[[credentials]]\nurl = \"https://a.example\"\nsecret = \"hush\"",
                isPrivate: false))
        #expect(configuration.credentials.isEmpty)
        #expect(
            configuration.problems.map(\.description) == [
                "config.toml:3:1: not used, because others can read this file: use chmod 600"
            ])
    }

    @Test("A line that is not TOML is reported and left out; the others apply")
    func faultyLine() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "config.toml")
        try """
        theme = "nord"
        [reader]
        hints = yes
        width = 70
        [[kill]]
        title = "x"
        until = 2026-02-30
        """.write(to: file, atomically: true, encoding: .utf8)
        let configuration = Configuration.load(from: file.path)
        #expect(configuration.theme == "nord" && configuration.reader.textWidth == 70 && !configuration.isReadable)
        #expect(configuration.rules.entries.isEmpty)
        #expect(
            configuration.problems.map { $0.description.replacing(file.path, with: "config") } == [
                "config:3:9: “yes” is not a value: write true, false, a number, or text in quotation marks",
                "config:7:9: “2026-02-30” is not a date",
            ])
    }

    @Test("Invalid TOML is reported with its position") func invalidTOMLIsReportedWithItsPosition() {
        let error = #expect(throws: ConfigurationProblem.self) { try Configuration("[reader]\nwidth = = 3") }
        #expect(error?.position?.line == 2)
    }

    @Test("Folders follow XDG or LEDE_HOME") func foldersAreThoseOfXDGOrOfLedeHome() {
        let xdg = Paths(environment: ["HOME": "/home/a", "XDG_CACHE_HOME": "/big", "XDG_DATA_HOME": "relative"])
        #expect(xdg.library == "/home/a/.local/share/lede/library.sqlite")
        #expect(xdg.cache == "/big/lede/cache.sqlite")
        let own = Paths(environment: ["HOME": "/home/a", "LEDE_HOME": "/try"])
        #expect(own.configurationFile == "/try/config/config.toml")
        #expect(own.requestLog.hasPrefix("/try/state/"))
    }

    @Test("The printed configuration names the line of each setting and can be read back")
    func theEffectiveConfigurationNamesTheLineOfEachSettingAndCanBeReadAgain() throws {
        let configuration = try Configuration(
            "theme = \"nord\"\n[reader]\nwidth = 72\n[keys]\n\"g g\" = \"first\"\n[keys.text]\n\"b b\" = \"up\"\n")
        let text = ConfigCommand.effective(configuration, file: "config.toml")
        #expect(text.contains("theme = \"nord\"  # line 1"))
        #expect(text.contains("width = 72  # line 3"))
        #expect(text.contains("hints = true  # default"))
        #expect(text.contains("\"g g\" = [\"first\"]  # line 5"))
        #expect(text.contains("[keys.text]\n\"b b\" = [\"up\"]  # line 7"))
        let again = try Configuration(text)
        #expect(again.problems == [] && again.reader == configuration.reader && again.keymap == configuration.keymap)
    }

    @Test("The default file, with its comment signs removed, contains the defaults")
    func theDefaultFileWithoutItsCommentSignsHasTheDefaults() throws {
        let lines = ConfigCommand.commentedFile.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("# ") && line.contains(" = ") && !line.contains("; \"\"") ? line.dropFirst(2) : line
        }
        let configuration = try Configuration(lines.joined(separator: "\n"))
        #expect(configuration.problems == [] && configuration.reader == ReaderSettings())
        #expect(configuration.sources["network.proxy"] == nil && configuration.commands.browser == nil)
        #expect(try Configuration("[reader]\nwidth = \"\"\n").problems.count == 1)
    }

    @Test("No line of the default file is wider than a terminal")
    func widthOfTheDefaultFile() {
        let lines = ConfigCommand.commentedFile.split(separator: "\n")
        #expect(lines.filter { $0.count >= 80 } == [])
    }

    @Test("The key list names each command and its current keys")
    func theKeyListNamesEachCommandAndTheKeysThatHold() throws {
        let list = KeysCommand.list(try Configuration("[keys]\n\"g g\" = \"first\"\n").keymap)
        #expect(Command.allCases.allSatisfy { list.contains($0.rawValue) })
        #expect(list.contains("g Home g g"))
    }
}
