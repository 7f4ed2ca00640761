import Testing

@testable import MovingIn

@Suite struct NewsboatFilterTests {
    @Test(
        "A filter becomes a search",
        arguments: [
            (#"unread = "yes""#, "is:unread"), (#"unread == "no""#, "is:read"), (#"unread != "yes""#, "is:read"),
            (#"title =~ "swift" and unread = "yes""#, "title:swift is:unread"),
            (#"( title !~ "two words" )"#, #"-title:"two words""#), (#"feedtitle =~ "lwn""#, "feed:lwn"),
            (#"flags != """#, "is:starred"),
        ])
    func aFilterIsASearch(_ filter: String, _ search: String) throws {
        #expect(try NewsboatFilterTranslation.search(filter) == search)
    }

    @Test(
        "Filters that the search language cannot express are refused",
        arguments: [
            #"title =~ "a|b""#, #"title =~ "a" or title =~ "b""#, "age < 7", #"flags # "s""#, "nonsense",
            #"title =~ "open"#,
            #"tags # "t""#,
        ])
    func whatTheSearchLanguageCannotSayIsRefused(_ filter: String) {
        #expect(throws: NewsboatFilterTranslation.Refusal.self) { try NewsboatFilterTranslation.search(filter) }
    }

    @Test("`and` applies to everything on its right") func andTakesAllThatFollowsForItsRightSide() throws {
        // a and (b or c)
        let rules = try NewsboatFilterTranslation.rules(#"title =~ "a" and author =~ "b" or content =~ "c""#)
        #expect(rules.map { $0.map(\.field) } == [["title", "author"], ["title", "content"]])
    }

    @Test("Exact text is escaped") func exactTextsAreEscaped() throws {
        let rules = try NewsboatFilterTranslation.rules(#"link = "http://a.example/?x=1""#)
        #expect(rules == [[.init(field: "url", pattern: #"^http://a\.example/\?x=1$"#)]])
    }

    @Test(
        "Filters that rules cannot express are refused",
        arguments: [#"title =~ "\<word\>""#, #"title =~ "(""#, #"title =~ "a" and title =~ "b""#, #"age > 3"#])
    func whatRulesCannotSayIsRefused(_ filter: String) {
        #expect(throws: NewsboatFilterTranslation.Refusal.self) { try NewsboatFilterTranslation.rules(filter) }
    }

    @Test("An incomplete filter is refused") func aFilterWithoutEndIsRefused() {
        let deep = String(repeating: "(", count: 5_000) + #"title = "x""#
        #expect(throws: NewsboatFilter.SyntaxError.self) { try NewsboatFilter(deep) }
    }

    @Test(
        "Commands become words",
        arguments: [
            ("mpv %u", ["mpv", "%u"]), ("firefox '%u' &", ["firefox", "%u", "&"]),
            ("setsid -f mpv \"%u\" >/dev/null 2>&1", ["mpv", "%u", "&"]), ("w3m", ["w3m", "%u"]),
            ("echo %u | xclip", ["sh", "-c", "echo \"$1\" | xclip", "sh", "%u"]),
            ("note '%T' %u; true", ["sh", "-c", "note \"$2\" \"$1\"; true", "sh", "%u", "%t"]),
            ("mpv --title=%T %u", ["sh", "-c", "mpv --title=\"$2\" \"$1\"", "sh", "%u", "%t"]),
        ])
    func commandsBecomeWords(_ command: String, _ words: [String]) {
        #expect(NewsboatCommandLine.words(command, detaching: true) == words)
    }

    @Test(
        "Key sequences become lede's",
        arguments: [
            ("gg", "g g"), ("<C-x>d", "Ctrl-x d"), ("<ENTER>", "Enter"), ("<S-TAB>", "Shift-Tab"), ("<M-a>", "Alt-a"),
        ])
    func sequencesOfKeys(_ keys: String, _ notation: String) {
        #expect(NewsboatKeys.notation(keys, isSequence: true) == notation)
    }

    @Test(
        "Single keys become lede's",
        arguments: [("^D", "Ctrl-d"), ("PPAGE", "PgUp"), ("F5", "F5"), ("j", "j"), ("SPACE", "Space")])
    func singleKeys(_ key: String, _ notation: String) {
        #expect(NewsboatKeys.notation(key) == notation)
    }
}
