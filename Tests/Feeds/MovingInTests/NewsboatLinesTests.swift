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
}
