import Basics
import Testing

@Suite struct HomeFolderTests {
    @Test(
        "A path starts at the home folder, at the root, or in the folder where the program was started",
        arguments: [
            ("~/a/b", "/home/me/a/b"), ("/a", "/a"), ("a/b", "/tmp/a/b"), ("~you/a", "/tmp/~you/a"), ("~", "/tmp/~"),
        ])
    func expanded(_ path: String, _ expected: String) {
        #expect(HomeFolder.expanded(path, home: "/home/me", from: "/tmp") == expected)
    }

    @Test("Without a home folder, nothing is read from the root instead")
    func withoutHome() {
        #expect(HomeFolder.expanded("~/secret", home: nil, from: "/tmp") == "/tmp/~/secret")
    }

    @Test("If HOME is missing or relative, the home folder comes from the user database")
    func path() {
        #expect(HomeFolder.path(variable: "/home/me") == "/home/me")
        #expect(HomeFolder.path(variable: "relative") == HomeFolder.path(variable: nil))
        #expect(HomeFolder.path(variable: nil)?.hasPrefix("/") != false)
    }
}
