import FeedModel
import Testing

@testable import ArticleStorage

@Suite struct RecordsTests {
    @Test("An empty list is stored as NULL") func anEmptyListIsNull() {
        #expect(Records.encode([Author]()) == nil)
        #expect(Records.authors(nil) == [])
        #expect(Records.enclosures(nil) == [])
        #expect(Records.tags(nil) == [])
    }

    @Test("Separators within text do not split it") func separatorsInTextDoNotDivideIt() {
        let column = Records.encode(["a\u{1E}b\u{1F}c", "d"])
        #expect(Records.tags(column) == ["abc", "d"])
    }
}
