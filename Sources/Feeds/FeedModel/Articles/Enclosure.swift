internal import Basics

/// A file attached to an article: RSS `enclosure`, Atom `link rel="enclosure"`, JSON Feed `attachments`,
/// `media:content`, `podcast:transcript`.
package struct Enclosure: Hashable, Sendable, Codable {
    /// The address, which is absolute if the feed's base is known.
    package var url: String
    package var mimeType: String?
    package var title: String?
    /// In bytes, as the feed claims; never negative.
    package var size: Int64?
    /// In seconds.
    package var duration: Double?

    package init(
        url: String, mimeType: String? = nil, title: String? = nil, size: Int64? = nil, duration: Double? = nil
    ) {
        self.url = url
        self.mimeType = mimeType
        self.title = title
        self.size = size
        self.duration = duration
    }

    /// True for a Flash film. Feeds of YouTube still name one for each video, and no player plays it: the item's link is
    /// the page with the video.
    private var isFlash: Bool { mimeType?.lowercased() == "application/x-shockwave-flash" }

    /// True for the author's portrait, which WordPress.com lists among the pictures of each article.
    private var isPortrait: Bool { url.prefix { $0 != "?" }.contains("gravatar.com/avatar/") }

    /// False for a file that no reader wants to open.
    package var isUseful: Bool { !isFlash && !isPortrait }

    // MARK: Transcripts

    /// The title of an episode's transcript, by which it differs from other text files.
    package static let transcriptTitle = "Transcript"

    /// The media types of transcripts with times, best first: the first two name the speakers.
    package static let timedTranscriptTypes = [
        "text/vtt", "application/json", "application/srt", "application/x-subrip", "text/srt",
    ]

    /// The media types of transcripts that can be read, best first: nearly all pages show the times.
    package static let transcriptTypes = timedTranscriptTypes + ["text/plain", "text/html"]

    /// True for a file with the words of an episode, which is read and not played.
    package var isTranscript: Bool {
        title == Self.transcriptTitle && mimeType.map(Self.transcriptTypes.contains) ?? false && WebAddress.isHTTP(url)
    }
}

extension ParsedItem {
    /// The transcript of an episode.
    package var transcript: Enclosure? { enclosures.first(where: \.isTranscript) }

    /// The enclosures except the transcript.
    package var files: [Enclosure] { enclosures.filter { !$0.isTranscript } }

    /// The address of the full text: the article's page, or the transcript of an episode, whose page rarely says more
    /// than its feed.
    package var fullTextURL: String? { transcript?.url ?? url ?? externalURL }

    /// Returns the address of the article's page if the other one is that of its transcript: some feeds name transcripts
    /// that are gone, or pages that a script fills.
    package func pageURL(insteadOf address: String) -> String? {
        guard address == transcript?.url, let page = url ?? externalURL, page != address, WebAddress.isHTTP(page) else {
            return nil
        }
        return page
    }
}
