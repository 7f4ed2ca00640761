import FeedModel
import Foundation
import Screen
import Testing

@testable import ReaderEngine
@testable import ReaderUI

@Suite struct FrameScheduleTests {
    private let start = Date(timeIntervalSince1970: 1_790_000_000)
    private let state = State(
        size: Size(columns: 80, rows: 24), clock: Clock(now: Date(timeIntervalSince1970: 1_790_000_000)))

    @Test("An idle reader does not wake up")
    func idle() {
        var schedule = FrameSchedule(isWatched: true)
        expect(schedule.wakeUp(screen: nil), nil)
        expect(schedule.wakeUp(screen: start), start)
    }

    @Test("A wake-up that changes nothing on the screen paints nothing")
    func frames() {
        var schedule = FrameSchedule(isWatched: true)
        expect(schedule.dequeueFrame(at: start), true)
        expect(schedule.dequeueFrame(at: start), false)
        expect(schedule.wakeUp(screen: start), start)
        schedule.tick(at: start.addingTimeInterval(-1))
        expect(schedule.dequeueFrame(at: start), false)
        schedule.tick(at: start)
        expect(schedule.dequeueFrame(at: start), true)
        schedule.invalidateScreen()
        expect(schedule.dequeueFrame(at: start), true)
        expect(schedule.dequeueFrame(at: start), false)
    }

    @Test("The first of many sizes is shown at once, and the last one after the interval")
    func sizes() {
        var schedule = FrameSchedule(isWatched: true)
        expect(schedule.dequeueFrame(at: start), true)
        for time in [1, 1.01, 1.2] {
            schedule.resized()
            expect(schedule.dequeueFrame(at: start.addingTimeInterval(time)), time == 1)
            expect(schedule.isFrameDelayed, time > 1)
        }
        expect(schedule.wakeUp(screen: nil), start.addingTimeInterval(1.25))
        schedule.invalidateScreen()
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.21)), false)
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.25)), true)
        expect(schedule.isFrameDelayed, false)
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.26)), false)
        expect(schedule.wakeUp(screen: nil), nil)
        schedule.invalidateScreen()
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.27)), true)
        // The clock was set back.
        schedule.resized()
        expect(schedule.dequeueFrame(at: start), true)
    }

    @Test("Progress that is due waits for the frame of another size without a wake-up of its own")
    func progressAndSize() {
        var schedule = FrameSchedule(isWatched: true)
        schedule.resized()
        expect(schedule.dequeueFrame(at: start), true)
        schedule.resized()
        schedule.progressed(at: start.addingTimeInterval(0.1))
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(0.1)), false)
        expect(schedule.wakeUp(screen: nil), start.addingTimeInterval(0.25))
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(0.25)), true)
        expect(schedule.wakeUp(screen: nil), nil)
    }

    @Test("Of many reports of progress, the first is shown at once, and the last one after the interval")
    func progress() {
        var schedule = FrameSchedule(isWatched: true)
        expect(schedule.dequeueFrame(at: start), true)
        for time in [1, 1.01, 1.4] {
            schedule.progressed(at: start.addingTimeInterval(time))
            expect(schedule.dequeueFrame(at: start.addingTimeInterval(time)), time == 1)
        }
        expect(schedule.wakeUp(screen: nil), start.addingTimeInterval(1.5))
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.5)), true)
        // Another frame shows the progress, too.
        schedule.progressed(at: start.addingTimeInterval(1.6))
        schedule.invalidateScreen()
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(1.61)), true)
        expect(schedule.dequeueFrame(at: start.addingTimeInterval(2)), false)
        expect(schedule.wakeUp(screen: nil), nil)
        // The clock was set back.
        schedule.progressed(at: start)
        expect(schedule.dequeueFrame(at: start), true)
    }

    @Test("The links of a text are painted soon while it is read, and later beside a list")
    func links() {
        let schedule = FrameSchedule(isWatched: true)
        var state = state
        expect(schedule.linkPause(in: state), 1_000)
        state.focus = .text
        expect(schedule.linkPause(in: state), 120)
    }

    @Test("If the library cannot be watched, it is checked every second")
    func unwatched() {
        var schedule = FrameSchedule(isWatched: false)
        expect(schedule.dequeueLibraryAction(at: start), .look)
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(0.9)), nil)
        expect(schedule.wakeUp(screen: nil), start.addingTimeInterval(1))
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(1)), .look)
    }

    @Test("Many writes cause one check per interval")
    func writes() {
        var schedule = FrameSchedule(isWatched: true)
        schedule.libraryWasWritten(at: start)
        expect(schedule.dequeueLibraryAction(at: start), .look)
        #expect(schedule.wantsReports)
        schedule.libraryWasWritten(at: start.addingTimeInterval(0.01))
        #expect(!schedule.wantsReports)
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(0.02)), nil)
        expect(schedule.wakeUp(screen: nil), start.addingTimeInterval(0.25))
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(0.25)), .look)
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(9)), nil)
    }

    @Test("A change is reloaded at once, and the next one after the interval")
    func changes() {
        var schedule = FrameSchedule(isWatched: true)
        schedule.libraryChanged(at: start)
        expect(schedule.dequeueLibraryAction(at: start), .reload)
        schedule.libraryChanged(at: start.addingTimeInterval(0.1))
        schedule.libraryChanged(at: start.addingTimeInterval(0.2))
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(0.2)), nil)
        expect(schedule.dequeueLibraryAction(at: start.addingTimeInterval(0.25)), .reload)
        #expect(schedule.library == .unchanged)
    }

    @Test("Only the feed opened last is fetched, after the frame")
    func visit() {
        var schedule = FrameSchedule(isWatched: true)
        for id in [1, 2] as [Int64] {
            let kept = schedule.defersUntilAfterFrame(
                .openFeed(SubscriptionID(rawValue: id)), in: state, isReplyToKey: false)
            #expect(kept)
        }
        expect(schedule.dequeueVisit(), .openFeed(SubscriptionID(rawValue: 2)))
        expect(schedule.dequeueVisit(), nil)
    }

    @Test("The column beside the feeds is loaded after the frame if a key requested it, otherwise at once")
    func neighbours() {
        var schedule = FrameSchedule(isWatched: true)
        let effect = Effect.loadArticle(ArticleID(rawValue: 7), .best, blocks: 0)
        let keptForReload = schedule.defersUntilAfterFrame(effect, in: state, isReplyToKey: false)
        #expect(!keptForReload && !schedule.hasNeighbours)
        let keptForKey = schedule.defersUntilAfterFrame(effect, in: state, isReplyToKey: true)
        #expect(keptForKey)
        let filled = schedule.dequeueNeighbours()
        #expect(filled == [effect] && !schedule.hasNeighbours)
    }

    private func expect<Value: Equatable>(
        _ value: Value, _ expected: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(value == expected, sourceLocation: sourceLocation)
    }
}
