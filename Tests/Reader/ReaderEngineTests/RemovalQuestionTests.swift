import FeedModel
import Foundation
import Testing

@testable import ReaderEngine

@Suite struct RemovalQuestionTests {
    @Test("A confirmation applies once, to the same feed, within a minute")
    func answers() {
        let (feed, other) = (SubscriptionID(rawValue: 1), SubscriptionID(rawValue: 2))
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var question = RemovalQuestion()
        let commands: [(SubscriptionID, Double, Bool)] = [
            (feed, 0, false), (other, 1, false), (feed, 2, false), (feed, 61, true), (feed, 62, false),
            (feed, 122, false), (feed, 123, true),
        ]
        for (id, seconds, isAnswered) in commands {
            #expect(question.isAnswered(for: id, at: now.addingTimeInterval(seconds)) == isAnswered, "\(seconds)")
        }
    }
}
