import FeedModel
import Foundation
import Testing

@testable import MovingIn

/// Lines of newsboat's and newsraft's configuration that lede cannot follow: each is reported with its reason.
@Suite struct UnmovedLineTests {
    @Test(
        "A line of newsboat's configuration that is not moved is reported with the reason",
        arguments: [
            ("toggle auto-reload", "it resets or toggles a setting"),
            ("unset browser", "it resets or toggles a setting"),
            ("reset browser", "it resets or toggles a setting"),
            ("bind-key x open podbeuter", "lede has no separate keys for “podbeuter”"),
            ("bind-key F77 open", "lede has no key “F77”"),
            ("unbind-key -a", "lede's own keys stay, unless another line binds them"),
            ("unbind-key", "lede's own keys stay, unless another line binds them"),
            ("unbind-key x podbeuter", "lede has no separate keys for “podbeuter”"),
            ("macro", "it names no key that lede knows"), ("macro F77 open", "it names no key that lede knows"),
            ("color listnormal", "it names no colours that lede knows"),
            ("color listnormal mauve", "it names no colours that lede knows"),
            ("color margin red default", "lede's themes do not support “margin”"),
            ("search-highlight-colors mauve", "it names no colours that lede knows"),
            ("define-filter Old \"age =~ 3\"", "the search language has no equivalent of “age =~”"),
            ("define-filter Old \"age between 3\"", "the search language cannot express this age"),
            ("define-filter Old", "it names no filter"),
            ("highlight-article \"x = 1\"", "it names no filter and colours"),
            ("include", "it names no file, or too many files are included"),
        ])
    func newsboat(_ line: String, _ reason: String) throws {
        let home = try NewsboatRig.home(config: line + "\n")
        #expect(home.notMoved.map(\.reason) == [reason] && home.notMoved.first?.line == 1)
        #expect(home.configuration.isEmpty && home.searches.isEmpty)
    }

    @Test("An unbound key does nothing in its dialog, and colours of found words are moved")
    func movedLines() throws {
        let config = "unbind-key x articlelist\nunbind-key y\nsearch-highlight-colors red blue bold\n"
        let moved = try NewsboatRig.home(config: config)
        #expect(moved.configuration.bindings.map { "\($0.column ?? "all") \($0.keys)" } == ["articles x", "all y"])
        #expect(moved.configuration.bindings.allSatisfy(\.commands.isEmpty) && moved.notMoved.isEmpty)
        #expect(moved.configuration.roleStyles.map(\.role) == ["search-match"])
        #expect(moved.configuration.roleStyles.map(\.style) == ["red on blue bold"])
    }

    @Test("A proxy with a password is reported without it, and not moved")
    func proxyWithPassword() throws {
        let home = try NewsboatRig.home(config: "use-proxy yes\nproxy me:s3cret@10.0.0.1:3128\n")
        #expect(home.notMoved.map(\.reason) == ["it holds a secret; set proxy in [network] yourself"])
        #expect(!home.notMoved[0].text.contains("s3cret") && home.configuration.settings.isEmpty)
    }

    @Test(
        "The queue of podboat is not moved, and the number of its downloads is reported",
        arguments: [
            ("", nil), (" \n\t\n", nil), ("https://a.example/1.mp3\n\n", "1 download"), ("a\nb\n", "2 downloads"),
        ])
    func queue(_ text: String, _ count: String?) throws {
        let rig = try NewsboatRig(withCache: false)
        try rig.write(text, to: "queue")
        let lines = try rig.read().home.notMoved.filter { $0.file.hasSuffix("queue") }
        #expect(lines.map(\.text) == (count.map { [$0] } ?? []))
    }

    @Test(
        "The age of a filter is translated from whole days",
        arguments: [
            ("age < 3", "age:<3d"), ("age <= 3", "age:<4d"), ("age > 3", "age:>4d"), ("age >= 3", "age:>3d"),
            ("age = 3", "age:>3d age:<4d"), ("age = 0", "age:<1d"), ("age between 5:2", "age:>2d age:<6d"),
        ])
    func age(_ filter: String, _ query: String) throws {
        let home = try NewsboatRig.home(config: "define-filter Old \"\(filter)\"\n")
        #expect(home.searches.map(\.query) == [query])
    }

    @Test(
        "A line of newsraft's configuration that is not moved is reported with the reason",
        arguments: [
            ("proxy http://me:s3cret@10.0.0.1:3128", "lede has no equivalent of this value"),
            ("scrolloff 51", "lede has no equivalent of this value"),
            ("color-status mauve", "it names no colours that lede knows"),
            ("color-title red", "lede's themes do not support it"), ("bind x", "lede has no such key"),
            ("bind KEY_F77 quit", "lede has no such key"), ("unbind KEY_F77", "lede has no such key"),
            ("bind x dance", "lede has no command for “dance”"),
            ("bind x edit UPDATE items SET unread = 0", "it changes newsraft's database with SQL"),
        ])
    func newsraft(_ line: String, _ reason: String) {
        let moved = NewsraftConfiguration(parsing: Array((line + "\n").utf8), file: "config")
        #expect(moved.notMoved.map(\.reason) == [reason] && moved.configuration.isEmpty)
        #expect(!moved.notMoved[0].text.contains("s3cret"))
    }

    @Test("An unbound key of newsraft does nothing in lede, and an address of a proxy gets its scheme")
    func movedLinesOfNewsraft() {
        let lines = "unbind x\nproxy 10.0.0.1:3128\nscrolloff 50\nbind F2 quit\n"
        let moved = NewsraftConfiguration(parsing: Array(lines.utf8), file: "config")
        #expect(moved.configuration.bindings.map(\.keys) == ["x", "F2"] && moved.notMoved.isEmpty)
        #expect(moved.configuration.bindings[0].commands == [])
        #expect(moved.configuration.settings.map(\.value) == [.text("http://10.0.0.1:3128"), .number(50)])
    }

    @Test("A feed in several sections of newsraft is in the first one, and its category names all of them once")
    func sections() throws {
        let rig = try NewsraftHomeTests.Rig()
        let urls = (1...3).map { "https://\($0).example/" }
        try """
        \(urls[0])
        @ A
        \(urls[0])
        \(urls[1])
        \(urls[2])
        @ B
        \(urls[1])
        \(urls[1])
        @ A
        \(urls[1])
        """.write(
            to: rig.home.appendingPathComponent(".config/newsraft/feeds"), atomically: true, encoding: .utf8)
        let feeds = try rig.read().home.feeds.map(\.outline)
        #expect(feeds.map(\.feedURL) == urls && feeds.map(\.folder) == [["A"], ["A"], ["A"]])
        #expect(feeds.map { $0.attributes.map(\.value) } == [[], ["A,B"], []])
    }

    @Test("A home of newsraft without a list of feeds, and newsraft's own folder in place of a home, are read")
    func newsraftFolders() throws {
        let rig = try NewsraftHomeTests.Rig()
        let folder = rig.home.appendingPathComponent(".config/newsraft")
        let own = try NewsraftHome.read(from: folder.path, environment: [:])
        #expect(own.home.feeds.count == 5 && own.articles?.path == rig.database.path)
        #expect(NewsraftHome.feedCount(environment: ["HOME": rig.home.path]) == 5)
        #expect(NewsraftHome.feedCount(environment: ["HOME": rig.home.path + "/none"]) == nil)
        let data = rig.database.deletingLastPathComponent()
        let withoutFeeds = try NewsraftHome.read(from: data.path, environment: [:])
        #expect(withoutFeeds.home.problems == ["\(data.path)/feeds is missing: no feeds are moved"])
        #expect(withoutFeeds.articles?.path == rig.database.path)
    }
}
