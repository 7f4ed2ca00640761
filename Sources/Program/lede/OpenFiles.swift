import CProgram

/// The number of files and connections that this process may have open at once (RLIMIT_NOFILE). It inherits the limit.
enum OpenFiles {
    /// Minimum limit for a kind of work.
    enum Need: Int {
        /// A command that runs as a task: libdispatch crashes the process if it cannot open its own files.
        case task = 40
        /// The reader, and commands that use the network.
        case network = 64
    }

    /// The usual limit of a process. Programs that lede starts inherit it, and some cannot use higher descriptors
    /// (`select`).
    private static let usual = 1_024
    /// Number of open files other than connections: the library, the cache, logs, timers, the terminal.
    private static let others = 40
    /// Number of open files per connection: its socket, another one while it tries IPv6 and IPv4, and one to look up
    /// its host.
    private static let perConnection = 3

    /// The limit, raised to the usual limit if it is lower and this process may raise it.
    private static let limit = cprogram_raise_open_files(usual)

    /// - Throws: `TooFewOpenFiles` if the limit is too low for this work. It names the limit with which all commands
    ///   work.
    static func require(_ need: Need) throws(TooFewOpenFiles) {
        guard limit >= need.rawValue else { throw TooFewOpenFiles(limit: limit, least: Need.network.rawValue) }
    }

    /// Returns the number of connections that the limit allows.
    ///
    /// - Parameter clients: the connections of `lede serve`, with one file each.
    static func connections(atMost wanted: Int, beside clients: Int = 0, limit: Int = OpenFiles.limit) -> Int {
        max(1, min(wanted, (limit - others - clients) / perConnection))
    }

    /// Minimum number of clients of `lede serve`; `others` is more than a server needs.
    private static let fewestClients = 4

    /// Returns the number of clients that `lede serve` may keep connected. The rest is for its own refreshes.
    static func clients(atMost wanted: Int, limit: Int = OpenFiles.limit) -> Int {
        max(fewestClients, min(wanted, (limit - others) / 2))
    }
}

/// The reason why a command does not begin, in one line.
struct TooFewOpenFiles: Error, CustomStringConvertible {
    let limit: Int
    let least: Int

    var description: String { "only \(limit) files may be open at once, and lede needs \(least) (ulimit -n \(least))" }
}
