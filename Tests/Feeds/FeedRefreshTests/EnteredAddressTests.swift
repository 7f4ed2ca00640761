import ArticleStorage
import HTTPCache
import ScriptedOrigin
import Testing

@testable import FeedRefresh

@Suite struct EnteredAddressTests {
    @Test(
        "Entered text stands for one or two addresses",
        arguments: [
            ("https://h.test/a", ["https://h.test/a"]), (" HTTP://h.test/a ", ["http://h.test/a"]),
            ("h.test/a", ["https://h.test/a", "http://h.test/a"]),
            ("localhost:8080/a", ["https://localhost:8080/a", "http://localhost:8080/a"]),
            ("me:secret@h.test/a", ["https://me:secret@h.test/a"]), ("feed://me@h.test/a", ["https://me@h.test/a"]),
            ("h.test/@me", ["https://h.test/@me", "http://h.test/@me"]),
            ("http://me:secret@h.test/a", ["http://me:secret@h.test/a"]),
            ("feed://h.test/a", ["https://h.test/a", "http://h.test/a"]),
            ("feed:https://h.test/a", ["https://h.test/a"]), ("feed:http://h.test/a", ["http://h.test/a"]),
            ("http://192.0.2.1/a", ["http://192.0.2.1/a"]), ("1.test", ["https://1.test", "http://1.test"]),
            ("https://h.test/a.opml", ["https://h.test/a.opml"]),
            ("file:///a%20b", ["file:///a%20b"]), ("file:/a", ["file:///a"]),
            ("http://[::1]:8080/a", ["http://[::1]:8080/a"]),
            ("https://me:secret@h.test:443/a", ["https://me:secret@h.test:443/a"]),
            ("h.test/?at=http://x", ["https://h.test/?at=http://x", "http://h.test/?at=http://x"]),
        ])
    func addresses(_ text: String, _ expected: [String]) throws {
        #expect(try FeedService.checkedAddresses(for: text) == expected)
    }

    @Test(
        "Text that is not an address gives an error that quotes it, except for a program",
        arguments: [
            ("", "no address was entered"), ("  ", "no address was entered"),
            ("/etc/passwd", "/etc/passwd is not an address; add a file as file:///etc/passwd"),
            ("./feed.xml", "./feed.xml is not an address; add a file as file:///PATH"),
            ("feeds.opml", "feeds.opml is a list of feeds: lede import FILE, or I in the reader"),
            ("/a/feeds.OPML", "/a/feeds.OPML is a list of feeds: lede import FILE, or I in the reader"),
            ("1", "1 is not an address: its host is a number"),
            ("http://12.5:80/a", "http://12.5:80/a is not an address: its host is a number"),
            ("not a url", "“not a url” is not an address: it contains spaces"),
            ("https://me:se cret@h.test/", "“https://h.test/” is not an address: it contains spaces"),
            (
                "exec:~/bin/feed --key secret",
                "a program's output is added in a shell: lede add exec:NAME --command PROGRAM"
            ),
            ("gopher://h.test/", "gopher://h.test/: an address begins with https, http, feed or file"),
            ("mailto:me@h.test", "mailto:me@h.test: an address begins with https, http, feed or file"),
            ("javascript:alert(1)", "javascript:alert(1): an address begins with https, http, feed or file"),
        ])
    func problems(_ text: String, _ words: String) async throws {
        let rig = try ServiceRig()
        for isOffline in [false, true] {
            try rig.service.setOffline(isOffline)
            let problem = await #expect(throws: AddressProblem.self) {
                try await rig.service.subscribe(to: NewSubscription(feedURL: text))
            }
            #expect(problem?.description == words)
        }
        #expect(throws: AddressProblem.self) {
            try rig.service.subscribeWithoutFetching(NewSubscription(feedURL: text))
        }
        #expect(try rig.store.subscriptions().isEmpty && rig.store.queueCount() == 0)
    }

    @Test(
        "An address without a host, or with a port that is not a number, is an error, online and offline",
        arguments: [
            ":fog", "https://", "http:///feed", "https://uj:same-story", "h.test:70000/", "http://[::1/",
            "https://h.test:+80/",
        ])
    func withoutHost(_ text: String) async throws {
        let rig = try ServiceRig()
        for isOffline in [false, true] {
            try rig.service.setOffline(isOffline)
            await #expect(throws: AddressProblem.host(text)) {
                try await rig.service.subscribe(to: NewSubscription(feedURL: text))
            }
        }
        #expect(try rig.store.subscriptions().isEmpty && rig.store.queueCount() == 0)
    }

    @Test("A password in an address without a scheme is not sent with http", arguments: ["", "feed:"])
    func password(_ prefix: String) async throws {
        let rig = try ServiceRig { $0.connectTimeout = 1 }
        rig.origin.route("/feed", .response(body: "<rss version='2.0'><channel><title>T</title></channel></rss>"))
        let host = rig.origin.url("/feed").dropFirst("http://".count)
        let error = await #expect(throws: CacheError.self) {
            try await rig.service.subscribe(to: NewSubscription(feedURL: "\(prefix)me:secret@\(host)"))
        }
        #expect(error?.description.contains("write http:// before the address") == true)
        #expect(error?.description.contains("secret") == false)
        #expect(rig.origin.requests.isEmpty)
        _ = try await rig.service.save("\(prefix)me:secret@\(host)")
        #expect(rig.origin.requests.isEmpty)
        let saved = try await rig.service.save("\(prefix)me:secret@127.0.0.1:1/page")
        #expect(saved.reason?.contains("write http:// before the address") == true)
    }
}
