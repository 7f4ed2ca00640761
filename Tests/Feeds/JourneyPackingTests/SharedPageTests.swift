import ArticleStorage
import FeedModel
import PackStorage
import ScriptedOrigin
import Testing

@testable import JourneyPacking

/// Articles of several feeds that link to the same page.
@Suite struct SharedPageTests {
    @Test(
        "An article gets its page even if another article, newer or older, was packed with that page before",
        arguments: [0.0, 7_200])
    func packedBefore(age: Double) async throws {
        let rig = try JourneyRig()
        rig.route("/page") { _ in .response(fields: ["Content-Type": "text/html"], body: JourneyRig.page([])) }
        let article: (url: String?, html: String) = (rig.origin.url("/page"), "<p>Short.</p>")
        try rig.feed([article], named: "first", age: 3_600)
        try await rig.pack()
        try rig.feed([article], named: "second", age: age)
        try await rig.pack()
        #expect(try rig.store.pageText(for: rig.id("first 0")) != nil)
        #expect(try rig.store.pageText(for: rig.id("second 0")) != nil)
        #expect(try rig.mark("first 0") == .packed && rig.mark("second 0") == .packed)
    }
}
