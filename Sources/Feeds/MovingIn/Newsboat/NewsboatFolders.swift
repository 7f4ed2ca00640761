import Basics

/// The folders of newsboat's files.
struct NewsboatFolders: Equatable {
    /// The replacement for `~`.
    let home: String
    let configurationFolder: String
    let dataFolder: String

    var urls: String { configurationFolder + "/urls" }
    var configuration: String { configurationFolder + "/config" }
    var cache: String { dataFolder + "/cache.db" }
    var queue: String { dataFolder + "/queue" }

    /// - Parameters:
    ///   - folder: newsboat's own folder, or a home; nil means newsboat's default.
    ///   - environment: `HOME` and the XDG variables.
    init(from folder: String?, environment: [String: String]) throws(MovingInError) {
        let home = environment["HOME"] ?? "/"
        if let folder {
            if let own = Self.own(folder, home: home) { self = own; return }
            try self.init(home: folder, environment: [:])
        } else {
            try self.init(home: home, environment: environment)
        }
    }

    private init(home: String, configurationFolder: String, dataFolder: String) {
        self.home = home
        self.configurationFolder = configurationFolder
        self.dataFolder = dataFolder
    }

    /// An XDG folder wins if both exist. Newsbeuter's folders are used if newsboat has none.
    private init(home: String, environment: [String: String]) throws(MovingInError) {
        let configuration = BaseDirectory.configuration.path(in: environment, home: home)
        let data = BaseDirectory.data.path(in: environment, home: home)
        for name in ["newsboat", "newsbeuter"] {
            if FolderCheck.isFolder("\(configuration)/\(name)") {
                self.init(
                    home: home, configurationFolder: "\(configuration)/\(name)", dataFolder: "\(data)/\(name)")
                return
            }
            let old = "\(home)/.\(name)"
            if FolderCheck.isFolder(old) {
                self.init(home: home, configurationFolder: old, dataFolder: old)
                return
            }
        }
        throw .noHome(reader: "newsboat", paths: ["\(configuration)/newsboat", "\(home)/.newsboat"])
    }

    /// Returns a folder that holds newsboat's files. The data of `…/.config/newsboat` is in
    /// `…/.local/share/newsboat`.
    private static func own(_ folder: String, home: String) -> NewsboatFolders? {
        let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        guard ["urls", "config", "cache.db"].contains(where: { ForeignFile.exists("\(folder)/\($0)") }) else {
            return nil
        }
        let suffix = BaseDirectory.configuration.defaultBelowHome + "/newsboat"
        // The folder may be in a backup, or on the disk of another machine: `~` is the home that holds it.
        let name = [suffix, "/.newsboat", "/.newsbeuter"].first { folder.hasSuffix($0) }
        let owner = name.map { String(folder.dropLast($0.count)) } ?? home
        guard name == suffix, !ForeignFile.exists(folder + "/cache.db") else {
            return NewsboatFolders(home: owner, configurationFolder: folder, dataFolder: folder)
        }
        let data = BaseDirectory.data.path(in: [:], home: owner) + "/newsboat"
        return NewsboatFolders(home: owner, configurationFolder: folder, dataFolder: data)
    }

    func expanded(_ path: String, beside file: String? = nil) -> String {
        if path == "~" { return home }
        if path.hasPrefix("~/") { return home + path.dropFirst() }
        if path.hasPrefix("/") { return path }
        let base = file.flatMap { $0.lastIndex(of: "/").map { file![..<$0] } } ?? configurationFolder[...]
        return "\(base)/\(path)"
    }
}
