import Foundation
import Testing

@testable import FeedRefresh

@Suite struct MarkWatchTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// Returns, for each time, true if the newest mark with this number is sent then.
    private func sends(_ watch: inout MarkWatch, _ moments: [(last: Int64?, seconds: Double)]) -> [Bool] {
        moments.map { moment in
            let time = now + moment.seconds
            guard let due = watch.dueTime(last: moment.last, at: time), due <= time else { return false }
            watch.recordAttempt(at: time)
            return true
        }
    }

    @Test("Marks are sent two seconds after the last one was made")
    func quiet() {
        var watch = MarkWatch()
        #expect(
            sends(&watch, [(nil, 0), (7, 10), (8, 11.5), (8, 13), (8, 13.5)]) == [false, false, false, false, true])
    }

    @Test("Marks that the server did not accept are sent again after half a minute, or with the next mark")
    func again() {
        var watch = MarkWatch()
        #expect(sends(&watch, [(8, 0), (8, 2), (8, 31.5), (8, 32)]) == [false, true, false, true])
        #expect(sends(&watch, [(9, 40), (9, 42), (nil, 43), (10, 44), (10, 46)]) == [false, true, false, false, true])
    }

    @Test("Marks that follow each other without a pause are sent every half minute")
    func maximumRunDuration() {
        var watch = MarkWatch()
        let sent = sends(&watch, (0...60).map { (Int64($0), Double($0)) })
        #expect(sent.indices.filter { sent[$0] } == [30, 60])
    }

    @Test("A clock that is set back does not postpone the marks")
    func clockSetBack() {
        var watch = MarkWatch()
        #expect(sends(&watch, [(8, 7_200), (8, 0), (8, 2)]) == [false, false, true])
    }

    @Test(
        "The schedule's step before each check does not postpone the marks",
        arguments: [(2.0, 1.0), (0.5, 0), (-3, 0)])
    func step(_ due: Double, _ sleep: Double) {
        #expect(FeedService.sleep(until: now + due, at: now) == sleep)
        #expect(FeedService.sleep(until: nil, at: now) == nil)
    }
}
