import FeedParsing
import Testing

@testable import MovingIn

@Suite struct NewsboatFilterTests {
    private static let tags = NewsboatTags([
        .init(url: "https://a.example/f", tags: ["tech", "two words"]),
        .init(url: "https://b.example/f", tags: ["tech"]),
        .init(url: "https://c.example/f", tags: ["news", "tech"]),
        .init(url: "https://d.example/f", tags: ["news-old"]),
    ])

    @Test(
        "A filter becomes a search",
        arguments: [
            (#"unread = "yes""#, "is:unread"), (#"unread == "no""#, "is:read"), (#"unread != "yes""#, "is:read"),
            (#"title =~ "swift" and unread = "yes""#, "title:swift is:unread"),
            (#"( title !~ "two words" )"#, #"-title:"two words""#), (#"feedtitle =~ "lwn""#, "feed:lwn"),
            (#"flags != """#, "is:starred"), (#"flags =~ "s""#, "tag:flag-s"),
            (#"title =~ "a" or title =~ "b""#, "title:a or title:b"), (#"title =~ "a|b""#, "title:a or title:b"),
            (#"content =~ "or""#, #""or""#), (#"link =~ "x\.example/y""#, #"url:"x.example/y""#),
            (#"title =~ "\.NET""#, #"title:".NET""#), (#"feedtitle =~ "C\+\+""#, #"feed:"C++""#),
            (#"enclosure_url != """#, "has:enclosure"),
            // The right operand of each `and` and `or` extends to the end.
            (#"title =~ "a" and title =~ "b" or title =~ "c""#, "title:a (title:b or title:c)"),
            (#"title =~ "a" or title =~ "b" and title =~ "c""#, "title:a or (title:b title:c)"),
            (#"unread = "yes" and title !~ "a|b""#, "is:unread -(title:a or title:b)"),
            (#"age < 7"#, "age:<7d"), (#"age between 0:7"#, "age:<8d"), (#"age between 9:3"#, "age:>3d age:<10d"),
            (#"age > 3"#, "age:>4d"), (#"age >= 3"#, "age:>3d"), (#"age != 2"#, "-(age:>2d age:<3d)"),
            (#"feedtitle = "lwn""#, "feed:=lwn"),
            (#"rssurl != "https://a.example/f""#, #"-feed:="https://a.example/f""#),
            (#"tags # "tech""#, #"folder:=tech or feed:="https://c.example/f""#),
            (#"tags # "two""#, #"feed:="https://a.example/f""#),
            // The folder's name is part of another folder's name.
            (#"tags !# "news""#, "-folder:=news"),
        ])
    func aFilterIsASearch(_ filter: String, _ search: String) throws {
        #expect(try NewsboatSearch(tags: Self.tags).query(filter) == search)
    }

    @Test(
        "Filters that the search language cannot express are refused",
        arguments: [
            #"title =~ "a.*b""#, #"title =~ "^a""#, #"flags # "s""#, "nonsense", #"title =~ "open"#,
            #"tags # "two words""#,
            #"tags # "none""#, #"title = "exact""#, #"age < -3"#, #"unread_count > 3"#, #"title =~ "a|""#,
            // Only the letters of the text would be found.
            #"title =~ "C\+\+""#, #"content =~ "net|C#""#,
        ])
    func invalidSearchIsRefused(_ filter: String) {
        #expect(throws: NewsboatFilterTranslation.Refusal.self) { try NewsboatSearch(tags: Self.tags).query(filter) }
    }

    @Test(
        "The message about a refused comparison names a wider search, if there is one",
        arguments: [
            (##"flags # "s""##, "“flags #”; tag:flag-s finds every article with s"),
            (##"flags = "s""##, "“flags =”; tag:flag-s finds every article with s"),
            (
                ##"enclosure_type =~ "audio/.*""##,
                "“enclosure_type =~”; has:enclosure finds every article with an enclosure"
            ),
            (##"tags =~ "tech""##, "“tags =~”; folder: finds a part of the folder's name"),
            (##"title # "s""##, "“title #”"),
        ])
    func refusedComparisons(_ filter: String, _ end: String) {
        #expect(throws: NewsboatFilterTranslation.Refusal(reason: "the search language has no equivalent of \(end)")) {
            try NewsboatSearch(tags: Self.tags).query(filter)
        }
    }

    @Test("A rule names the feeds of a tag") func aRuleNamesTheFeedsOfATag() throws {
        let rules = try NewsboatFilterTranslation(tags: Self.tags).rules(#"tags # "two" and title =~ "x""#)
        #expect(
            rules.rules == [
                [.init(field: "feed", pattern: #"^https://a\.example/f$"#), .init(field: "title", pattern: "x")]
            ])
    }

    @Test("`and` applies to everything on its right") func andAppliesToEverythingOnItsRight() throws {
        // This is a and (b or c).
        let rules = try NewsboatFilterTranslation(tags: NewsboatTags()).rules(
            #"title =~ "a" and author =~ "b" or content =~ "c""#)
        #expect(rules.rules.map { $0.map(\.field) } == [["title", "author"], ["title", "content"]])
    }

    @Test(
        "Alternatives that rules can express move alone, and the others are reported",
        arguments: [
            (
                #"author =~ "Bob" or age > 300"#, [["author"]],
                ["moved without “age > 300”: lede's rules cannot test “age”"]
            ),
            (
                #"age > 300 or author =~ "Bob" or title =~ "(""#, [["author"]],
                [
                    "moved without “age > 300”: lede's rules cannot test “age”",
                    "moved without “title =~ (”: lede's regular expressions cannot express “(”",
                ]
            ),
            // This is a and (b or c).
            (
                #"author =~ "Bob" and title =~ "x" or unread = "no""#, [["author", "title"]],
                ["moved without “author =~ Bob and unread = no”: lede's rules cannot test “unread”"]
            ),
        ])
    func alternatives(_ filter: String, _ fields: [[String]], _ differences: [String]) throws {
        let moved = try NewsboatFilterTranslation(tags: NewsboatTags()).rules(filter)
        #expect(moved.rules.map { $0.map(\.field) } == fields && moved.differences == differences)
    }

    @Test("Exact text is escaped") func exactTextsAreEscaped() throws {
        let rules = try NewsboatFilterTranslation(tags: NewsboatTags()).rules(#"link = "http://a.example/?x=1""#)
        #expect(rules.rules == [[.init(field: "url", pattern: #"^http://a\.example/\?x=1$"#)]])
    }

    @Test(
        "Filters that rules cannot express are refused",
        arguments: [
            #"title =~ "\<word\>""#, #"title =~ "(""#, #"title =~ "a" and title =~ "b""#, #"age > 3"#,
            #"author =~ "Bob" and age > 300"#, #"age > 300 or unread = "no""#,
            #"author =~ "Bob" and ( age > 3 or age < 1 )"#,
        ])
    func invalidRuleIsRefused(_ filter: String) {
        #expect(throws: NewsboatFilterTranslation.Refusal.self) {
            try NewsboatFilterTranslation(tags: NewsboatTags()).rules(filter)
        }
    }

    @Test("An incomplete filter is refused") func aFilterWithoutEndIsRefused() {
        let deep = String(repeating: "(", count: 5_000) + #"title = "x""#
        #expect(throws: NewsboatFilter.SyntaxError.self) { try NewsboatFilter(deep) }
    }

    @Test(
        "Commands are split into words",
        arguments: [
            ("mpv %u", ["mpv", "%u"]), ("firefox '%u' &", ["firefox", "%u", "&"]),
            ("setsid -f mpv \"%u\" >/dev/null 2>&1", ["mpv", "%u", "&"]), ("w3m", ["w3m", "%u"]),
            ("echo %u | xclip", ["sh", "-c", "echo \"$1\" | xclip", "sh", "%u"]),
            ("note '%T' %u; true", ["sh", "-c", "note \"$2\" \"$1\"; true", "sh", "%u", "%t"]),
            ("mpv --title=%T %u", ["sh", "-c", "mpv --title=\"$2\" \"$1\"", "sh", "%u", "%t"]),
            ("notify-send %T", ["notify-send", "%t"]), ("open.sh %u %t", ["open.sh", "%u", "article"]),
            ("echo %T | xclip", ["sh", "-c", "echo \"$1\" | xclip", "sh", "%t"]),
            ("DPI=2 mpv %u", ["sh", "-c", "DPI=2 mpv \"$1\"", "sh", "%u"]),
        ])
    func commandsBecomeWords(_ command: String, _ words: [String]) {
        #expect(NewsboatCommandLine.words(command, detaching: true) == words)
    }

    @Test(
        "A command that may pass an address to another shell as part of a script is refused",
        arguments: [
            "bash -c \"mpv %u\"", "sh -c \"note '%u'\"", "tmux new-window 'mpv %u'", "mpv --title=\"%T: x\" %u",
            "xterm \"--command=mpv %u\"",
            "echo \"\\\"%u\"", "echo 'x\\'; xterm -e 'mpv %u'", "echo \"$(basename \"%u\")\"",
            "echo \"`basename \"%u\"`\"",
        ])
    func nestedShellIsRefused(_ command: String) {
        #expect(NewsboatCommandLine.words(command, detaching: true) == nil)
        let newsraft = command.map { $0 == "u" ? "l" : String($0) }.joined()
        #expect(NewsraftCommandLine.words(newsraft, detaching: true) == nil)
    }

    @Test(
        "A placeholder in a quoted address stays in its argument",
        arguments: [
            ("firefox \"https://archive.example/?u=%u\"", "firefox \"https://archive.example/?u=${1}\""),
            ("firefox 'https://archive.example/?u=%u'", "firefox 'https://archive.example/?u='\"${1}\"''"),
        ])
    func quotedArgument(_ command: String, _ script: String) {
        #expect(NewsboatCommandLine.words(command) == ["sh", "-c", script, "sh", "%u"])
    }

    @Test(
        "Quoted text without a placeholder stays in the script",
        arguments: [
            ("a 'x y' \"b\\\"c\" %u | d", "a 'x y' \"b\\\"c\" \"$1\" | d"),
            ("a \"x\"%u\"y\"; b", "a \"x\"\"$1\"\"y\"; b"),
            ("a \"$(date)\" %u", "a \"$(date)\" \"$1\""), ("a '`$(' %u | b", "a '`$(' \"$1\" | b"),
            ("a \\'%u; b", "a \\'\"$1\"; b"), ("a '%u' $b 'open", "a \"$1\" $b 'open'"),
        ])
    func quotedTextStays(_ command: String, _ script: String) {
        #expect(NewsboatCommandLine.words(command) == ["sh", "-c", script, "sh", "%u"])
    }

    @Test(
        "Commands of newsraft are split into words",
        arguments: [
            ("mpv \"%l\" &", ["mpv", "%u", "&"]), ("notify-send \"%o\"", ["notify-send", "%t"]),
            ("echo \"%O\" | xclip", ["sh", "-c", "echo \"$1\" | xclip", "sh", "%f"]),
            ("mpv --title=\"%T\" \"%l\"", ["sh", "-c", "mpv --title=\"$2\" \"$1\"", "sh", "%u", "%f"]),
        ])
    func newsraftCommands(_ command: String, _ words: [String]) {
        #expect(NewsraftCommandLine.words(command, detaching: true) == words)
    }

    @Test(
        "Key sequences are translated to lede's notation",
        arguments: [
            ("gg", "g g"), ("<C-x>d", "Ctrl-x d"), ("<ENTER>", "Enter"), ("<S-TAB>", "Shift-Tab"), ("<M-a>", "Alt-a"),
        ])
    func sequencesOfKeys(_ keys: String, _ notation: String) {
        #expect(NewsboatKeys.notation(ofSequence: keys) == notation)
    }

    @Test(
        "Single keys are translated to lede's notation",
        arguments: [("^D", "Ctrl-d"), ("PPAGE", "PgUp"), ("F5", "F5"), ("j", "j"), ("SPACE", "Space")])
    func singleKeys(_ key: String, _ notation: String) {
        #expect(NewsboatKeys.notation(key) == notation)
    }

    @Test("A key that terminals cannot send is not moved", arguments: ["^I", "^M", "^h", "<C-j>"])
    func unsentKeys(_ key: String) {
        #expect((key.hasPrefix("<") ? NewsboatKeys.notation(ofSequence: key) : NewsboatKeys.notation(key)) == nil)
    }
}
