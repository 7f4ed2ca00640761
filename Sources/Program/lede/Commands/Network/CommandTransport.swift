import ArticleStorage
import CurlTransport
import FeedRefresh
import Glibc
import HTTPCache
import HTTPTransport

/// The network of the commands that work without a library: `lede fetch` and `lede page`.
enum CommandTransport {
    /// Returns curl; while the offline switch of the library is on, it opens no socket, and what is arriving ends.
    /// Without a library there is no switch.
    ///
    /// - Parameter connections: the most connections at once, in all and to one host; nil keeps the usual limits.
    /// - Throws: `ArticleStoreError` if there is a library that cannot be opened: its switch may be on.
    static func make(connections: Int? = nil) throws -> any Transport {
        let paths = Paths.current
        let offlineSwitch = try offlineSwitch(in: paths)
        var curl = Configuration.load(from: paths.configurationFile).curl
        if let connections {
            curl.maxConnections = connections
            curl.maxConnectionsPerHost = connections
        }
        let transport = CurlTransport(curl)
        guard let offlineSwitch else { return transport }
        return SwitchedTransport(transport: transport, offlineSwitch: offlineSwitch, endsBodies: true)
    }

    private static func offlineSwitch(in paths: Paths) throws -> OfflineSwitch? {
        guard access(paths.library, F_OK) == 0 else { return nil }
        let store = try ArticleStore(path: paths.library)
        store.readOnIdleWriter()
        return OfflineSwitch(store)
    }
}

extension CacheOptions {
    /// Returns the client of a command that works without a library.
    func client(_ settings: CacheSettings, connections: Int? = nil) throws -> CachingClient {
        CachingClient(
            cache: openOrDoWithout(), transport: try CommandTransport.make(connections: connections),
            settings: settings)
    }
}

extension CachingClient {
    /// Ends the work behind the replies and writes them to the disk, before the command ends.
    func storeEverything() async {
        await finishBackgroundWork()
        cache.flush()
    }
}
