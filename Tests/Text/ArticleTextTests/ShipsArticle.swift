import ArticleText
import Testing

/// An article whose text surrounds the part of a page that a test is about.
enum ShipsArticle {
    static let words =
        "The keeper of the north light has counted ships for thirty years, and last winter, he says, they were fewer."
    static let prose = String(repeating: "<p>\(words)</p>", count: 4)
}

/// Returns the outline of the main part of a page.
func mainText(ofPage page: String) throws -> String {
    let main = try #require(MainContent.extract(html: page, url: "https://quay.example/a"))
    return outline(DocumentBuilder.document(html: main.html, base: nil))
}

/// Returns the outline of the main part of a page that has `part` in the middle of its article.
func text(around part: String) throws -> String {
    let article = ShipsArticle.prose + part + ShipsArticle.prose
    return try mainText(ofPage: "<title>Ships</title><body><article>\(article)</article></body>")
}
