internal import Basics
internal import FeedModel
internal import Markup

internal import struct FoundationEssentials.Date

/// The values read so far for a feed or for one of its items: the same elements describe both.
struct FeedDraft {
    var base: String?
    var language: String?
    var title = Ranked<TextElement>()
    var subtitle = Ranked<TextElement>()
    var bodies: [RankedBody] = []
    var links = DraftLinks()
    var identifier = Ranked<String>()
    /// The first `id` or `dc:identifier` that is a web address: the page of an item without a link.
    var identifierPage: String?
    var published = Ranked<Date>()
    var updated = Ranked<Date>()
    var authors: [RankedAuthor] = []
    var sourceAuthors: [Author] = []
    var tags = DistinctList<String>()
    var enclosures = EnclosureList()
    /// The address of the file whose element was read last; nil if that element names no file.
    private var lastFile: String?
    /// True if the file's element that was read last describes a picture, even if it names no file.
    private(set) var isLastFilePicture = false
    var transcript = TranscriptChoice()
    var chapters = ChapterList()
    var picture = Ranked<String>()
    /// In seconds, of the first enclosure.
    var duration: Double?
    var hints = FeedHints()

    struct RankedBody {
        let rank: Int
        let element: TextElement
    }

    struct RankedAuthor {
        let rank: Int
        let author: Author
    }

    /// Maximum number of bodies of one item that are kept; real feeds have fewer.
    private static let maximumBodies = 16
    private static let maximumAuthors = 200

    init(base: String? = nil, language: String? = nil) {
        self.base = base
        self.language = language
    }

    // MARK: Recording elements

    /// RDF names items and CDF links them in the start tag.
    mutating func recordAttributes(of tag: StartTag, from scanner: inout MarkupScanner) {
        guard !tag.attributes.isEmpty else { return }
        if let about = scanner.attribute("rdf:about", of: tag).map({ WhiteSpace.collapsed($0) })?.nonEmpty {
            identifier.offer(about, rank: 0)
            if WebAddress.isWebPage(about) { links.page.offer(about, rank: 6) }
        }
        if let address = scanner.attribute("href", of: tag)?.trimmingSpaces.nonEmpty {
            links.page.offer(WebAddress.resolve(address, against: base), rank: 5)
        }
    }

    mutating func record(
        _ element: FeedElement, _ capture: Capture, from scanner: inout MarkupScanner, in native: Vocabulary
    ) {
        switch element.meaning {
        case .title(let rank): offer(element, capture, to: \.title, rank, &scanner)
        case .subtitle(let rank): offer(element, capture, to: \.subtitle, rank, &scanner)
        case .body(let rank): recordBody(element, capture, rank, &scanner)
        case .link: links.record(element, capture, from: &scanner, in: native, enclosures: &enclosures)
        case .feedBurnerLink:
            if let address = address(capture, element, &scanner) { links.page.offer(address, rank: -1) }
        case .feedBurnerEnclosure:
            if let address = address(capture, element, &scanner) { enclosures.correctFirst(url: address) }
        case .comments: links.comments = links.comments ?? address(capture, element, &scanner)
        case .commentCount: links.commentCount = links.commentCount ?? scanner.value(capture).flatMap(DraftLinks.count)
        case .commentsFeed: links.commentsFeed = links.commentsFeed ?? address(capture, element, &scanner)
        case .identifier(let rank): recordIdentifier(element, capture, rank, &scanner)
        case .published(let rank): recordDate(capture, \.published, rank, &scanner)
        case .updated(let rank): recordDate(capture, \.updated, rank, &scanner)
        case .author(let rank): recordAuthors(element, capture, rank, &scanner)
        case .source: sourceAuthors += PersonReading.authors(in: capture, base: element.base, from: &scanner)
        case .tag: recordTag(element, capture, &scanner)
        case .tagList: recordTagList(capture, &scanner)
        case .podcastCategory: recordCategory(element, &scanner)
        case .podcastLink(let rank): recordPicture(link: element, capture, rank, &scanner)
        case .language: language = scanner.word(capture) ?? language
        case .enclosure, .mediaContent: recordEnclosure(element, &scanner)
        case .transcript: transcript.offer(element.tag, base: element.base, from: &scanner)
        case .chapter: chapters.append(element, from: &scanner)
        case .picture(let rank): recordPicture(element, capture, rank, &scanner)
        case .duration: duration = duration ?? scanner.value(capture).flatMap(Duration.seconds)
        case .timeToLive, .hour, .updatePeriod, .updateFrequency: recordHint(element.meaning, capture, &scanner)
        case .root, .channel, .item, .wrapper, .skipHours, .ignored: break
        }
    }

    /// Records an element that says how often to poll the feed.
    private mutating func recordHint(_ meaning: Meaning, _ capture: Capture, _ scanner: inout MarkupScanner) {
        let value = scanner.value(capture)
        switch meaning {
        case .timeToLive: hints.timeToLive = value.flatMap { Int($0, within: 0...Int.max) }
        // RSS 0.91 counts hours 1–24, RSS 2.0 0–23.
        case .hour: if let hour = value.flatMap({ Int($0, within: 0...24) }) { hints.skipHours.insert(hour % 24) }
        case .updatePeriod: hints.updatePeriod = value
        case .updateFrequency: hints.updateFrequency = value.flatMap { Int($0, within: FeedHints.frequencies) }
        default: break
        }
    }

    private func text(_ element: FeedElement, _ capture: Capture, _ scanner: inout MarkupScanner) -> TextElement {
        let type = scanner.attribute("type", of: element.tag)
        guard Self.hasParts(type),
            Self.hasAlternatives(type)
                || scanner.lastContent(in: capture, where: { !Self.isInline($0) }) != nil,
            let part = scanner.lastContent(in: capture, where: { Self.isText($0) })
        else { return text(element, tag: element.tag, capture, base: element.base, &scanner) }
        let base = scanner.attribute("xml:base", of: part.tag)
            .flatMap { XMLFeedReader.usable(WebAddress.resolve($0, against: element.base)) }
        return text(element, tag: part.tag, part.capture, base: base ?? element.base, &scanner)
    }

    private static func hasParts(_ type: String?) -> Bool {
        type?.trimmingSpaces.lowercased().hasPrefix("multipart/") ?? false
    }

    /// Atom 0.3: a content of several forms holds one element for each, the best one last (RFC 2046 §5.1.4). In other
    /// kinds of `multipart` all parts belong to the text. They can be read together if all are inline; else only the
    /// last readable one is shown.
    private static func hasAlternatives(_ type: String?) -> Bool {
        type?.trimmingSpaces.lowercased().hasPrefix("multipart/alternative") ?? false
    }

    /// True for the type of a part whose elements belong to the document; false for escaped HTML or base64.
    private static func isInline(_ type: String?) -> Bool {
        guard let type = type?.trimmingSpaces.lowercased() else { return false }
        return type == "xhtml" || type.hasPrefix("application/") && type.hasSuffix("xml")
    }

    /// True for the type of a part that can be read: the last one may be a picture.
    private static func isText(_ type: String?) -> Bool {
        guard let type = type?.trimmingSpaces.lowercased().nonEmpty else { return true }
        return ["text", "html", "xhtml"].contains(type) || type.hasPrefix("text/")
            || type.hasPrefix("application/") && type.hasSuffix("xml")
    }

    private func text(
        _ element: FeedElement, tag: StartTag, _ capture: Capture, base: String?, _ scanner: inout MarkupScanner
    ) -> TextElement {
        let holdsElements = if case .markup = capture.content { true } else { false }
        let form = TextElement.Form(
            type: scanner.attribute("type", of: tag), mode: scanner.attribute("mode", of: tag),
            vocabulary: element.vocabulary, holdsElements: holdsElements)
        return TextElement(capture: capture, form: form, base: base)
    }

    private mutating func offer(
        _ element: FeedElement, _ capture: Capture, to slot: WritableKeyPath<FeedDraft, Ranked<TextElement>>,
        _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        guard self[keyPath: slot].wants(rank: rank), !scanner.isBlank(capture) else { return }
        self[keyPath: slot].offer(text(element, capture, &scanner), rank: rank)
    }

    private mutating func recordBody(
        _ element: FeedElement, _ capture: Capture, _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        if let source = scanner.attribute("src", of: element.tag)?.trimmingSpaces.nonEmpty {
            // RFC 4287 §4.1.3.2: the text is at another address.
            let address = WebAddress.resolve(source, against: element.base)
            links.page.offer(address, rank: 7)
            let type = scanner.attribute("type", of: element.tag).map { WhiteSpace.collapsed($0) }
            if let type, !type.hasPrefix("text/") { enclosures.append(Enclosure(url: address, mimeType: type)) }
        }
        guard bodies.count < Self.maximumBodies, !scanner.isBlank(capture) else { return }
        bodies.append(RankedBody(rank: rank, element: text(element, capture, &scanner)))
    }

    private func address(_ capture: Capture, _ element: FeedElement, _ scanner: inout MarkupScanner) -> String? {
        guard let reference = scanner.value(capture), !WebAddress.isScript(reference) else { return nil }
        return WebAddress.resolve(reference, against: element.base)
    }

    private mutating func recordIdentifier(
        _ element: FeedElement, _ capture: Capture, _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        guard identifier.wants(rank: rank) || rank == 0, let value = scanner.word(capture) else { return }
        identifier.offer(value, rank: rank)
        // A guid that is a web address is the link, unless `isPermaLink` is false.
        let isPermanent = scanner.attribute("ispermalink", of: element.tag)?.trimmingSpaces.lowercased() != "false"
        guard WebAddress.isWebPage(value) else { return }
        if rank == 0, isPermanent { links.page.offer(value, rank: 4) }
        if rank > 0 { identifierPage = identifierPage ?? value }
    }

    private mutating func recordDate(
        _ capture: Capture, _ slot: WritableKeyPath<FeedDraft, Ranked<Date>>, _ rank: Int,
        _ scanner: inout MarkupScanner
    ) {
        guard self[keyPath: slot].wants(rank: rank), let date = scanner.value(capture).flatMap(FeedDate.parse) else {
            return
        }
        self[keyPath: slot].offer(date, rank: rank)
    }

    private mutating func recordAuthors(
        _ element: FeedElement, _ capture: Capture, _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        guard authors.count < Self.maximumAuthors else { return }
        let people = PersonReading.people(capture, base: element.base, from: &scanner)
        authors += people.map { RankedAuthor(rank: rank, author: $0) }
    }

    private mutating func recordTag(_ element: FeedElement, _ capture: Capture, _ scanner: inout MarkupScanner) {
        let attribute =
            scanner.attribute("label", of: element.tag)?.nonEmpty
            ?? scanner.attribute("term", of: element.tag)?.nonEmpty
        if let attribute {
            if let tag = WhiteSpace.collapsed(attribute).nonEmpty { tags.append(tag) }
        } else if let line = scanner.line(TextElement(capture: capture, form: .guess, base: nil)) {
            tags.append(line)
        }
    }

    /// Records tags that commas separate.
    private mutating func recordTagList(_ capture: Capture, _ scanner: inout MarkupScanner) {
        for tag in (scanner.value(capture) ?? "").split(separator: ",") {
            if let tag = WhiteSpace.collapsed(String(tag)).nonEmpty { tags.append(tag) }
        }
    }

    private mutating func recordCategory(_ element: FeedElement, _ scanner: inout MarkupScanner) {
        guard let text = scanner.attribute("text", of: element.tag) else { return }
        if let tag = WhiteSpace.collapsed(text).nonEmpty { tags.append(tag) }
    }

    private mutating func recordEnclosure(_ element: FeedElement, _ scanner: inout MarkupScanner) {
        let found = EnclosureReading.enclosure(element.tag, base: element.base, from: &scanner)
        lastFile = found?.url
        let medium = scanner.attribute("medium", of: element.tag)
        isLastFilePicture = medium == "image" || found?.mimeType?.hasPrefix("image/") == true
        guard let enclosure = found else { return }
        if case .mediaContent = element.meaning {
            enclosures.append(rendition: enclosure)
        } else {
            enclosures.append(enclosure)
        }
        if isLastFilePicture { picture.offer(enclosure.url, rank: 5) }
    }

    /// Uses the description of a file as its title; Mastodon describes pictures this way.
    mutating func describeFile(_ element: FeedElement, _ capture: Capture, from scanner: inout MarkupScanner) {
        guard let file = lastFile else { return }
        let description = text(element, capture, &scanner)
        if let line = scanner.line(description) { enclosures.describe(file, as: line) }
    }

    private mutating func recordPicture(
        link: FeedElement, _ capture: Capture, _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        guard scanner.attribute("rel", of: link.tag)?.trimmingSpaces.lowercased() == "image" else { return }
        recordPicture(link, capture, rank, &scanner)
    }

    private mutating func recordPicture(
        _ element: FeedElement, _ capture: Capture, _ rank: Int, _ scanner: inout MarkupScanner
    ) {
        guard picture.wants(rank: rank),
            let reference = attribute(ofPicture: element.tag, &scanner) ?? scanner.text(ofPicture: capture),
            !WebAddress.isScript(reference)
        else { return recordPictureElsewhere(element, rank + 1, &scanner) }
        let url = WebAddress.resolve(reference, against: element.base)
        guard element.vocabulary != .media || isIllustration(url, element.tag, &scanner) else { return }
        picture.offer(url, rank: rank)
    }

    /// False for the portrait of the author, which GitHub and GitLab name as the small thumbnail of each entry.
    private func isIllustration(_ url: String, _ tag: StartTag, _ scanner: inout MarkupScanner) -> Bool {
        let width = scanner.attribute("width", of: tag).flatMap { Int($0, within: Self.portraitWidths) }
        return width == nil && Enclosure(url: url).isUseful
    }

    /// In pixels; 0 says nothing about the picture.
    private static let portraitWidths = 1...48

    private func attribute(ofPicture tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        let attribute = scanner.attribute("url", of: tag) ?? scanner.attribute("href", of: tag)
        return attribute?.trimmingSpaces.nonEmpty
    }

    /// RSS 1.0 §5.3.4: a channel only points at its picture element, which has its own address; usually the two are equal.
    private mutating func recordPictureElsewhere(_ element: FeedElement, _ rank: Int, _ scanner: inout MarkupScanner) {
        guard let reference = scanner.attribute("rdf:resource", of: element.tag)?.trimmingSpaces.nonEmpty,
            !WebAddress.isScript(reference)
        else { return }
        picture.offer(WebAddress.resolve(reference, against: element.base), rank: rank)
    }
}

extension MarkupScanner {
    /// RSS has a child `url`, Atom only the address.
    fileprivate mutating func text(ofPicture capture: Capture) -> String? {
        if case .markup = capture.content { childText("url", in: capture) } else { value(capture) }
    }
}
