import Basics

/// The folders of newsraft's files.
struct NewsraftFolders: Equatable {
    let feeds: String
    let configuration: String
    let database: String

    /// - Parameters:
    ///   - folder: newsraft's own folder, or a home; nil means newsraft's default.
    ///   - environment: `HOME` and the XDG variables.
    init(from folder: String?, environment: [String: String]) throws(MovingInError) {
        if let folder, ForeignFile.exists(folder + "/feeds") || ForeignFile.exists(folder + "/newsraft.sqlite3") {
            let suffix = BaseDirectory.configuration.defaultBelowHome + "/newsraft"
            let isSplit = folder.hasSuffix(suffix) && !ForeignFile.exists(folder + "/newsraft.sqlite3")
            let home = String(folder.dropLast(suffix.count))
            let data = isSplit ? BaseDirectory.data.path(in: [:], home: home) + "/newsraft" : folder
            (feeds, configuration, database) = (
                folder + "/feeds", folder + "/config", data + "/newsraft.sqlite3"
            )
            return
        }
        let home = folder ?? environment["HOME"] ?? "/"
        let variables = folder == nil ? environment : [:]
        let configurations = Self.candidates(.configuration, variables, home)
        guard let list = Self.first("feeds", in: configurations) else {
            throw .noHome(reader: "newsraft", paths: configurations)
        }
        feeds = list
        configuration = Self.first("config", in: configurations) ?? configurations[0] + "/config"
        let data = Self.candidates(.data, variables, home)
        database = Self.first("newsraft.sqlite3", in: data) ?? data[0] + "/newsraft.sqlite3"
    }

    /// Returns the XDG folder that the variable names, its default, and the folder of old versions.
    private static func candidates(
        _ directory: BaseDirectory, _ environment: [String: String], _ home: String
    ) -> [String] {
        let own = directory.named(in: environment).map { ["\($0)/newsraft"] } ?? []
        return own + ["\(home)\(directory.defaultBelowHome)/newsraft", "\(home)/.newsraft"]
    }

    private static func first(_ name: String, in folders: [String]) -> String? {
        folders.map { "\($0)/\(name)" }.first(where: ForeignFile.exists)
    }
}
