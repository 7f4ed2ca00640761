import ArgumentParser
import ArticleStorage
import FeedModel
import FeedParsing
import Foundation

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your subscriptions as OPML 2.0, for another reader or a backup.")

    @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
    var output: String?

    func run() throws {
        var list = try Workplace().store.subscriptionList()
        if list.title == nil { list.head.insert(OPMLValue(name: "title", value: "lede subscriptions"), at: 0) }
        let bytes = Data(list.write())
        guard let output, output != "-" else { return FileHandle.standardOutput.write(bytes) }
        try bytes.write(to: URL(fileURLWithPath: output), options: .atomic)
    }
}
