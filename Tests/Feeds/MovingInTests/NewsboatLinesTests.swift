import FeedModel
import Testing

@testable import MovingIn

@Suite struct NewsboatLinesTests {
    /// A home with these lines in its configuration and its list of feeds.
    private func home(config: String = "", urls: String = "") throws -> MovedHome {
        let rig = try NewsboatRig(withCache: false)
        try rig.write(config, to: "config")
        try rig.write(urls, to: "urls")
        return try rig.read().home
    }

    @Test("Refreshing and the proxy are moved, however newsboat's options are turned on", arguments: ["yes", "true"])
    func optionsThatAreOn(_ on: String) throws {
        let config = "use-proxy \(on)\nproxy 10.0.0.1:3128\nproxy-type socks5h\nauto-reload \(on)\nreload-time 15\n"
        let settings = try home(config: config).configuration.settings
        #expect(settings.first { $0.name == "proxy" }?.value == .text("socks5h://10.0.0.1:3128"))
        #expect(settings.first { $0.name == "refresh-minutes" }?.value == .number(15))
    }

    @Test("Options that are off are not moved") func optionsThatAreOff() throws {
        let config = "use-proxy no\nproxy 10.0.0.1:3128\nauto-reload false\n"
        #expect(try home(config: config).configuration.settings == [])
    }

    @Test("Searches of one name are all moved: queries first, later ones with a number")
    func searchesOfOneName() throws {
        let urls = #"""
            "query:Same:unread = \"yes\""
            "query:Same:title =~ \"foo\""
            "query:Same:unread = \"yes\""
            "query::title =~ \"bar\""
            """#
        let moved = try home(config: #"define-filter Same "author =~ \"ann\"""#, urls: urls)
        #expect(
            moved.searches == [
                SavedSearch(name: "Same", query: "is:unread"), SavedSearch(name: "Same 2", query: "title:foo"),
                SavedSearch(name: #"title =~ "bar""#, query: "title:bar"),
                SavedSearch(name: "Same 3", query: "author:ann"),
            ])
    }

    @Test("A macro whose effect would differ is refused with the reason")
    func refusedMacros() throws {
        let config = """
            macro a set browser "mpv %u" ; one
            macro b set browser "mpv %u" ; open-in-browser ; one
            macro c set browser "mpv %u" ; open-in-browser ; toggle-article-read "read"
            macro d toggle-article-read "unread" ; open-in-browser

            """
        let moved = try home(config: config)
        #expect(moved.configuration.bindings == [])
        let reasons = moved.notMoved.filter { $0.text.hasPrefix("macro") }.map(\.reason)
        #expect(
            reasons == [
                "lede's run opens the article's address, not a link of its text",
                "lede's run opens the article's address, not a link of its text",
                "lede has no command that only marks an article read",
                "lede has no command that only marks an article unread",
            ])
    }

    @Test("A macro that marks an article read beside opening it only opens it, which marks it in lede")
    func readingMacros() throws {
        let config = """
            macro a open-in-browser ; toggle-article-read "read"
            macro b toggle-article-read "read" ; open-in-browser
            macro c toggle-article-read
            macro d one

            """
        let bindings = try home(config: config).configuration.bindings
        #expect(
            bindings.map(\.commands) == [
                [.command("browser")], [.command("browser")], [.command("toggle-read")], [.command("open-link 1")],
            ])
    }

    @Test("The report says how many searches now find whole words only")
    func searchesForWords() throws {
        let urls = #"""
            "query:One:title =~ \"swift\" and unread = \"yes\""
            "query:One:title =~ \"swift\" and unread = \"yes\""
            "query:Three:title =~ \"hail\""
            "query:Two:unread = \"yes\""
            """#
        let told = try home(config: #"define-filter Four "content !~ \"rain\"""#, urls: urls).notMoved
        let lines = told.filter { $0.reason.contains("parts of words") && $0.line == nil && $0.isMoved }
        let texts = lines.map { "\($0.file.split(separator: "/").last ?? ""): \($0.text)" }
        #expect(Set(texts) == ["config: 1 search", "urls: 2 searches"] && told.count == 2)
        #expect(try home(urls: #""query:Two:unread = \"yes\"""#).notMoved == [])
    }
}
