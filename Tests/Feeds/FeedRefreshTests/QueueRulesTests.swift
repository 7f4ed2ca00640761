import FeedModel
import Foundation
import Testing

@testable import ArticleStorage
@testable import FeedRefresh

@Suite struct QueueRulesTests {
    private func item(attempts: Int) -> QueuedItem {
        QueuedItem(
            id: 1, fetch: .everything, asked: Date(timeIntervalSince1970: 0), attempts: attempts, typedAddress: nil)
    }

    @Test(
        "The twentieth failed attempt is the last",
        arguments: [(0, AttemptResult.later(attempts: 1)), (18, .later(attempts: 19)), (19, .done), (40, .done)])
    func failures(_ before: Int, _ result: AttemptResult) {
        #expect(item(attempts: before).resultOfFailure == result)
    }

    @Test("A missing feed counts as ten attempts, and one more attempt confirms it")
    func absence() {
        let problem = FeedProblem(kind: .notFound, message: "404 Not Found")
        #expect(item(attempts: 0).result(with: problem) == .later(attempts: 10))
        #expect(item(attempts: 10).result(with: problem) == .later(attempts: 19))
        #expect(item(attempts: 19).result(with: problem) == .done)
    }

    @Test("No further attempt follows if none can help", arguments: [FeedProblem.Kind.gone, .credentials])
    func hopeless(_ kind: FeedProblem.Kind) {
        #expect(item(attempts: 0).result(with: FeedProblem(kind: kind, message: "")) == .done)
    }
}
