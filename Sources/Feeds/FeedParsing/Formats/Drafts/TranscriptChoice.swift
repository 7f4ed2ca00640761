internal import Basics
internal import FeedModel
internal import Markup

/// The transcript of an episode: many feeds name it in several formats and some in several languages.
struct TranscriptChoice {
    private var found = Ranked<Enclosure>()
    /// The language of the first transcript, in lower case; the others are translations.
    private var language: String?

    var best: Enclosure? { found.value }

    mutating func offer(_ tag: StartTag, base: String?, from scanner: inout MarkupScanner) {
        guard let file = EnclosureReading.enclosure(tag, base: base, from: &scanner) else { return }
        let type = file.mimeType.map { WhiteSpace.collapsed(String($0.prefix { $0 != ";" })) }
        guard let rank = Enclosure.transcriptTypes.firstIndex(where: { $0 == type }) else { return }
        let language = scanner.attribute("language", of: tag)?.trimmingSpaces.lowercased().nonEmpty
        if found.value == nil { self.language = language }
        guard language == self.language else { return }
        found.offer(Enclosure(url: file.url, mimeType: type, title: Enclosure.transcriptTitle), rank: rank)
    }
}
