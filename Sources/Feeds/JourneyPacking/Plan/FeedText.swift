package import ArticleText
import Basics
package import FeedModel

extension ParsedItem {
    /// Returns the feed's text of an article. If the text shows no picture, those that the feed attaches follow it.
    package func document(_ extent: DocumentBuilder.Extent = .whole, length: Int? = nil) -> Document {
        var document =
            contentHTML.map { DocumentBuilder.document(html: $0, base: url, extent, length: length) }
            ?? DocumentBuilder.document(text: contentText ?? summary ?? "", extent, length: length)
        let showsPicture = document.blocks.contains { if case .picture = $0.content { true } else { false } }
        guard !document.isBeginning, !showsPicture else { return document }
        for picture in attachedPictures { document.append(picture: picture.url, described: picture.title) }
        return document
    }

    /// The pictures among the enclosures, each in one size, or the preview of a video, which has no enclosures. The
    /// cover beside an episode's recording is left out: it is often the same for all episodes.
    private var attachedPictures: [Enclosure] {
        let preview = imageURL.map { [Enclosure(url: $0)] } ?? []
        var known: Set<Substring> = []
        return (files.isEmpty ? preview : files).filter {
            ($0.url == imageURL || $0.mimeType?.hasPrefix("image/") == true) && WebAddress.isHTTP($0.url)
                && known.insert(FileAddress.comparable($0.url)).inserted
        }
    }
}
