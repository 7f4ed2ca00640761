import ArgumentParser
import FeedRefresh

extension FeedService {
    /// Ends the command if lede is offline, or if the configuration may hide a proxy, which is reported already.
    func requireOnline(_ configuration: Configuration) throws {
        guard !configuration.mayHideProxy else { throw ExitCode.failure }
        guard isOffline else { return }
        Console.printError("lede is offline: nothing was fetched (lede offline off)")
        throw ExitCode.offline
    }
}
