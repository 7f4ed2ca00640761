import FoundationEssentials
import HTTPTypes
import Testing

@testable import FeedRefresh

@Suite struct RetryAfterTests {
    /// Thu, 26 Nov 2026 18:34:00 GMT.
    private let now = Date(timeIntervalSince1970: 1_795_718_040)

    @Test(
        "The wait is read in seconds, from a number, or from a date by the server's clock",
        arguments: [
            ("120", nil, 120),
            ("Thu, 26 Nov 2026 18:36:00 GMT", nil, 120),
            // The local clock is a day behind, then an hour ahead.
            ("Fri, 27 Nov 2026 20:00:00 GMT", "Fri, 27 Nov 2026 19:59:00 GMT", 60),
            ("Thu, 26 Nov 2026 17:36:00 GMT", "Thu, 26 Nov 2026 17:34:00 GMT", 120),
            // The wait is over, or is far beyond the longest wait.
            ("Thu, 26 Nov 2026 18:33:00 GMT", "Thu, 26 Nov 2026 18:34:00 GMT", -60),
            ("Thu, 26 Nov 2099 18:34:00 GMT", "Thu, 26 Nov 2026 18:34:00 GMT", 604_800),
            ("Thu, 26 Nov 2026 18:36:00 GMT", "yesterday", 120),
            ("soon", nil, nil),
        ] as [(String, String?, Double?)])
    func wait(_ value: String, _ date: String?, _ seconds: Double?) {
        var fields: HTTPFields = [.retryAfter: value]
        fields[.date] = date
        #expect(RetryAfter.date(in: fields, now: now) == seconds.map { now + $0 })
    }

    @Test("The longest wait of several lines counts, and a line that cannot be read does not")
    func lines() {
        var fields = HTTPFields()
        for value in ["10", "soon", "Thu, 26 Nov 2026 18:36:00 GMT", "60"] {
            fields.append(HTTPField(name: .retryAfter, value: value))
        }
        #expect(RetryAfter.date(in: fields, now: now) == now + 120)
    }
}
