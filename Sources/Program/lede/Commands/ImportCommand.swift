import ArgumentParser
import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Subscribe to the feeds of an OPML file, or of newsboat's urls file.",
        discussion: """
            Feeds that are subscribed already stay as they are. Nothing is fetched: run `lede refresh`, or press R in the \
            reader. What lede has no use for (other attributes, the head, empty folders) is kept for `lede export`. Of \
            newsboat's urls file a feed's first tag becomes its folder.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    func run() throws {
        let bytes = [UInt8](try read())
        let list = try list(in: bytes)
        let added = try Workplace().store.add(list)
        let known = Set(list.feeds.map(\.feedURL)).count - added
        print("\(added.counting("feed")) added" + (known > 0 ? ", \(known) subscribed already" : ""))
    }

    private func read() throws -> Data {
        guard file != "-" else { return FileHandle.standardInput.readDataToEndOfFile() }
        do {
            return try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            Console.complain("\(file): cannot be read")
            throw ExitCode.failure
        }
    }

    private func list(in bytes: [UInt8]) throws -> OPMLDocument {
        do {
            return try OPMLDocument(parsing: bytes)
        } catch {
            let firstMark = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
            guard firstMark == UInt8(ascii: "<") else { return newsboatList(in: bytes) }
            Console.complain("\(file): not an OPML file")
            throw ExitCode.failure
        }
    }

    private func newsboatList(in bytes: [UInt8]) -> OPMLDocument {
        let list = NewsboatURLs(parsing: bytes)
        for line in list.refused {
            Console.complain("\(file):\(line.number): \(line.reason): \(line.text)")
        }
        return OPMLDocument(outlines: list.feeds.map(\.outline))
    }
}

extension NewsboatURLs.Feed {
    /// Its first tag is its folder; where there are more, OPML's `category` keeps them all.
    fileprivate var outline: OPMLOutline {
        let category = OPMLValue(name: "category", value: tags.joined(separator: ","))
        return OPMLOutline(
            title: title ?? "", feedURL: url, folder: tags.prefix(1).map { $0 },
            attributes: tags.count > 1 ? [category] : [])
    }
}
