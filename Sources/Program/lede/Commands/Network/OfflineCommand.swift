import ArgumentParser
import FeedRefresh

struct OfflineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline",
        abstract: "Switch offline mode on or off, or show it.",
        discussion: "Applies to every lede using this library. `lede offline status` exits with 0 offline, 1 online.")

    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off, status
    }

    @Argument(help: "on, off or status.")
    var mode: Switch = .status

    func run() throws {
        // The switch is in the library: it needs neither the cache nor a transport.
        let offlineSwitch = OfflineSwitch(try CommandContext().store)
        if mode != .status { try offlineSwitch.set(mode == .on) }
        let isOffline = offlineSwitch.isOffline
        print(isOffline ? "offline" : "online")
        if mode == .status, !isOffline { throw ExitCode.failure }
    }
}
