import FeedModel
import Testing

@Suite struct FolderNamesTests {
    @Test(
        "A slash separates nested folders; blanks around names and empty names are dropped",
        arguments: [
            ("News", ["News"]), ("News/Tech", ["News", "Tech"]), (" Night trains / Old ", ["Night trains", "Old"]),
            ("/a//b/", ["a", "b"]), ("", []), (" / ", []),
        ])
    func path(_ text: String, _ names: [String]) {
        #expect(FolderNames.path(text) == names)
    }

    @Test(
        "Text can name an existing folder even if the server's name for it contains a slash",
        arguments: [
            ("a/b", ["a/b"]), ("Server/c/d", ["Server", "c/d"]), ("Server", ["Server"]), ("a", ["a"]),
            ("new/a/b", ["new", "a", "b"]), ("", []),
        ])
    func existing(_ text: String, _ names: [String]) {
        let folders = [["a/b", "inside"], ["Server", "c/d"], []]
        #expect(FolderNames.path(text, among: folders) == names)
    }

    @Test("The length of an outline's path is limited, whatever the names contain")
    func deepNames() {
        let deep = String(repeating: "x/", count: 100_000)
        let folder = OPMLOutline(title: deep, folder: ["a/b"]).nested
        #expect(folder.folder.count + 1 == OPMLDocument.maximumFolderDepth && folder.title == "x")
        #expect(folder.folder.prefix(3) == ["a", "b", "x"])
        let feed = OPMLOutline(title: "AC/DC", feedURL: "https://a.example/", folder: [deep]).nested
        #expect(feed.folder.count == OPMLDocument.maximumFolderDepth && feed.title == "AC/DC")
    }

    @Test("Names without a slash stay as they are in the list")
    func plainNames() {
        let outline = OPMLOutline(title: " Old ", folder: ["News "])
        #expect(outline.nested == outline)
    }
}
