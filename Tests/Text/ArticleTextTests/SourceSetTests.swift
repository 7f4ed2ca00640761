import Testing

@testable import ArticleText

@Suite struct SourceSetTests {
    @Test(
        "Of several widths the least of at least 640 pixels is taken, else the widest",
        arguments: [
            ("a.jpg 320w, b.jpg 640w, c.jpg 1280w", "b.jpg"),
            ("c.jpg 1280w,b.jpg 800w,a.jpg 320w", "b.jpg"),
            ("a.jpg 200w, b.jpg 400w", "b.jpg"),
            ("https://x.example/a,b.jpg 700w", "https://x.example/a,b.jpg"),
            ("a.jpg 1x, b.jpg 2x", nil),
            ("data:image/gif;base64,R0 1w, b.jpg 900w", "b.jpg"),
            ("a.jpg", nil), ("", nil), (",,, ,", nil), ("a.jpg -3w", nil),
        ] as [(String, String?)])
    func choice(_ list: String, _ expected: String?) {
        #expect(SourceSet.best(of: list) == expected)
    }
}
