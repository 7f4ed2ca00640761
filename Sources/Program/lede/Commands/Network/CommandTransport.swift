import ArticleStorage
import CurlTransport
import FeedRefresh
import Glibc
import HTTPCache
import HTTPTransport
import Synchronization

/// The network of the commands that work without a library: `lede fetch` and `lede page`.
enum CommandTransport {
    /// Returns curl; while the library's offline switch is on, it opens no socket, and running transfers end.
    /// If the configuration may hide a proxy, the transport opens none either.
    ///
    /// - Parameter connections: the connection limit, in all and to one host; nil keeps the usual limits.
    /// - Throws: `ArticleStoreError` if there is a library that cannot be opened: its switch may be on;
    ///   `TooFewOpenFiles`.
    static func make(connections: Int?) throws -> any Transport {
        try OpenFiles.require(.network)
        let paths = Paths.current
        let library = LibraryOfflineSwitch(path: paths.library)
        try library.look()
        let configuration = Configuration.load(from: paths.configurationFile)
        guard !configuration.mayHideProxy else {
            return WithheldTransport(.badRequest, configuration: paths.configurationFile)
        }
        var curl = configuration.curl
        if let connections {
            curl.maxConnections = connections
            curl.maxConnectionsPerHost = connections
        }
        curl.maxConnections = OpenFiles.connections(atMost: curl.maxConnections)
        return SwitchedTransport(endingBodiesOf: CurlTransport(curl)) { library.isOffline }
    }

    /// Call this before a command reports that lede is offline: its requests also end if there is a library that it
    /// cannot open.
    ///
    /// - Throws: `ArticleStoreError` if there is such a library.
    static func checkLibrary() throws {
        try LibraryOfflineSwitch(path: Paths.current.library).look()
    }
}

/// The offline switch of a library that may not exist yet: another process may create it, and go offline, while a
/// command runs.
private final class LibraryOfflineSwitch: Sendable {
    private let path: String
    private let found = Mutex<OfflineSwitch?>(nil)

    init(path: String) {
        self.path = path
    }

    /// False without a library; true if there is one that cannot be opened, since its switch may be on.
    var isOffline: Bool {
        do { return try look()?.isOffline ?? false } catch { return true }
    }

    /// Returns the switch once there is a library, even one that this person may not open.
    @discardableResult
    func look() throws -> OfflineSwitch? {
        try found.withLock { found -> OfflineSwitch? in
            if let known = found { return known }
            guard access(path, F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno) else { return nil }
            let store = try ArticleStore(path: path)
            store.readOnIdleWriter()
            let new = OfflineSwitch(store)
            found = new
            return new
        }
    }
}

extension CacheOptions {
    /// Returns the client of a command that works without a library.
    func client(_ settings: CacheSettings, connections: Int? = nil) throws -> CachingClient {
        CachingClient(
            cache: openOrUseMemory(), transport: try CommandTransport.make(connections: connections),
            settings: settings)
    }
}

extension CachingClient {
    /// Finishes background revalidations and writes everything to the disk, before the command ends.
    func storeEverything() async {
        await finishBackgroundWork()
        cache.flush()
    }
}
