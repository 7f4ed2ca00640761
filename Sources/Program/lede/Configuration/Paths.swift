import Basics
import FoundationEssentials
import Glibc

/// The paths of lede's files: in the XDG base directories, or in the one folder that `LEDE_HOME` names.
struct Paths: Equatable, Sendable {
    /// `config.toml` and `themes/`.
    var configurationFolder: String
    /// The folder of data that must not be lost: the library.
    var dataFolder: String
    /// The folder that may be deleted at any time.
    var cacheFolder: String
    /// The request log, login tokens, the position of `lede serve`, and the report of the last move-in.
    var stateFolder: String

    var configurationFile: String { configurationFolder + "/config.toml" }
    var themes: String { configurationFolder + "/themes" }
    var library: String { dataFolder + "/library.sqlite" }
    /// The secret of `lede serve` and its clients.
    var serveToken: String { dataFolder + "/serve.token" }
    /// The position that `lede serve` has reached. It is not in the library, so that a library restored from a backup
    /// is noticed.
    var servePositions: String { stateFolder + "/serve.position" }
    /// The folder of accounts' secrets that were typed; `sessions` holds the tokens of their logins.
    var secrets: String { dataFolder + "/secrets" }
    var sessions: String { stateFolder + "/sessions" }
    var cache: String { cacheFolder + "/cache.sqlite" }
    var requestLog: String { stateFolder + "/requests.log" }

    init(environment: [String: String]) {
        if let home = environment["LEDE_HOME"], !home.isEmpty {
            // A `~` that is still here is part of a name: the shell expands the others.
            let absolute = HomeFolder.expanded(home, home: nil, from: FileManager.default.currentDirectoryPath)
            configurationFolder = absolute + "/config"
            dataFolder = absolute + "/data"
            cacheFolder = absolute + "/cache"
            stateFolder = absolute + "/state"
        } else {
            let home = HomeFolder.path(variable: environment["HOME"]) ?? ""
            let folder = { (directory: BaseDirectory) in directory.path(in: environment, home: home) + "/lede" }
            configurationFolder = folder(.configuration)
            dataFolder = folder(.data)
            cacheFolder = folder(.cache)
            stateFolder = folder(.state)
        }
    }

    /// The home folder of this process.
    static let home = HomeFolder.path(variable: InheritedEnvironment.variables["HOME"])

    static let current = Paths(environment: InheritedEnvironment.variables)

    /// Creates missing folders, readable only by their owner (mode 700). Throws if the library's cannot be created.
    ///
    /// - Returns: the problem with the state folder; nil if it can be written.
    func create() throws(ConfigurationProblem) -> ConfigurationProblem? {
        guard dataFolder.hasPrefix("/"), !dataFolder.hasPrefix("/.local") else {
            throw ConfigurationProblem(
                file: "HOME", position: nil, message: "is not set, and the user has no home folder; set LEDE_HOME")
        }
        if let problem = Self.create(dataFolder) { throw problem }
        // A missing configuration counts as empty, and the code that opens the cache reports a missing cache folder.
        for folder in [configurationFolder, cacheFolder] { _ = Self.create(folder) }
        return Self.create(stateFolder) ?? unwritableState
    }

    /// The problem with a state folder that exists: a read-only disk, or a log that belongs to root after `sudo lede`.
    private var unwritableState: ConfigurationProblem? {
        for path in [stateFolder, requestLog] where access(path, W_OK) != 0 && errno != ENOENT {
            return ConfigurationProblem(file: path, position: nil, message: "cannot be written: \(SystemError.words())")
        }
        return nil
    }

    private static func create(_ folder: String) -> ConfigurationProblem? {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            return nil
        } catch {
            let line = (error as? CocoaError).flatMap { ErrorReport.line(for: $0) } ?? "\(error)"
            let reason = line.hasPrefix("\(folder): ") ? line.dropFirst(folder.count + 2) : line[...]
            return ConfigurationProblem(
                file: folder, position: nil, message: "the folder cannot be created: \(reason)")
        }
    }
}
