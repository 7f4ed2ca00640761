import ArgumentParser
import FeedRefresh

extension FeedService {
    /// Ends the command if lede is offline.
    func requireOnline() throws {
        guard isOffline else { return }
        Console.printError("lede is offline: nothing was fetched (lede offline off)")
        throw ExitCode.offline
    }
}
