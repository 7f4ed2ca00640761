import FeedModel
import Testing

@testable import MovingIn

@Suite struct NewsboatLinesTests {
    @Test(
        "The refresh interval and the proxy are moved from every spelling of newsboat's options",
        arguments: ["yes", "true"])
    func optionsThatAreOn(_ on: String) throws {
        let config = "use-proxy \(on)\nproxy 10.0.0.1:3128\nproxy-type socks5h\nauto-reload \(on)\nreload-time 15\n"
        let settings = try NewsboatRig.home(config: config).configuration.settings
        #expect(settings.first { $0.name == "proxy" }?.value == .text("socks5h://10.0.0.1:3128"))
        #expect(settings.first { $0.name == "refresh-minutes" }?.value == .number(15))
    }

    @Test("Options that are turned off are not moved") func optionsThatAreOff() throws {
        let config = "use-proxy no\nproxy 10.0.0.1:3128\nauto-reload false\n"
        #expect(try NewsboatRig.home(config: config).configuration.settings == [])
    }

    @Test(
        "Options that lede has under another name, or whose order is the reverse in lede, are moved",
        arguments: [
            ("mark-as-read-on-hover yes", "reader.mark-read-on-scroll", MovedConfiguration.Value.truth(true)),
            ("goto-first-unread yes", "reader.select-unread-on-open", .truth(true)),
            ("toggleitemread-jumps-to-next no", "reader.after-toggle-read", .text("stay")),
            ("toggleitemread-jumps-to-next-unread yes", "reader.after-toggle-read", .text("next-unread")),
            ("notify-xterm yes", "notify.desktop", .text("terminal")),
            ("show-read-articles no", "reader.show-read-articles", .truth(false)),
            ("article-sort-order title", "reader.order", .text("title")),
            ("article-sort-order title-asc", "reader.order", .text("title")),
            // Newsboat lists the newest article first with date-asc, its default.
            ("article-sort-order date-asc", "reader.order", .text("newest")),
            ("article-sort-order date-desc", "reader.order", .text("oldest")),
            ("feed-sort-order lastupdated", "reader.feed-order", .text("newest")),
            ("feed-sort-order lastupdated-desc", "reader.feed-order", .text("newest")),
            ("articlelist-format \"%4i %f %D %?T?|%-17T| ?%t\"", "reader.article-columns", .text("date feed title")),
            ("articlelist-format \"%f %t%> %D\"", "reader.article-columns", .text("title date")),
            ("articlelist-format \"%-20a %t %t 100%%D\"", "reader.article-columns", .text("title")),
            ("feedlist-format \"%4i %n %11u %t\"", "reader.feed-counts", .text("total")),
            ("feedlist-format \"%n %4U %t\"", "reader.feed-counts", .text("unread")),
        ])
    func renamedOptions(_ line: String, _ name: String, _ value: MovedConfiguration.Value) throws {
        let moved = try NewsboatRig.home(config: line)
        #expect(moved.configuration.settings.map { "\($0.table ?? "").\($0.name)" } == [name])
        #expect(moved.configuration.settings.map(\.value) == [value] && moved.notMoved == [])
    }

    @Test(
        "Orders that lede does not have, and rows without a title or a count, are reported",
        arguments: [
            "article-sort-order title-desc", "feed-sort-order lastupdated-asc", "articlelist-format \"%D %a%\"",
            "feedlist-format \"%t\"",
        ])
    func valuesWithoutEquivalent(_ line: String) throws {
        let moved = try NewsboatRig.home(config: line)
        #expect(moved.configuration.settings == [])
        #expect(moved.notMoved.map(\.reason) == ["lede has no equivalent of this value"])
    }

    @Test(
        "Lists of feeds that newsboat reads from elsewhere are reported with their source",
        arguments: [
            ("opml", "opml-url"), ("miniflux", "lede account add miniflux ADDRESS"),
            ("freshrss", "lede account add greader ADDRESS"), ("ocnews", "lede account add nextcloud ADDRESS"),
            ("newsblur", "lede import"),
        ])
    func otherLists(_ source: String, _ place: String) throws {
        let moved = try NewsboatRig.home(config: "urls-source \"\(source)\"\n")
        #expect(moved.notMoved.map(\.reason).allSatisfy { $0.contains(place) } && moved.notMoved.count == 1)
    }

    @Test("Lists at web addresses are followed if newsboat takes its feeds from OPML")
    func followedLists() throws {
        let line = "opml-url \"https://a.example/list.opml\" \"file:///home/list.opml\"\n"
        let moved = try NewsboatRig.home(config: "urls-source \"opml\"\n" + line)
        #expect(moved.lists == ["https://a.example/list.opml"])
        #expect(moved.notMoved.count == 1 && moved.notMoved.allSatisfy { $0.reason.contains("web addresses only") })
        let idle = try NewsboatRig.home(config: line)
        #expect(idle.lists.isEmpty && idle.notMoved.map(\.line) == [1])
    }

    @Test("An option of a server is reported with the account that replaces it")
    func serverOptions() throws {
        let moved = try NewsboatRig.home(config: "ttrss-url \"https://t.example/\"\nminiflux-token \"secret\"\n")
        #expect(moved.notMoved.map(\.text) == ["ttrss-url \"https://t.example/\"", "miniflux-token"])
        #expect(
            moved.notMoved.map(\.reason)
                == ["ttrss", "miniflux"].map { "lede syncs with the server: lede account add \($0) ADDRESS" })
    }

    @Test(
        "An order of feeds that newsboat reverses is moved, and the difference is reported",
        arguments: [
            ("unreadarticlecount", "unread"), ("unreadarticlecount-desc", "unread"), ("title-asc", "name"),
            ("none-asc", "added"),
        ])
    func reversedFeedOrders(_ order: String, _ moved: String) throws {
        let home = try NewsboatRig.home(config: "feed-sort-order \(order)")
        #expect(home.configuration.settings.map(\.value) == [.text(moved)])
        #expect(home.notMoved.count == 1 && home.notMoved.allSatisfy { $0.isMoved && $0.reason.contains("newsboat") })
    }

    @Test(
        "The bookmark command gets its arguments in newsboat's order",
        arguments: ["~/bin/bookmark.sh", "BOOK=1 buku --add | tee"])
    func bookmarkArguments(_ command: String) throws {
        let moved = try NewsboatRig.home(config: "bookmark-cmd \"\(command)\"")
        let words = ["sh", "-c", "\(command) \"$1\" \"$2\" \"\" \"$3\"", "sh"]
        #expect(moved.configuration.settings.map(\.value) == [.command(words)])
        #expect(moved.notMoved.map(\.isMoved) == [true])
    }

    @Test(
        "An option is reported only if newsboat differs from lede with its value",
        arguments: [
            ("confirm-exit", "yes", "no"), ("confirm-mark-feed-read", "true", "false"), ("goto-next-feed", "no", "yes"),
            ("delete-read-articles-on-quit", "yes", "no"),
            ("bookmark-interactive", "yes", "no"), ("show-title-bar", "no", "yes"),
            ("refresh-on-startup", "yes", "no"), ("pager", "less", "internal"), ("ssl-verifypeer", "no", "yes"),
            ("wrap-scroll", "yes", "no"),
        ])
    func optionsByValue(_ name: String, _ different: String, _ same: String) throws {
        #expect(try NewsboatRig.home(config: "\(name) \(different)").notMoved.count == 1)
        #expect(try NewsboatRig.home(config: "\(name) \(same)").notMoved == [])
    }

    @Test("Options whose value turns them off need no setting", arguments: ["notify-xterm no", "max-items 0"])
    func unsetOptions(_ line: String) throws {
        let moved = try NewsboatRig.home(config: line)
        #expect(moved.configuration.settings == [] && moved.notMoved == [])
    }

    @Test(
        "A key whose command is only similar in lede is moved, and the difference is reported",
        arguments: [
            "bind-key N next-unread-feed", "bind N everywhere next-unread-feed -- \"on\"",
            "macro N next-unread-feed ; open",
        ])
    func nearestCommands(_ line: String) throws {
        let moved = try NewsboatRig.home(config: line)
        #expect(moved.configuration.bindings.map(\.commands.first) == [.command("next-unread")])
        #expect(moved.notMoved.count == 1 && moved.notMoved[0].isMoved)
        #expect(moved.notMoved[0].reason.contains("moved as next-unread"))
    }

    @Test(
        "An operation that corresponds to different commands in some columns is bound in each of them",
        arguments: [
            ("bind-key J next", ["all J: down", "text J: next-article"]),
            ("bind-key K prev article", ["text K: previous-article"]),
            ("bind-key j next articlelist", ["articles j: down"]),
            ("bind J feedlist,article next", ["feeds J: down", "text J: next-article"]),
            ("bind-key l toggle-show-read-feeds", ["all l: show-read-feeds", "articles l: show-read-articles"]),
            ("bind-key F article-feed", ["all F: go-to-feed"]),
            ("bind-key e enqueue article", ["text e: pack-enclosure"]),
            ("macro o set article-sort-order date-desc ; home", ["all , o: set order oldest first"]),
            ("macro w set text-width 60", ["all , w: set width 60"]),
            ("macro h set show-read-articles no", ["all , h: set show-read-articles false"]),
            ("bind-key ^K random-unread", ["all Ctrl-k: random-unread"]),
            // In the feeds, `delete` would remove a feed.
            ("bind-key d delete-article", ["articles d: delete", "text d: delete"]),
            ("bind-key d delete-article articlelist", ["articles d: delete"]),
            ("bind d everywhere delete-article", ["articles d: delete", "text d: delete"]),
            ("macro n next", ["all , n: down", "text , n: next-article"]),
            // A list goes on to the next article after a mark.
            (#"bind d everywhere toggle-article-read "read""#, ["all d: mark-read", "articles d: mark-read down"]),
            (#"bind D article toggle-article-read unread"#, ["text D: mark-unread"]),
            (
                #"macro c set browser "mpv %u" ; open-in-browser ; toggle-article-read "read""#,
                ["all , c: run mark-read", "articles , c: run mark-read down"]
            ),
            (
                #"macro c set browser "mpv %u" ; open-in-browser-and-mark-read"#,
                ["all , c: run mark-read", "articles , c: run mark-read down"]
            ),
            (
                #"macro b open-in-browser ; toggle-article-read "unread""#,
                ["all , b: browser mark-unread", "articles , b: browser mark-unread down"]
            ),
            // The last line wins in all columns.
            ("bind-key J next\nbind-key J next-feed", ["all J: next-feed"]),
        ])
    func columns(_ config: String, _ bindings: [String]) throws {
        let moved = try NewsboatRig.home(config: config)
        let written = moved.configuration.bindings.map { binding in
            let commands = binding.commands.map { if case .command(let line) = $0 { line } else { "run" } }
            return "\(binding.column ?? "all") \(binding.keys): \(commands.joined(separator: " "))"
        }
        #expect(written == bindings && moved.notMoved == [])
    }

    @Test(
        "Keys for newsboat's tags are reported with the equivalent in lede",
        arguments: ["set-tag", "select-tag", "clear-tag"])
    func tagKeys(_ operation: String) throws {
        let moved = try NewsboatRig.home(config: "bind-key t \(operation)")
        #expect(moved.configuration.bindings == [])
        #expect(
            moved.notMoved.map(\.reason) == ["lede lists the articles of a tag, not its feeds: search for tag:NAME"])
    }

    @Test(
        "A line for which lede has an alternative is reported with it",
        arguments: [
            ("bind-key d delete-article feedlist", "lede deletes articles in lists and texts only"),
            ("bind-key F clear-filter", "Esc clears a filter in lede"),
            ("bind-key v view-dialogs", "lede has columns in place of dialogs: Tab goes to the next"),
            ("macro p set pager less ; open", "it changes newsboat's settings temporarily"),
            ("bind-key d delete-all-articles", "lede deletes the articles that are picked; * and % pick them"),
            ("user-agent \"Mine/1\"", "lede identifies itself; for one feed: lede feed ADDRESS user-agent=TEXT"),
            ("cookie-cache ~/jar", "a cookie is a secret of its address: see [[credentials]] in lede help feeds"),
        ])
    func otherWays(_ config: String, _ reason: String) throws {
        let moved = try NewsboatRig.home(config: config)
        #expect(moved.configuration.bindings == [] && moved.notMoved.map(\.reason) == [reason])
    }

    @Test("Searches with the same name are all moved: queries first, later ones with a number")
    func searchesOfOneName() throws {
        let urls = #"""
            "query:Same:unread = \"yes\""
            "query:Same:title =~ \"foo\""
            "query:Same:unread = \"yes\""
            "query::title =~ \"bar\""
            """#
        let moved = try NewsboatRig.home(config: #"define-filter Same "author =~ \"ann\"""#, urls: urls)
        #expect(
            moved.searches == [
                SavedSearch(name: "Same", query: "is:unread"), SavedSearch(name: "Same 2", query: "title:foo"),
                SavedSearch(name: #"title =~ "bar""#, query: "title:bar"),
                SavedSearch(name: "Same 3", query: "author:ann"),
            ])
    }

    @Test("A rule moves without the alternatives that lede cannot express, and the report names them")
    func alternatives() throws {
        let config = #"""
            ignore-article "https://a.example/f" "author =~ \"Bob\" or age > 300"
            highlight-article "title =~ \"swift\" or age < 2" red default
            ignore-article "*" "author =~ \"Bob\" and age > 300"
            """#
        let moved = try NewsboatRig.home(config: config)
        #expect(moved.configuration.rules.map(\.kind) == ["kill", "highlight"])
        #expect(moved.configuration.rules.map { $0.conditions.map(\.field) } == [["feed", "author"], ["title"]])
        #expect(moved.notMoved.map(\.isMoved) == [true, true, false])
    }

    @Test("A macro whose effect would differ is refused with the reason")
    func refusedMacros() throws {
        let config = """
            macro a set browser "mpv %u" ; one
            macro b set browser "mpv %u" ; open-in-browser ; one
            macro d toggle-article-read "unread" ; open-in-browser
            macro e set browser "notify-send %F" ; open-in-browser

            """
        let moved = try NewsboatRig.home(config: config)
        #expect(moved.configuration.bindings == [])
        let reasons = moved.notMoved.filter { $0.text.hasPrefix("macro") }.map(\.reason)
        #expect(
            reasons == [
                "lede's run opens the article's address, not a link of its text",
                "lede's run opens the article's address, not a link of its text",
                "lede marks an article read when it opens its page",
                "lede's run does not know the feed's address (%F)",
            ])
    }

    @Test("A browser that needs the feed's address or the title is refused", arguments: ["open %u %F", "open %u %T"])
    func browserWithFeed(_ command: String) throws {
        let moved = try NewsboatRig.home(config: "browser \"\(command)\"\n")
        #expect(!moved.configuration.settings.contains { $0.name == "browser" })
        #expect(moved.notMoved.map(\.reason) == ["lede has no equivalent of this value"])
    }

    @Test(
        "Semicolons separate the operations of a macro, with or without blanks",
        arguments: [
            #"macro t set browser "tsp yt-dlp";open-in-browser;set browser firefox"#,
            #"macro t set browser "tsp yt-dlp" ;open-in-browser; set browser "firefox %u";"#,
            #"bind ,t everywhere set browser "tsp yt-dlp";open-in-browser"#,
        ])
    func macrosWithoutBlanks(_ line: String) throws {
        let moved = try NewsboatRig.home(config: line)
        #expect(moved.configuration.bindings.map(\.keys) == [", t"] && moved.notMoved == [])
        #expect(moved.configuration.bindings.map(\.commands) == [[.run(["tsp", "yt-dlp", "%u"])]])
    }

    @Test("A semicolon between quotation marks belongs to the command")
    func quotedSemicolons() throws {
        let moved = try NewsboatRig.home(config: #"macro t set browser "mpv;true" ; open-in-browser -- "a;b""#)
        #expect(moved.notMoved == [] && moved.configuration.bindings.map(\.comment) == ["a;b"])
        #expect(
            moved.configuration.bindings.map(\.commands) == [[.run(["sh", "-c", "mpv;true \"$1\"", "sh", "%u"])]])
    }

    @Test("A macro that sets no browser opens the article in the usual one")
    func emptyBrowser() throws {
        let moved = try NewsboatRig.home(config: #"macro t set browser "";open-in-browser"#)
        #expect(moved.configuration.bindings.map(\.commands) == [[.command("browser")]])
    }

    @Test("A macro that opens an article and marks it read only opens it, since opening marks it in lede")
    func readingMacros() throws {
        let config = """
            macro a open-in-browser ; toggle-article-read "read"
            macro b toggle-article-read "read" ; open-in-browser
            macro c toggle-article-read
            macro d one

            """
        let bindings = try NewsboatRig.home(config: config).configuration.bindings
        #expect(
            bindings.map(\.commands) == [
                [.command("browser")], [.command("browser")], [.command("toggle-read")], [.command("open-link 1")],
            ])
    }

    @Test(
        "A macro that marks an article goes where newsboat's option says, or stays",
        arguments: [
            ("", ["mark-read", "down"]), ("toggleitemread-jumps-to-next yes", ["mark-read", "down"]),
            ("toggleitemread-jumps-to-next no", ["mark-read"]),
            ("toggleitemread-jumps-to-next no\ntoggleitemread-jumps-to-next true", ["mark-read", "down"]),
            (
                "toggleitemread-jumps-to-next no\ntoggleitemread-jumps-to-next-unread yes",
                ["mark-read", "next-unread"]
            ),
        ])
    func stepAfterMarks(_ option: String, _ commands: [String]) throws {
        let moved = try NewsboatRig.home(config: "macro a toggle-article-read \"read\"\n\(option)\n")
        let inList = moved.configuration.bindings.last { $0.column == "articles" } ?? moved.configuration.bindings[0]
        #expect(inList.commands == commands.map { .command($0) } && moved.notMoved == [])
    }

    @Test("The report says how many searches now find whole words only")
    func searchesForWords() throws {
        let urls = #"""
            "query:One:title =~ \"swift\" and unread = \"yes\""
            "query:One:title =~ \"swift\" and unread = \"yes\""
            "query:Three:title =~ \"hail\""
            "query:Two:unread = \"yes\""
            """#
        let notMoved = try NewsboatRig.home(config: #"define-filter Four "content !~ \"rain\"""#, urls: urls).notMoved
        let lines = notMoved.filter { $0.reason.contains("parts of words") && $0.line == nil && $0.isMoved }
        let texts = lines.map { "\($0.file.split(separator: "/").last ?? ""): \($0.text)" }
        #expect(Set(texts) == ["config: 1 search", "urls: 2 searches"] && notMoved.count == 2)
        #expect(try NewsboatRig.home(urls: #""query:Two:unread = \"yes\"""#).notMoved == [])
    }
}
