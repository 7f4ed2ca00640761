import Testing

@testable import ArticleStorage

@Suite struct LibraryLocationTests {
    @Test(
        "The folder of a library is the part of its path before the name",
        arguments: [
            ("/data/lede/library.sqlite", "/data/lede/"), ("/library.sqlite", "/"), ("library.sqlite", "."),
            ("./library.sqlite", "./"),
        ])
    func folder(_ path: String, _ folder: String) {
        let location = LibraryLocation(path)
        #expect(location.folder == folder)
        #expect(location.name == "library.sqlite")
    }
}
