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

    @Flag(help: "Take what there is of a file that was cut off.")
    var partial = false

    func run() throws {
        let list = try SubscriptionFile(parsing: [UInt8](try read()), name: file, partial: partial)
        list.remarks.forEach(Console.complain)
        let added = try Workplace().store.add(list.list)
        let known = Set(list.list.feeds.map(\.feedURL)).count - added
        print("\(added.counting("feed")) added" + (known > 0 ? ", \(known) subscribed already" : ""))
    }

    private func read() throws -> Data {
        guard file != "-" else { return FileHandle.standardInput.readDataToEndOfFile() }
        return try Data(contentsOf: URL(fileURLWithPath: file))
    }
}
