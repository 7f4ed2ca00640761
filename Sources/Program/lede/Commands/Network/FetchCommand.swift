import ArgumentParser
import Basics
import ContentCoding
import HTTPCache
import HTTPTransport
import HTTPTypes

/// Fetches like curl, but through the cache.
struct FetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch an address through the HTTP cache.",
        discussion: """
            A terminal gets the response without control characters; a file or a pipe gets every byte.

            lede fetch sends no secret from [[credentials]]: use --header, or write user:password@ in the address.

            With --batch, each line of standard input is a request {"id", "url", "method", "headers", "body_base64", \
            "cache_policy", "redirect"} and each line of output a reply {"id", "status", "headers", "body_base64", \
            "source", "error"}, in the order in which they arrive. Only "url" is required; "headers" is a list of \
            ["NAME", "VALUE"], and "redirect" is "follow" or "manual". --cache-policy is the policy of the lines \
            without "cache_policy".

            While lede is offline (lede offline on), it requests nothing: it prints the response in the cache, or \
            exits with status 75 if there is none. A running transfer stops at the next bytes that arrive.
            """)

    @Argument(help: "The address.")
    var url: String?

    @Flag(name: .shortAndLong, help: "Print the response's head, too.")
    var include = false

    @Option(
        name: [.customShort("H"), .long], parsing: .singleValue,
        help: ArgumentHelp("A header field to send; may be repeated.", valueName: "name: value"))
    var header: [String] = []

    @Option(name: [.customShort("X"), .customLong("request")], help: ArgumentHelp("The method.", valueName: "method"))
    var method: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("A body to send; makes the method POST.", valueName: "text"))
    var data: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the body to a file; an interrupted transfer is resumed. After an error, an existing file stays, and so does the part from an interrupted transfer. A device or a FIFO is written to directly; - is standard output. A compressed body is decompressed, to at most 64 MB or 100 times its compressed size, whichever is more.",
            valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(
        name: [.customShort("f"), .long],
        help: "Exit with status 1 on an HTTP error (400 and above), and do not write its body.")
    var fail = false

    @OptionGroup var policy: CachePolicyOption

    @Flag(help: "Read requests from standard input.")
    var batch = false

    @OptionGroup var cache: CacheOptions

    func validate() throws {
        guard batch == (url == nil) else { throw ValidationError("Give an address, or --batch.") }
        let isSingle = include || fail || output != nil || method != nil || data != nil || !header.isEmpty
        if batch, isSingle {
            throw ValidationError("-H, -X, -d, -o, -f and -i do not apply to --batch: each line gives its own request.")
        }
        if include, file != nil { throw ValidationError("--include and --output cannot be combined.") }
    }

    func run() async throws {
        var settings = CacheSettings()
        settings.name = "lede"
        settings.servesStaleWhenDisconnected = true
        if batch {
            try await CommandFailure.reported {
                let client = try cache.client(settings, connections: FetchBatch.inFlightLimit)
                try await FetchBatch(client, policy: policy.cachePolicy).run()
            }
        } else {
            try await CommandFailure.reported { try await fetch(settings) }
        }
    }

    private func fetch(_ settings: CacheSettings) async throws {
        let request = try request()
        if let file {
            let download = Download(request, policy: policy.cachePolicy, to: file, failsOnErrors: fail)
            return try await download.run(cache.client(settings))
        }
        let client = try cache.client(settings)
        let reply = try await client.reachedResponse(for: request, policy: policy.cachePolicy)
        if fail, reply.head.status.code >= 400 {
            Console.printError("\(ShownAddress.of(request.url)): the server answered \(reply.head.status.line)")
            throw ExitCode.failure
        }
        reply.reportStaleness()
        if include { Console.writeForeign(ReplyHead.text(reply)) }
        if asksForCoding(request) {
            for try await piece in try reply.stream() { Console.writeForeign(piece) }
        } else {
            Console.writeForeign(try await reply.decodedBody())
        }
        await client.storeEverything()
    }

    /// True if the person asks for a coding, whose bytes are printed then. A stored body, or the body of some servers,
    /// is coded even for `identity`.
    private func asksForCoding(_ request: CacheRequest) -> Bool {
        guard header.contains(where: { $0.lowercased().hasPrefix("accept-encoding:") }) else { return false }
        return !["", "identity"].contains(request.fields[.acceptEncoding]?.lowercased() ?? "")
    }

    /// The file of `-o`; nil for standard output.
    private var file: String? { output == "-" ? nil : output }

    private func request() throws -> CacheRequest {
        var request = CacheRequest(url: url ?? "")
        let name = method ?? (data == nil ? "GET" : "POST")
        guard let method = HTTPRequest.Method(name) else { throw ValidationError("“\(name)” is not a method.") }
        request.method = method
        request.body = data.map { Array($0.utf8) }
        request.fields = [.userAgent: Version.userAgent, .accept: "*/*"]
        if file == nil { request.fields[.acceptEncoding] = Coding.acceptEncoding }
        if data != nil { request.fields[.contentType] = "application/x-www-form-urlencoded" }
        let fields = try header.map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
                throw ValidationError("“\(line)” is not a header field; write it “Name: value”.")
            }
            return HTTPField(name: name, value: String(parts[1].drop { $0 == " " }))
        }
        // A part of a compressed body cannot be decompressed.
        if fields.contains(where: { $0.name == .range }) { request.fields[.acceptEncoding] = "identity" }
        for field in fields { request.fields[field.name] = nil }
        request.fields.append(contentsOf: fields)
        return request
    }
}

/// A response's head as text.
enum ReplyHead {
    static func text(_ reply: CachedReply) -> [UInt8] {
        var text = Array("HTTP \(reply.head.status.line)\r\n".utf8)
        for field in reply.head.headerFields {
            text +=
                Array("\(field.name.rawName): ".utf8) + field.withUnsafeBytesOfValue { Array($0) } + Array("\r\n".utf8)
        }
        return text + Array("Cache-Status: \(reply.cacheStatus)\r\n\r\n".utf8)
    }
}
