import Foundation
import Testing

@testable import FeedRefresh

@Suite struct MarkWatchTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// True for each of these seconds at which marks are due, if the newest mark has this number.
    private func due(_ watch: inout MarkWatch, _ moments: [(last: Int64?, seconds: Double)]) -> [Bool] {
        moments.map { watch.isDue(last: $0.last, at: now + $0.seconds) }
    }

    @Test("Marks are pushed after two seconds without a new mark")
    func quiet() {
        var watch = MarkWatch()
        #expect(due(&watch, [(nil, 0), (7, 10), (8, 11.5), (8, 13)]) == [false, false, false, false])
        // Unsettled marks are retried; settled ones are not.
        #expect(due(&watch, [(8, 13.5), (8, 14), (8, 16), (nil, 20)]) == [true, false, true, false])
    }

    @Test("Continuous marking is pushed every half minute")
    func longestRun() {
        var watch = MarkWatch()
        let told = due(&watch, (0...60).map { (Int64($0), Double($0)) })
        #expect(told.indices.filter { told[$0] } == [30])
        #expect(due(&watch, [(61, 60.5), (61, 61)]) == [false, true])
    }
}
