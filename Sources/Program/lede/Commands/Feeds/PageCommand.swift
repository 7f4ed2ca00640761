import ArgumentParser
import ArticleText
import Basics
import CProgram
import ContentCoding
import FeedRefresh
import Foundation
import HTTPCache
import HTTPTransport
import HTTPTypes
import Markup

/// Prints the main part of a web page: the text that the reader's `x` stores.
struct PageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Print the main part of a web page.",
        discussion: """
            The page is a file, - for standard input, or an address, which is fetched through the HTTP cache. If lede \
            is offline (lede offline on), the page comes from the cache; if it is not there, the exit status is 75.

            With --batch, each line of standard input is a request {"id", "path", "url", "content_type", "title"} and \
            each line of output its reply {"id", "html", "title", "author", "date", "language", "pictures", \
            "alternative", "gate", "ms", "error"}.
            """)

    @Argument(help: "The page: a file, - or an address.", completion: .file())
    var page: String?

    @Option(help: "The page's address, to resolve relative addresses in it.")
    var url: String?

    @Option(help: "The page's Content-Type.")
    var contentType: String?

    @Option(help: "The article's title in its feed, to recognise a login page.")
    var title: String?

    @Flag(help: "Print HTML, plain text, or JSON.")
    var form = PageForm.html

    @Flag(help: "Leave out the captions of pictures.")
    var withoutCaptions = false

    @OptionGroup var policy: CachePolicyOption

    @Flag(help: "Answer requests line by line.")
    var batch = false

    @OptionGroup var cache: CacheOptions

    func validate() throws {
        guard batch == (page == nil) else { throw ValidationError("Give a file, an address, - or --batch.") }
    }

    func run() async throws {
        guard let page else { return replyToRequests() }
        try await CommandFailure.reported {
            let source = try await source(page)
            var result = PageResult(source, withoutCaptions: withoutCaptions)
            if WebAddress.isHTTP(page), let other = await alternative(to: result) { result = other }
            guard form == .json || (result.main != nil && !result.isGate) else {
                throw PageFailure(isGate: result.isGate, alternative: result.alternative)
            }
            Console.write(result.printed(as: form))
        }
    }

    // MARK: Sources

    private func source(_ page: String) async throws -> PageSource {
        if WebAddress.isHTTP(page) { return try await fetched(page) }
        return PageSource(
            bytes: try CommandInput.bytes(of: page), url: url ?? "", contentType: contentType, title: title)
    }

    /// Returns the AMP or print version of a stub, if it can be fetched and holds more text: one request.
    private func alternative(to stub: PageResult) async -> PageResult? {
        guard PageAlternative.isStub(stub.main), !stub.isGate, let address = stub.alternative,
            let source = try? await fetched(address)
        else { return nil }
        var other = PageResult(source, withoutCaptions: withoutCaptions)
        guard !other.isGate, other.main?.textLength ?? 0 > stub.main?.textLength ?? 0 else { return nil }
        other.alternative = stub.alternative
        other.source = address
        return other
    }

    private func fetched(_ address: String) async throws -> PageSource {
        var settings = CacheSettings()
        settings.servesStaleWhenDisconnected = true
        let client = try cache.client(settings)
        var request = CacheRequest(url: address)
        request.fields = [
            .userAgent: Version.userAgent, .accept: LinkedPage.acceptedTypes, .acceptEncoding: Coding.acceptEncoding,
        ]
        request.limits.bodyBytes = Int64(Self.maximumPageSize)
        request.decodedBodyBytes = Self.maximumPageSize
        let reply = try await client.reachedResponse(for: request, policy: policy.cachePolicy)
        guard reply.head.status.kind == .successful else {
            throw PageFailure(
                message: "\(ShownAddress.of(address)): the server answered \(reply.head.status.line)")
        }
        reply.reportStaleness()
        let body = try await reply.decodedBody()
        await client.storeEverything()
        return PageSource(
            bytes: body, url: url ?? reply.url, contentType: contentType ?? reply.head.headerFields[.contentType],
            title: title)
    }

    /// Maximum length of a page that is fetched, in bytes (16 MiB).
    private static let maximumPageSize = 16 << 20

    // MARK: Requests line by line

    private func replyToRequests() {
        // Returning each page's blocks to the kernel, which clears them before reuse, took a fifth of the time.
        cprogram_keep_freed_blocks(32 << 20)
        BatchLines.reply(with: reply)
    }

    private func reply(to line: String) -> [UInt8] {
        guard let request = try? JSONDecoder().decode(PageRequest.self, from: Data(line.utf8)) else {
            return PageResult.json(PageReply(error: "the request is not a JSON object with id and path"))
        }
        do {
            let bytes = try CommandInput.bytes(of: request.path)
            let result = PageResult(
                PageSource(
                    bytes: bytes, url: request.url ?? "", contentType: request.contentType, title: request.title),
                withoutCaptions: withoutCaptions)
            return PageResult.json(result.reply(id: request.id))
        } catch {
            return PageResult.json(PageReply(id: request.id, error: ErrorReport.text(of: error)))
        }
    }
}

enum PageForm: String, EnumerableFlag {
    case html, text, json

    static func help(for value: PageForm) -> ArgumentHelp? {
        switch value {
        case .html: "Print plain HTML."
        case .text: "Print text."
        case .json: "Print one JSON object."
        }
    }
}

private struct PageFailure: Error, CustomStringConvertible {
    var description: String

    init(message: String) {
        description = message
    }

    init(isGate: Bool, alternative: String?) {
        description = isGate ? "the page asks for a login" : "no article was found on the page"
        if let alternative { description += "; it names \(SafeText.line(alternative))" }
    }
}

/// A line of `lede page --batch`.
private struct PageRequest: Decodable {
    let id: BatchRequest.ID
    let path: String
    let url: String?
    let contentType: String?
    let title: String?

    private enum CodingKeys: String, CodingKey {
        case id, path, url, title
        case contentType = "content_type"
    }
}
