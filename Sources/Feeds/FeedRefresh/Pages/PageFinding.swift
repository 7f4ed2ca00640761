import ArticleStorage
import ArticleText
import Basics
import FeedParsing
import HTTPCache
import HTTPTypes

// Finds the text in the response for an article's page.
extension FeedService {
    indirect enum Finding {
        case text(PageText, SavedPageMetadata?)
        /// A login or a welcome page, and a hash of its text.
        case gate(Int64)
        /// A page with little text or none that names another page with the same text.
        case stub(PageStub)
        /// The response is not a web page, or is a page without a main text.
        case nothing
        /// Not a byte arrived, as while a server has a fault.
        case empty

        init(_ text: PageText?, _ metadata: SavedPageMetadata?) {
            self = text.map { .text($0, metadata) } ?? .nothing
        }
    }

    /// - Parameters:
    ///   - asked: the address that was asked.
    ///   - title: the article's title in its feed.
    func find(in reply: CachedReply, asked: String, title: String?) async throws(CacheError) -> Finding {
        let answer = AnsweredPage(
            asked: asked, answered: reply.url, contentType: reply.head.headerFields[.contentType], title: title)
        guard reply.head.status.bringsDocument, answer.isPage || Transcript.mayBe(answer.contentType, at: asked) else {
            return .nothing
        }
        let body = try await reply.decodedBody(limit: settings.pageBytes)
        guard !body.isEmpty else { return .empty }
        let finding = try? await parsing.run { answer.find(in: body) }
        return finding ?? .nothing
    }

    static func mayBePage(_ contentType: String?) -> Bool {
        guard let type = contentType?.lowercased() else { return true }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml") || PageSyntax.isText(type)
    }
}

/// The facts about a response that decide what its body proves.
private struct AnsweredPage: Sendable {
    /// The address that was asked.
    let asked: String
    /// The address that answered, after redirects.
    let answered: String
    let contentType: String?
    /// The article's title in its feed.
    let title: String?

    var isPage: Bool { FeedService.mayBePage(contentType) }

    func find(in body: [UInt8]) -> FeedService.Finding {
        let url = ShownAddress.of(answered)
        let bytes = PageDecoder.bytes(of: body, contentType: contentType)
        let transcript = Transcript.text(of: bytes)
        guard isPage || transcript != nil else { return .nothing }
        let page = transcript ?? bytes
        let syntax = transcript == nil ? PageSyntax(of: page, url: url, contentType: contentType) : .plainText
        let main = MainContent.extract(page: page, as: syntax, url: url)
        if syntax == .html, GatePage.isGate(page: page, textLength: main?.textLength ?? 0, title: title) {
            return .gate(TextFingerprint.of(html: page))
        }
        let text = main.map { pageText($0, isTranscript: transcript != nil) }
        let metadata = main.map(SavedPageMetadata.init)
        if PageAlternative.isStub(main),
            let other = PageAlternative.address(html: String(decoding: page, as: UTF8.self), url: url)
        {
            return .stub(
                PageStub(
                    url: url, text: text, metadata: metadata, textLength: main?.textLength ?? 0, alternative: other,
                    isVerified: PageProof.isVerified(asked: asked, answered: answered)))
        }
        return FeedService.Finding(text, metadata)
    }

    private func pageText(_ main: MainContent, isTranscript: Bool) -> PageText {
        // No hotspot answers with a transcript.
        let isProven =
            isTranscript || PageProof.isProven(asked: asked, answered: answered, article: title, page: main.title)
        return PageText(html: main.html, url: ShownAddress.of(isTranscript ? asked : answered), isProven: isProven)
    }
}

extension SavedPageMetadata {
    fileprivate init(_ main: MainContent) {
        self.init(
            title: main.title, author: main.author, published: main.date.flatMap(FeedDate.parse),
            language: main.language)
    }
}

extension PageText {
    /// A hotspot's page may come from another host, and is not proven: it does not replace a text. The kept text may be
    /// such a page; it is replaced once the requested host itself answers.
    func mayReplace(_ kept: PageText?, asked: String, isTranscript: Bool) -> Bool {
        guard let kept else { return true }
        guard isProven || !kept.isProven, kept != self else { return false }
        let host = ShownAddress.host(of: url)
        // A transcript often comes later than its episode, whose page is on another host.
        return host == ShownAddress.host(of: kept.url)
            || (!kept.isProven || isTranscript) && host == ShownAddress.host(of: asked)
    }
}
