import Testing

@testable import ArticleStorage

@Suite struct FolderPathTests {
    @Test(arguments: [
        ([], []), (["a"], ["a"]), (["a b", "c/d"], ["a b", "c/d"]), (["", "a", ""], ["a"]), (["a\u{1F}b"], ["ab"]),
    ])
    func `A path keeps the names of folders, and drops separators and empty names`(_ given: [String], _ kept: [String])
    {
        #expect(FolderPath(FolderPath(given).names).names == kept)
    }
}
