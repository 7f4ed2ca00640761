import FeedModel
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

/// Every view, at a width of each layout.
@Suite struct ViewTests {
    struct View: Sendable, CustomTestStringConvertible {
        var name: String
        /// Text that the screen must show at every width.
        var texts: [String]
        var prepare: @Sendable (inout Rig) -> Void

        var testDescription: String { name }

        init(_ name: String, _ texts: String..., prepare: @escaping @Sendable (inout Rig) -> Void) {
            (self.name, self.texts, self.prepare) = (name, texts, prepare)
        }
    }

    private static func ail(_ rig: inout Rig, _ kind: FeedProblem.Kind) {
        rig.subscriptions[0].health.problem = FeedProblem(kind: kind, message: "It says why.")
        rig.subscriptions[0].health.nextAttempt = Rig.now.addingTimeInterval(3_600)
        rig.start()
        while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
    }

    private static func read(_ rig: inout Rig, _ keys: String...) {
        rig.start()
        rig.press("k", "Enter", "Enter")
        for key in keys { rig.press(key) }
    }

    static let views: [View] = [
        View("feeds", "lede", "Unread", "▾ Tech", "LWN.net", "日本の新聞") { $0.start() },
        View("a folded folder", "▸ Tech", "▾ News") { rig in
            rig.start()
            while rig.state.sidebar.selected?.scope != .folder(["Tech"]) { rig.press("j") }
            rig.press("-")
        },
        View("no feeds", "Welcome to lede", "No feeds yet.") { rig in
            rig.subscriptions = []
            rig.articles = []
            rig.start()
        },
        View("saved searches", "Saved: rain", " 12", "1,000") { rig in
            rig.savedSearches = ["rain", "sun"].map { SavedSearch(name: $0, query: "\($0) is:unread") }
            rig.start()
            rig.send(.searchCounts(["rain is:unread": 12, "sun is:unread": 1_000]))
        },
        View("a feed that is gone", "! LWN.net", "It says why.") { ail(&$0, .gone) },
        View("a feed that waits", "~ LWN.net", "It says why.") { ail(&$0, .waiting) },
        View("a feed whose server wants a pause because of another feed", "~ LWN.net") { rig in
            rig.subscriptions[0].waitsUntil = Rig.now.addingTimeInterval(600)
            rig.start()
        },
        View("a feed that fails", "! LWN.net", "It says why.") { ail(&$0, .network) },
        View("a feed behind a login", "! LWN.net", "It says why.") { ail(&$0, .credentials) },

        View("articles", "▌●  14:22", "●  13:52", "Article 0") { rig in
            rig.start()
            rig.press("k", "Enter")
        },
        View("articles with stars", "▌★  14:22") { rig in
            rig.start()
            rig.press("k", "Enter", "s")
        },
        View("nothing unread", "No unread articles.") { rig in
            for index in rig.articles.indices { rig.articles[index].isRead = true }
            rig.start()
            rig.press("g", "j", "Enter")
        },
        View("a feed never fetched", "Not fetched yet.") { rig in
            rig.subscriptions[3].health = FeedHealth()
            rig.start()
            rig.press("G", "Enter")
        },
        View("a feed never fetched, offline", "Not available", "online.") { rig in
            rig.subscriptions[3].health = FeedHealth()
            rig.start()
            rig.send(.connectivity(.offline))
            rig.press("G", "Enter")
        },
        View("a feed that never came", "   It says why.") { rig in
            rig.subscriptions[3].health = FeedHealth(
                problem: FeedProblem(kind: .network, message: "It says why."))
            rig.start()
            rig.press("G", "Enter")
        },
        View("a search", "Search: Article 1", "Article 12") { rig in
            rig.start()
            rig.press("/")
            rig.type("Article 1")
            rig.press("Enter")
        },
        View("a filter", "Article 2", "filter: cle 2") { rig in
            rig.start()
            rig.press("f")
            rig.type("cle 2")
        },

        View("text", "Article 0", "LWN.net · ", "number [1]", "let answer = 42", " %") { read(&$0) },
        View("the end of a text", "[1] https://example.org/one", "100 %") { read(&$0, "G") },
        View("nothing but the text", "Article 0", "number [1]") { read(&$0, "z") },
        View("a find", "“list” 1/1") { rig in
            read(&rig, "/")
            rig.type("list")
            rig.press("Enter")
        },

        View("keys", "Keys", "Moving", "one line down") { rig in
            rig.start()
            rig.press("?")
        },
        View("links", "Links", "1  number") { read(&$0, "u") },
        View("enclosures", "Enclosures", "audio/ogg") { rig in
            rig.articles[0].item.enclosures = ["mp3", "ogg"].map {
                Enclosure(url: "https://example.org/a.\($0)", mimeType: "audio/\($0)")
            }
            read(&rig, "v")
        },
        View("themes", "Themes", "▌  mono") { rig in
            rig.state.themes = [.fallback]
            rig.start()
            rig.press("T")
        },
        View("messages", "Messages", "14:22", "It says why.") { rig in
            rig.start()
            rig.send(.message(.error("It says why.")))
            rig.press("i")
        },
        View("feeds found", "Feeds found", "Remarks") { rig in
            rig.start()
            let found = ["Everything", "Remarks"].map { FoundFeed(url: "https://example.org/\($0)", title: $0) }
            rig.send(.discovered(address: "example.org", found))
        },
        View("settings of a feed", "LWN.net", "max-per-feed") { rig in
            rig.start()
            while rig.state.sidebar.selectedFeed == nil { rig.press("j") }
            rig.press(",")
        },

        View("the command line", ":zen") { rig in
            rig.start()
            rig.press(":")
            rig.type("zen")
        },
        View("a long line that is typed", "the end of it") { rig in
            rig.start()
            rig.press("a")
            rig.type(String(repeating: "長い ", count: 99) + "the end of it")
        },
        View("a refresh", "312/1,000 · 2 failed") { rig in
            rig.start()
            rig.send(.refreshProgress(RefreshProgress(done: 312, total: 1_000, failed: 2, bytes: 148_000)))
        },
        View("offline", "○ offline") { rig in
            rig.start()
            rig.press("O")
            rig.send(.tick(Rig.now.addingTimeInterval(60)))
        },
        View("no connection, and what waits for it", "◌ no connection, next try in 40 s") { rig in
            rig.start()
            rig.send(.connectivity(.unreachable(nextTry: Rig.now.addingTimeInterval(40))))
            rig.send(.queued(2))
        },
        View("an error", "! It says why.") { rig in
            rig.start()
            rig.send(.message(.error("It says why.")))
        },
        View("a count", " 12 ") { rig in
            rig.start()
            rig.press("1", "2")
        },
    ]

    @Test("Every view shows its text at every width", arguments: views, [40, 80, 100, 150, 200])
    func aViewShowsWhatItHas(_ view: View, _ width: Int) {
        var rig = Rig(columns: width, rows: 30)
        view.prepare(&rig)
        let frame = rig.frame
        for text in view.texts {
            #expect(frame.lines.contains { $0.contains(text) }, "“\(text)” in\n\(frame.lines.joined(separator: "\n"))")
        }
        for row in 0..<30 {
            let filled = (0..<width).reduce(0) { $0 + Int(frame[row, $1].width) }
            #expect(filled == width, "row \(row) drifts")
        }
    }

    @Test("The row of a paused feed says that it is paused; the row of a feed that has ended says so")
    func pausedFeed() {
        func note(_ problem: FeedProblem?) -> HealthNote {
            HealthNote(
                FeedHealth(problem: problem), waitsUntil: nil, isPaused: true, clock: Clock(now: Rig.now),
                glyphs: .unicode)
        }
        #expect(note(nil).note == "paused" && note(nil).mark == nil)
        #expect(note(FeedProblem(kind: .network, message: "no route")).note == "paused")
        #expect(note(.gone).note == "gone")
    }
}
