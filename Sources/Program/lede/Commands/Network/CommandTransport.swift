import ArticleStorage
import CurlTransport
import FeedRefresh
import Glibc
import HTTPCache
import HTTPTransport

/// The network of the commands that work without a library: `lede fetch` and `lede page`.
enum CommandTransport {
    /// Returns curl; while the offline switch of the library is on, a transport that opens no socket. Without a library
    /// there is no switch.
    ///
    /// - Parameter connections: the most connections at once, in all and to one host; nil keeps the usual limits.
    /// - Throws: `ArticleStoreError` if there is a library that cannot be opened: its switch may be on.
    static func make(connections: Int? = nil) throws -> any Transport {
        let paths = Paths.current
        guard try !isOffline(paths) else { return OfflineTransport() }
        var curl = Configuration.load(from: paths.configurationFile).curl
        if let connections {
            curl.maxConnections = connections
            curl.maxConnectionsPerHost = connections
        }
        return CurlTransport(curl)
    }

    private static func isOffline(_ paths: Paths) throws -> Bool {
        guard access(paths.library, F_OK) == 0 else { return false }
        let store = try ArticleStore(path: paths.library)
        store.readOnIdleWriter()
        return OfflineSwitch(store).isOffline
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
