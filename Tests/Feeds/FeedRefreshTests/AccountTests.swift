import ArticleStorage
import FeedModel
import ScriptedOrigin
import Testing

@testable import FeedRefresh

/// Tests of an account whose server is a `ScriptedHub`.
protocol AccountTests {
    var rig: ServiceRig { get }
    var hub: ScriptedHub { get }
}

extension AccountTests {
    func add() async throws {
        let report = try await rig.service.addAccount(rig.origin.url("/items.json")).report
        #expect(report?.problem == nil)
    }

    @discardableResult
    func sync() async throws -> RefreshReport {
        rig.pass(seconds: 3600)
        return try await rig.service.refresh(reason: .everything)
    }

    func titles() throws -> Set<String> {
        Set(try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 1_000).rows.map(\.title))
    }

    func id(_ number: Int) throws -> ArticleID {
        try rig.store.page(of: ArticleListing(.all, midnight: rig.now), at: .start, limit: 1_000).rows
            .first { $0.title == "Article \(number)" }!.id
    }

    func expected(_ numbers: some Sequence<Int>) -> Set<String> {
        Set(numbers.map { "Article \($0)" })
    }

    var targets: [String] { rig.origin.requests.map(\.target) }
}
