import Foundation
import Testing

@testable import Basics

@Suite struct TimestampTests {
    @Test(
        "A date is written in UTC, rounded down to whole seconds",
        arguments: [
            (0.0, "1970-01-01T00:00:00Z"), (-0.5, "1969-12-31T23:59:59Z"), (951_827_696.9, "2000-02-29T12:34:56Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        ])
    func text(_ seconds: Double, _ text: String) {
        #expect(Date(timeIntervalSince1970: seconds).timestamp == text)
    }

    @Test("A date outside the years 1 to 9999 is written as the nearer limit")
    func ends() {
        #expect(Date(timeIntervalSince1970: 1e15).timestamp == "9999-12-31T23:59:59Z")
        #expect(Date(timeIntervalSince1970: -1e15).timestamp == "0001-01-01T00:00:00Z")
    }

    @Test("Foundation writes the same text") func foundation() {
        for seconds in stride(from: -2_000_000_000.0, to: 4_000_000_000, by: 12_345_679) {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(date.timestamp == date.formatted(.iso8601))
        }
    }
}
