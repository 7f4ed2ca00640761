import Testing

@testable import ArticleStorage

@Suite struct FolderPathTests {
    @Test(arguments: [
        ([], []), (["a"], ["a"]), (["a b", "c/d"], ["a b", "c/d"]), (["", "a", ""], ["a"]), (["a\u{1F}b"], ["ab"]),
    ])
    func `a path keeps the names of folders, without separators and empty ones`(_ given: [String], _ kept: [String]) {
        #expect(FolderPath(FolderPath(given).names).names == kept)
    }
}
