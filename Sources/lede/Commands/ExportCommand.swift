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
        let subscriptions = try Workplace().store.subscriptions()
        let document = OPMLDocument(
            title: "lede subscriptions",
            outlines: subscriptions.map { subscription in
                OPMLOutline(
                    title: subscription.title, feedURL: subscription.feedURL, homePageURL: subscription.homePageURL,
                    folder: subscription.folder)
            })
        let bytes = Data(document.write())
        guard let output else { return FileHandle.standardOutput.write(bytes) }
        try bytes.write(to: URL(fileURLWithPath: output), options: .atomic)
    }
}
