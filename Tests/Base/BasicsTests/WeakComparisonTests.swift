import Basics
import Testing

@Suite struct WeakComparisonTests {
    @Test(
        "Tags are equal if their bytes after W/ are",
        arguments: [
            ("\"a\"", "\"a\"", true), ("W/\"a\"", "\"a\"", true), ("W/\"a\"", "W/\"a\"", true), ("a", "W/a", true),
            ("\"a\"", "\"b\"", false), ("w/\"a\"", "\"a\"", false), ("\"é\"", "\"e\u{301}\"", false),
        ])
    func tags(_ one: String, _ other: String, _ areEqual: Bool) {
        #expect(WeakComparison.areEqual(one[...], other[...]) == areEqual)
        #expect(WeakComparison.areEqual(other[...], one[...]) == areEqual)
    }
}
