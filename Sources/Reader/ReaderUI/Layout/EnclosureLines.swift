package import ArticleText
import Basics
package import FeedModel
import Markup

/// The enclosures listed below an article's text: the enclosures that the text does not show. A transcript is read with
/// the key of the full text instead.
package struct EnclosureList: Equatable, Sendable {
    let shown: [Enclosure]
    /// The enclosures that a text without keys lists: `shown` and the transcripts.
    package let written: [Enclosure]
    /// The number of enclosures that are not listed.
    package let moreCount: Int
    /// All enclosures: first the enclosures that the text does not show, then the pictures of the text.
    let all: [Enclosure]

    /// Maximum number of enclosures listed.
    private static let limit = 5

    package init(_ enclosures: [Enclosure], below document: Document) {
        let pictures = Set(document.links.lazy.filter(\.isPicture).map { FileAddress.comparable($0.url) })
        let transcripts = enclosures.filter(\.isTranscript)
        let enclosures = enclosures.filter { !$0.isTranscript }
        let isInText = enclosures.map { pictures.contains(FileAddress.comparable($0.url)) }
        let left = zip(enclosures, isInText).filter { !$0.1 }.map(\.0)
        all = left + zip(enclosures, isInText).filter(\.1).map(\.0)
        shown = Array(left.prefix(Self.limit))
        written = shown + transcripts
        moreCount = left.count - shown.count
    }

    /// Returns the lines below a text, with the key that opens an enclosure.
    ///
    /// - Parameter transcriptKey: the key that shows the transcript, if there is one and another text is shown.
    func lines(
        width: Int, key: String, transcriptKey: String? = nil, dot: String, ellipsis: String
    ) -> [TextLayout.Line] {
        guard !shown.isEmpty || transcriptKey != nil else { return [] }
        let texts = shown.map { ["\(key)  \($0.shownName)"] + $0.facts }
        let more = moreCount > 0 ? ["\(ellipsis) \(Numbers.grouped(moreCount)) more (\(key))"] : []
        return [TextLayout.Line()]
            + texts.flatMap { ArticleHeader.wrapped($0, separator: " \(dot)", .accent, width) }
            + more.flatMap { ArticleHeader.wrapped($0, .dim, width) }
            + (transcriptKey.map { ArticleHeader.wrapped("\($0)  Transcript", .accent, width) } ?? [])
    }
}

extension Enclosure {
    /// The title, or else the file's name.
    package var shownName: String {
        if let title, !title.isEmpty { return title }
        let path = url.withoutQuery
        let parts = path.split(separator: "/")
        // The first two parts are the scheme and the host.
        guard parts.count > 2, let file = parts.last else { return "enclosure" }
        let name = SafeText.line(String(decoding: PercentEncoding.decoded(file), as: UTF8.self))
        return name.isEmpty ? "enclosure" : String(name.prefix(Self.maximumNameLength))
    }

    /// Maximum length of a file name that is shown, in characters.
    private static let maximumNameLength = 200

    /// The type, the duration and the size, if the feed gives them.
    package var facts: [String] {
        let length = duration.map { Numbers.duration($0) }
        // RSS requires a length, so a feed that does not know it gives 0.
        let size = size.flatMap { $0 == 0 ? nil : Numbers.bytes(Int($0)) }
        return [mimeType, length, size].compactMap(\.self).filter { !$0.isEmpty }
    }
}
