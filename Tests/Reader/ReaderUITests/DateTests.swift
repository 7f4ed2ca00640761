import FeedModel
import FoundationEssentials
import Screen
import Testing

@testable import ReaderUI

@Suite struct DateTests {
    @Test(
        "A list shows the time for today, the weekday for this week, the day for older dates, then the year",
        arguments: [
            (600, "14:12"), (14 * 3_600, "00:22"), (15 * 3_600, "Thu"), (86_400 * 3, "Tue"), (86_400 * 7, "13 Nov"),
            (86_400 * 200, "4 May"), (86_400 * 700, "2024"), (-86_400 * 400, "14:22"),
        ] as [(Double, String)])
    func when(_ seconds: Double, _ text: String) {
        let clock = Clock(now: Rig.now)
        #expect(clock.when(Rig.now.addingTimeInterval(-seconds)) == text)
    }

    @Test("When a day begins, the list and the counts of today are read again")
    func newDay() {
        var rig = Rig()
        rig.start()
        rig.press("Enter")
        #expect(update(&rig.state, .tick(Rig.now.addingTimeInterval(60))).isEmpty)
        let effects = update(&rig.state, .tick(Rig.now.addingTimeInterval(10 * 3_600)))
        #expect(effects.contains(.loadOverview))
        let read = effects.compactMap { if case .loadPage(let request) = $0 { request.listing.midnight } else { nil } }
        #expect(read == [Clock(now: Rig.now).nextMidnight])
    }

    @Test("A future time of today is shown without its day, a later one with it")
    func upcoming() {
        let clock = Clock(now: Rig.now)
        #expect(clock.upcoming(Rig.now.addingTimeInterval(600)) == "14:32")
        #expect(clock.upcoming(Rig.now.addingTimeInterval(86_400)) == "Sat 21 Nov 2026 14:22")
    }

    @Test(
        "The row of a feed shows the time of the next fetch today, its weekday within a week, then its day",
        arguments: [
            (600, "14:32"), (9 * 3_600, "23:22"), (10 * 3_600, "Sat"), (86_400 * 6, "Thu"), (86_400 * 7, "27 Nov"),
        ] as [(Double, String)])
    func nextFetch(_ seconds: Double, _ text: String) {
        let (clock, glyphs) = (Clock(now: Rig.now), Glyphs.unicode)
        let next = Rig.now.addingTimeInterval(seconds)
        #expect(HealthNote(nil, waitsUntil: next, clock: clock, glyphs: glyphs).note == "next \(text)")
        var health = FeedHealth(problem: FeedProblem(kind: .waiting, message: "later"))
        health.nextAttempt = next
        #expect(HealthNote(health, waitsUntil: nil, clock: clock, glyphs: glyphs).note == "next \(text)")
    }

    @Test("A day on which the clocks change begins and ends at midnight")
    func changingClocks() {
        // Europe/Berlin, 25 October 2026: 02:59 summer time is followed by 02:00.
        let change = Date(timeIntervalSince1970: 1_792_890_000)
        let clock = { (now: Date) in Clock(now: now) { $0 < change ? 7_200 : 3_600 } }
        let evening = clock(change.addingTimeInterval(10 * 3_600))
        #expect(evening.midnight == change.addingTimeInterval(-3 * 3_600))
        #expect(evening.nextMidnight == change.addingTimeInterval(22 * 3_600))
        let night = clock(change.addingTimeInterval(-3_600))
        #expect(night.midnight == evening.midnight && night.nextMidnight == evening.nextMidnight)
    }

    @Test("A day in which the hour after midnight is skipped begins at 1:00", arguments: [-3_600.0, -1, 0, 3_600])
    func missingMidnight(_ seconds: Double) {
        // America/Santiago, 6 September 2026: 23:59 is followed by 1:00.
        let change = Date(timeIntervalSince1970: 1_788_667_200)
        let clock = Clock(now: change.addingTimeInterval(seconds)) { $0 < change ? -14_400 : -10_800 }
        #expect((seconds < 0 ? clock.nextMidnight : clock.midnight) == change)
    }

    @Test("Rows of articles wake an idle reader at midnight only")
    func idle() {
        var rig = Rig(columns: 120)
        for index in rig.subscriptions.indices { rig.subscriptions[index].health.lastSuccess = nil }
        rig.start()
        #expect(rig.state.nextChange == Date(timeIntervalSince1970: 1_795_219_200))
    }

    @Test(
        "A countdown changes at full seconds or minutes, whatever wakes the reader earlier",
        arguments: [(870.0, 840.0), (840.0, 780.0), (150.0, 120.0), (120.0, 119.0), (14.5, 14.0), (0.5, 0.0)])
    func countdown(_ left: Double, _ next: Double) {
        var rig = Rig(columns: 120)
        for index in rig.subscriptions.indices { rig.subscriptions[index].health.lastSuccess = nil }
        rig.start()
        let nextTry = Rig.now.addingTimeInterval(left)
        rig.send(.connectivity(.unreachable(nextTry: nextTry)))
        #expect(rig.state.nextChange == nextTry.addingTimeInterval(-next))
    }

    @Test("An undated or future article is shown with the time of its arrival, and a mark that says so")
    func undated() {
        var rig = Rig(columns: 120, rows: 20)
        rig.articles[0].item.published = nil
        rig.start()
        rig.press("k", "Enter", "Enter")
        #expect(rig.line(with: "arrived Fri 20 Nov 2026 14:22, undated") != nil)
        rig.articles[0].item.published = Rig.now.addingTimeInterval(86_400 * 500)
        rig.press("q", "j", "Enter", "q", "k", "Enter")
        #expect(rig.line(with: "arrived Fri 20 Nov 2026 14:22, dated") != nil)
    }

    @Test("Lists show dates in the form of date-format, and narrow rows show the short form")
    func dateFormat() {
        var rig = Rig(columns: 200, rows: 20)
        rig.start()
        rig.press("k", "Enter")
        #expect(rig.line(with: "●  14:22  ") != nil)
        setFormat("%d.%m.%Y %H:%M", in: &rig)
        #expect(rig.line(with: "● 20.11.2026 14:22  ") != nil)
        rig.send(.input(.resized(Size(columns: 40, rows: 20))))
        #expect(rig.line(with: "●  14:22  Article 0") != nil)
        rig.send(.input(.resized(Size(columns: 200, rows: 20))))
        for wrong in ["iso", "%Q", "%A %A %A %A"] {
            setFormat(wrong, in: &rig)
            #expect(rig.line(with: "date-format must be short, or a pattern of strftime such as \"%Y-%m-%d\"") != nil)
            #expect(rig.line(with: "● 20.11.2026 14:22  ") != nil)
        }
        setFormat("short", in: &rig)
        #expect(rig.line(with: "●  14:22  ") != nil)
    }

    private func setFormat(_ format: String, in rig: inout Rig) {
        rig.press(":")
        rig.type("set date-format \(format)")
        rig.press("Enter")
    }
}
