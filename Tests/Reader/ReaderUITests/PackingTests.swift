import FeedModel
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

@Suite struct PackingTests {
    private func inAll() -> Rig {
        var rig = Rig(articles: 6)
        rig.start()
        rig.press("k", "Enter")
        return rig
    }

    private func shows(_ rig: Rig, _ text: String) -> Bool {
        rig.screen.contains { $0.contains(text) }
    }

    @Test("d packs the selected article, or the unread ones of a selected feed")
    func keys() throws {
        var rig = inAll()
        let id = rig.state.list.rows[0].id
        #expect(update(&rig.state, .input(.key(Key("d")!))) == [.togglePack(.articles([id]))])
        rig.press("q")
        let scope = try #require(rig.state.sidebar.selected?.scope)
        #expect(update(&rig.state, .input(.key(Key("d")!))) == [.togglePack(.unread(scope))])
    }

    @Test("In an empty list and in the guide, d says why it packs nothing")
    func nothingToPack() {
        var rig = Rig(articles: 0)
        rig.start()
        rig.press("k", "Enter", "d")
        #expect(rig.effects.isEmpty && rig.state.messages.shown?.text == "No article here to pack")
        rig.subscriptions = []
        rig.send(.libraryChanged)
        rig.press("q", "g", "d")
        #expect(rig.state.sidebar.selected?.scope == .guide)
        #expect(rig.effects.isEmpty && rig.state.messages.shown?.text == "The guide needs no packing")
        rig.press("Enter", "d")
        #expect(rig.state.focus == .articles)
        #expect(rig.effects.isEmpty && rig.state.messages.shown?.text == "The guide needs no packing")
    }

    @Test("The list has a column of marks only if an article is packed")
    func column() {
        var rig = inAll()
        let before = rig.screen
        #expect(!before.contains { $0.contains("▪") })
        let rows = rig.state.list.rows
        rig.send(.packs([rows[0].id: .packed, rows[1].id: .partly]))
        #expect(shows(rig, "▪") && shows(rig, "▫"))
        rig.send(.packs([:]))
        #expect(rig.screen == before)
    }

    @Test("The status line shows the progress, and its end for ten seconds")
    func progress() {
        var rig = inAll()
        rig.send(.packing("12 of 40 pages packed, 8.1 MB of 50 MB"))
        #expect(shows(rig, "12 of 40 pages packed"))
        rig.send(.packingEnded(["Packed: 40 articles, 31 MB", "Unavailable: 1 gone"], isProblem: true))
        #expect(shows(rig, "Packed: 40 articles, 31 MB; i lists more"))
        rig.send(.tick(Rig.now.addingTimeInterval(9)))
        #expect(shows(rig, "Packed: 40 articles"))
        rig.send(.tick(Rig.now.addingTimeInterval(11)))
        #expect(!shows(rig, "Packed: 40 articles"))
        #expect(rig.state.messages.all.contains { $0.text.contains("1 gone") })
        rig.send(.input(.key(.character("i"))))
        #expect(shows(rig, "Packed: 40 articles, 31 MB") && !shows(rig, "i lists more"))
    }

    @Test("On a narrow screen the progress of an enclosure leaves room for the help key", arguments: [40, 60, 80])
    func narrowProgress(_ columns: Int) throws {
        var rig = Rig(columns: columns, articles: 6)
        rig.start()
        rig.press("k", "Enter")
        rig.send(
            .packing("1 of 1 pages packed, 3 KB of 50 MB · The first of many episodes: 180 KB of 300 KB, 63 KB/s"))
        let line = try #require(rig.screen.last)
        #expect(line.contains("180 KB of 300 KB") && line.hasSuffix("? keys"), "\(line)")
        #expect(!line.contains("pages packed"))
    }

    @Test("H leaves out articles that are not packed, in every list, until it is pressed again")
    func onlyPacked() {
        var rig = inAll()
        let titles = { (rig: Rig) in rig.state.list.rows.map(\.title) }
        let all = titles(rig)
        rig.packed = [rig.articles[1].id, rig.articles[3].id, rig.articles[4].id]
        rig.press("H")
        #expect(titles(rig) == ["Article 1", "Article 3", "Article 4"])
        #expect(shows(rig, "All · packed"))
        rig.press("q", "J", "J")
        for _ in 0..<6 {
            rig.press("J")
            #expect(Set(titles(rig)).isSubset(of: ["Article 1", "Article 3", "Article 4"]))
        }
        rig.press("g", "Enter", "H")
        #expect(titles(rig) == all && !shows(rig, "packed"))
    }

    @Test(
        "A filter for packed articles, in any letter case, is reloaded once another article is packed",
        arguments: ["is:packed", "IS:Packed"])
    func filter(_ words: String) {
        var rig = inAll()
        rig.press("f")
        rig.type(words)
        rig.press("Enter")
        let effects = update(&rig.state, .packs([rig.articles[0].id: .packed]))
        #expect(effects.contains { if case .loadPage = $0 { true } else { false } })
        #expect(!State.askForMarks(words) && State.askForMarks("IS:Unread"))
    }

    @Test("After H the whole guide is listed, and its header does not say packed")
    func guide() {
        var rig = Rig()
        rig.start()
        rig.press("g", "Enter", "H", ":")
        #expect(shows(rig, "All · packed"))
        rig.type("guide")
        rig.press("Enter")
        #expect(rig.state.list.scope == .guide && !shows(rig, "· packed"), "\(rig.screen)")
    }

    @Test("Among packed articles, n ends at the last unread one of the list, and an empty list names H")
    func unreadPackedArticles() {
        var rig = inAll()
        rig.packed = [rig.articles[1].id]
        rig.press("H", "n", "n")
        #expect(rig.state.messages.shown?.text == "No more unread articles among the packed ones")
        #expect(rig.state.list.scope == .all)
        rig.packed = []
        rig.press("H", "H")
        #expect(shows(rig, "No packed articles here. H lists all."))
    }

    @Test("If a filter or a search finds nothing among packed articles, the message is not that none is packed")
    func emptyResults() {
        var rig = inAll()
        rig.packed = [rig.articles[1].id]
        for key in ["f", "/"] {
            rig.press(key == "f" ? "H" : "Esc", key)
            rig.type("quagga")
            rig.press("Enter")
            #expect(shows(rig, "Nothing found among the packed articles. H searches all."), "\(rig.screen)")
        }
    }

    private func line(
        _ id: Int64, _ detail: String = "waits", _ action: EnclosureLine.Action = .pause
    ) -> EnclosureLine {
        EnclosureLine(
            id: id, url: "https://a.example/\(id).mp3", title: "Episode \(id)", detail: detail, action: action)
    }

    private func press(_ key: Key, _ rig: inout Rig) -> [Effect] { update(&rig.state, .input(.key(key))) }

    @Test("Enter pauses, resumes and plays in the queue of enclosures, and Delete removes one")
    func queue() {
        var rig = inAll()
        #expect(press(.character("L"), &rig) == [.loadQueue(.opening)])
        rig.send(.queue([line(7, "3 MB of 9 MB")], .opening))
        #expect(shows(rig, "3 MB of 9 MB") && shows(rig, "Enter pause") && shows(rig, "Del remove"))
        #expect(press(.named(.enter), &rig) == [.changeEnclosure(7, .pause)])
        #expect(press(.named(.delete), &rig) == [.changeEnclosure(7, .remove)])
        rig.send(.queue([line(7, "paused", .resume)], .renewal))
        #expect(shows(rig, "Enter resume"))
        #expect(press(.named(.enter), &rig) == [.changeEnclosure(7, .resume)])
        rig.send(.queue([line(7, "0:12 of 1:40, 9 MB", .play)], .renewal))
        #expect(shows(rig, "0:12 of 1:40") && shows(rig, "Enter play"))
        let played = Effect.play(Enclosure(url: "https://a.example/7.mp3"))
        #expect(press(.named(.enter), &rig) == [played, .loadQueue(.renewal)])
        #expect(rig.state.panel?.kind == .queue)
    }

    @Test("J and K move an enclosure and the cursor in the queue, not past the stored ones")
    func order() {
        var rig = inAll()
        func queue(_ ids: [Int64]) -> Event { .queue(ids.map { line($0) } + [line(9, "", .play)], .renewal) }
        rig.send(.queue([line(1), line(2), line(3), line(9, "", .play)], .opening))
        #expect(press(.character("J"), &rig) == [.changeEnclosure(1, .later)])
        rig.send(queue([2, 1, 3]))
        #expect(press(.character("J"), &rig) == [.changeEnclosure(1, .later)])
        #expect(press(.character("J"), &rig) == [.changeEnclosure(1, .later)])
        rig.send(queue([2, 3, 1]))
        #expect(press(.character("K"), &rig) == [.changeEnclosure(1, .earlier)])
        rig.send(queue([2, 1, 3]))
        _ = press(.named(.end), &rig)
        #expect(press(.character("K"), &rig).isEmpty, "a stored one has no place in the order of fetching")
        #expect(shows(rig, "Only enclosures that are still to be fetched can be moved"))
    }

    @Test("The cursor stays on its enclosure when the order of the queue changes, and in the list when that is removed")
    func cursor() {
        var rig = inAll()
        rig.send(.queue([line(1), line(2), line(3)], .opening))
        _ = press(.character("j"), &rig)
        rig.send(.queue([line(2), line(3), line(1, "stored", .play)], .renewal))
        #expect(press(.named(.enter), &rig) == [.changeEnclosure(2, .pause)])
        rig.send(.queue([line(3)], .renewal))
        #expect(press(.named(.delete), &rig) == [.changeEnclosure(3, .remove)])
    }

    @Test("The queue lists the requests that wait for the network before the enclosures, and Delete removes one")
    func requests() {
        var rig = inAll()
        let requests = [
            RequestLine(number: 4, words: "all feeds", asked: Rig.now.addingTimeInterval(-7_200)),
            RequestLine(number: 5, words: "the page of Ferry", asked: Rig.now, hasFailed: true),
        ]
        rig.send(.queue([], .opening, requests: requests))
        #expect(shows(rig, "all feeds") && shows(rig, "will be fetched once online; requested 2 h ago"))
        #expect(shows(rig, "the page of Ferry") && shows(rig, "failed, will be retried; requested just now"))
        #expect(press(.named(.enter), &rig).isEmpty && rig.state.panel?.kind == .queue)
        #expect(press(.named(.delete), &rig) == [.removeRequest(4)])
        rig.send(.queue([line(7)], .renewal, requests: requests))
        _ = press(.named(.end), &rig)
        #expect(press(.character("K"), &rig) == [.changeEnclosure(7, .earlier)])
        #expect(press(.named(.delete), &rig) == [.changeEnclosure(7, .remove)], "it stays below the requests")
        #expect(update(&rig.state, .queued(1)) == [.loadQueue(.renewal)])
        rig.send(.queue([], .renewal))
        #expect(rig.state.panel == nil)
    }

    @Test("A queue that is loaded after its panel was closed does not reopen the panel")
    func lateQueue() {
        var rig = inAll()
        rig.send(.queue([line(7)], .opening))
        #expect(rig.state.panel?.kind == .queue)
        #expect(update(&rig.state, .played) == [.loadQueue(.renewal)])
        _ = press(.named(.escape), &rig)
        rig.send(.queue([line(7)], .renewal))
        #expect(rig.state.panel == nil)
        #expect(update(&rig.state, .played).isEmpty)
    }
}
