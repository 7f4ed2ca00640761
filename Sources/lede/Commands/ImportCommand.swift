import ArgumentParser
import ArticleStorage
import FeedParsing
import Foundation

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Subscribe to the feeds of an OPML file, or of newsboat's urls file.",
        discussion: """
            Feeds that are subscribed already stay as they are. Nothing is fetched: run `lede refresh`, or press R in the \
            reader. Of newsboat's urls file a feed's first tag becomes its folder.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file(extensions: ["opml", "xml"]))
    var file: String

    func run() throws {
        let bytes = [UInt8](try read())
        let feeds = try feeds(in: bytes)
        let workplace = try Workplace()
        let added = try workplace.store.add(feeds).count { $0.isNew }
        let known = feeds.count - added
        print("\(added) feeds added" + (known > 0 ? ", \(known) subscribed already" : ""))
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

    private func feeds(in bytes: [UInt8]) throws -> [NewSubscription] {
        let firstMark = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }
        guard firstMark == UInt8(ascii: "<") else { return newsboatFeeds(in: bytes) }
        do {
            return try OPMLDocument(parsing: bytes).feeds.map { outline in
                NewSubscription(
                    feedURL: outline.feedURL ?? "", customTitle: outline.title.isEmpty ? nil : outline.title,
                    folder: outline.folder, homePageURL: outline.homePageURL)
            }
        } catch {
            Console.complain("\(file): not an OPML file")
            throw ExitCode.failure
        }
    }

    private func newsboatFeeds(in bytes: [UInt8]) -> [NewSubscription] {
        let list = NewsboatURLs(parsing: bytes)
        for line in list.refused {
            Console.complain("\(file):\(line.number): \(line.reason): \(line.text)")
        }
        return list.feeds.map { feed in
            NewSubscription(feedURL: feed.url, customTitle: feed.title, folder: feed.tags.prefix(1).map { $0 })
        }
    }
}
