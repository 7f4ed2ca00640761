import ArgumentParser
import Basics
import FeedParsing
import Foundation
import Markup

/// Reads a feed document and prints it as JSON Feed: exactly the values that the rest of the program uses.
struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Print a feed document as JSON Feed 1.1.",
        discussion: """
            With --batch, each line of standard input is a request {"id", "path", "url", "content_type"} and each line \
            of output its reply {"id", "feed", "error"}.
            """)

    @Argument(help: "The document; - is standard input.", completion: .file())
    var file: String?

    @Option(help: "The document's address, to resolve relative addresses in it.")
    var url: String?

    @Option(help: "The document's Content-Type.")
    var contentType: String?

    @Flag(help: "Answer requests line by line.")
    var batch = false

    func validate() throws {
        guard batch == (file == nil) else { throw ValidationError("Give a file, - or --batch.") }
        if let file, WebAddress.isHTTP(file) {
            throw ValidationError(
                "parse reads a file; for an address: lede fetch \(ShownAddress.of(file)) | lede parse -")
        }
    }

    func run() throws {
        guard let file else { return replyToRequests() }
        do {
            let feed = try FeedParser.parse(try CommandInput.bytes(of: file), url: url, contentType: contentType)
            Console.write(SafeText.escaped(json: JSONFeedWriter.write(feed)) + [UInt8(ascii: "\n")])
        } catch {
            let prefix = error is FeedParsingError && file != "-" ? "\(file): " : ""
            Console.printError(prefix + ErrorReport.text(of: error))
            throw ExitCode.failure
        }
    }

    private func replyToRequests() {
        BatchLines.reply { SafeText.escaped(json: ParseRequest.reply(to: $0)) }
    }
}

/// A line of `lede parse --batch`.
private struct ParseRequest: Decodable {
    let id: BatchRequest.ID
    let path: String
    let url: String?
    let contentType: String?

    private enum CodingKeys: String, CodingKey {
        case id, path, url
        case contentType = "content_type"
    }

    static func reply(to line: String) -> [UInt8] {
        do {
            let request = try JSONDecoder().decode(ParseRequest.self, from: Data(line.utf8))
            let id = json(request.id)
            do {
                let feed = try FeedParser.parse(
                    try CommandInput.bytes(of: request.path), url: request.url, contentType: request.contentType)
                return [UInt8](#"{"id":\#(id),"feed":"#.utf8) + JSONFeedWriter.write(feed)
                    + [UInt8](#","error":null}"#.utf8)
            } catch {
                return [UInt8](#"{"id":\#(id),"feed":null,"error":\#(quoted(ErrorReport.text(of: error)))}"#.utf8)
            }
        } catch {
            return [UInt8](#"{"id":null,"feed":null,"error":"the request is not a JSON object with id and path"}"#.utf8)
        }
    }

    private static func json(_ id: BatchRequest.ID) -> String {
        switch id {
        case .number(let number): String(number)
        case .text(let text): quoted(text)
        }
    }

    private static func quoted(_ text: String) -> String {
        var json = JSONWriter()
        json.string(text)
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
