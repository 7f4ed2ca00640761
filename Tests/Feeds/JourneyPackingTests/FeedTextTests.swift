import ArticleText
import FeedModel
import Testing

@testable import JourneyPacking

@Suite struct FeedTextTests {
    private static let photo = "https://a.example/pier.jpg"
    private static let recording = Enclosure(url: "https://a.example/e.mp3", mimeType: "audio/mpeg")

    /// Returns the descriptions of the pictures of a text.
    private func pictures(
        _ html: String?, _ enclosures: [Enclosure], preview: String? = nil, _ extent: DocumentBuilder.Extent = .whole
    ) -> [String] {
        var item = ParsedItem(id: "1")
        item.contentHTML = html
        item.summary = "Fog."
        item.enclosures = enclosures
        item.imageURL = preview
        return item.document(extent).blocks.compactMap { block in
            if case .picture(let description, _, _, _) = block.content { description } else { nil }
        }
    }

    @Test("Pictures that the feed attaches follow text without pictures", arguments: ["<p>Fog.</p>", nil])
    func attached(html: String?) {
        let files = [
            Enclosure(url: Self.photo + "?width=140", mimeType: "image/jpeg", title: "a\u{1B} pier"),
            Enclosure(url: Self.photo + "?width=460", mimeType: "image/jpeg"), Self.recording,
            Enclosure(url: "https://a.example/gull.png", mimeType: "image/png"),
        ]
        #expect(pictures(html, files) == ["a pier", "gull.png"])
    }

    @Test("Attached pictures whose addresses differ only in the query are different, unless the path names the file")
    func namedByQuery() {
        let addresses = ["https://a.example/get?id=1", "https://a.example/get?id=2", Self.photo, Self.photo + "?w=9"]
        let files = addresses.enumerated().map {
            Enclosure(url: $0.element, mimeType: "image/jpeg", title: "\($0.offset)")
        }
        #expect(pictures("<p>Fog.</p>", files) == ["0", "1", "2"])
    }

    @Test("Text with a picture of its own shows no attached picture")
    func ownPicture() {
        let files = [Enclosure(url: Self.photo, mimeType: "image/jpeg")]
        #expect(pictures("<p>Fog.</p><img src='https://a.example/large.jpg' alt='a gull'>", files) == ["a gull"])
    }

    @Test("The preview of a video is shown, but not the cover beside a recording")
    func preview() {
        #expect(pictures("<p>Fog.</p>", [], preview: Self.photo) == ["pier.jpg"])
        #expect(pictures("<p>Fog.</p>", [Self.recording], preview: Self.photo).isEmpty)
        #expect(pictures("<p>Fog.</p>", [Enclosure(url: Self.photo)], preview: Self.photo) == ["pier.jpg"])
    }

    @Test(
        "The beginning of an article's text has no attached pictures; a file on this machine is not an attached picture"
    )
    func leftOut() {
        let long = String(repeating: "<p>The ferry leaves the harbour at ten in the rain.</p>", count: 2_000)
        #expect(pictures(long, [], preview: Self.photo, .beginning(blocks: 10)).isEmpty)
        #expect(pictures("<p>Fog.</p>", [], preview: "file:///pier.jpg").isEmpty)
    }
}
