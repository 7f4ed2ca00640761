import ArgumentParser
import ArticleStorage
import FeedRefresh
import Foundation

struct OfflineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline",
        abstract: "Switch offline mode on or off, or show it.",
        discussion: "It applies to every lede on this library. `lede offline status` exits with 0 offline, 1 online.")

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off, status
    }

    @Argument(help: "on, off or status.")
    var mode: Switch = .status

    func run() async throws {
        let workplace = try Workplace()
        let service = try workplace.service()
        if mode != .status { try service.setOffline(mode == .on) }
        print(service.isOffline ? "offline" : "online")
        if mode == .status, !service.isOffline { throw ExitCode.failure }
    }
}
