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

    @Test("The list has a column of marks only if an article is packed")
    func column() {
        var rig = inAll()
        let before = rig.screen
        #expect(!before.contains { $0.contains("▪") })
        let rows = rig.state.list.rows
        rig.send(.packs([rows[0].id: .aboard, rows[1].id: .partly]))
        #expect(shows(rig, "▪") && shows(rig, "▫"))
        rig.send(.packs([:]))
        #expect(rig.screen == before)
    }

    @Test("The status line shows the progress, and its end for ten seconds")
    func progress() {
        var rig = inAll()
        rig.send(.packing("12 of 40 pages aboard, 8.1 MB of 50 MB"))
        #expect(shows(rig, "12 of 40 pages aboard"))
        rig.send(.packingEnded(["aboard: 40 articles, 31 MB", "unavailable: 1 gone"], isProblem: true))
        #expect(shows(rig, "aboard: 40 articles, 31 MB; i lists more"))
        rig.send(.tick(Rig.now.addingTimeInterval(9)))
        #expect(shows(rig, "aboard: 40 articles"))
        rig.send(.tick(Rig.now.addingTimeInterval(11)))
        #expect(!shows(rig, "aboard: 40 articles"))
        #expect(rig.state.messages.all.contains { $0.text.contains("1 gone") })
    }

    @Test("H narrows the list to packed articles, and widens it again")
    func onlyAboard() {
        var rig = inAll()
        rig.press("H")
        #expect(rig.state.list.scope == .filtered(.all, "is:aboard"))
        rig.press("H")
        #expect(rig.state.list.scope == .all)
    }

    @Test("Enter pauses and resumes the queue of enclosures, and Delete removes one")
    func queue() {
        var rig = inAll()
        #expect(update(&rig.state, .input(.key(.character("L")))) == [.loadEnclosureQueue])
        rig.send(.enclosureQueue([EnclosureLine(id: 7, title: "One", detail: "3 MB of 9 MB", isPaused: false)]))
        #expect(shows(rig, "3 MB of 9 MB"))
        #expect(update(&rig.state, .input(.key(.named(.enter)))) == [.changeEnclosure(7, .pause)])
        #expect(update(&rig.state, .input(.key(.named(.delete)))) == [.changeEnclosure(7, .remove)])
        rig.send(.enclosureQueue([EnclosureLine(id: 7, title: "One", detail: "paused", isPaused: true)]))
        #expect(update(&rig.state, .input(.key(.named(.enter)))) == [.changeEnclosure(7, .resume)])
    }

    @Test("J and K move an enclosure and the cursor in the queue")
    func order() {
        var rig = inAll()
        func queue(_ ids: [Int64]) -> Event {
            .enclosureQueue(ids.map { EnclosureLine(id: $0, title: "Episode \($0)", detail: "waits", isPaused: false) })
        }
        _ = update(&rig.state, .input(.key(.character("L"))))
        rig.send(queue([1, 2, 3]))
        #expect(update(&rig.state, .input(.key(.character("J")))) == [.changeEnclosure(1, .later)])
        rig.send(queue([2, 1, 3]))
        #expect(update(&rig.state, .input(.key(.character("J")))) == [.changeEnclosure(1, .later)])
        rig.send(queue([2, 3, 1]))
        #expect(update(&rig.state, .input(.key(.character("K")))) == [.changeEnclosure(1, .earlier)])
    }

    @Test("A queue that is loaded after its panel was closed does not open it again")
    func lateQueue() {
        var rig = inAll()
        let queue = Event.enclosureQueue([EnclosureLine(id: 7, title: "One", detail: "waits", isPaused: false)])
        _ = update(&rig.state, .input(.key(.character("L"))))
        rig.send(queue)
        #expect(rig.state.panel?.kind == .enclosureQueue)
        _ = update(&rig.state, .input(.key(.named(.escape))))
        rig.send(queue)
        #expect(rig.state.panel == nil)
    }
}
