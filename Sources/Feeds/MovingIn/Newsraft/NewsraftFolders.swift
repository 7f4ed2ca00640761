/// The folders of newsraft's files.
struct NewsraftFolders: Equatable {
    let feeds: String
    let configuration: String
    let database: String

    /// - Parameters:
    ///   - folder: newsraft's own folder, or a home; nil: newsraft's default.
    ///   - environment: `HOME` and the XDG variables.
    init(from folder: String?, environment: [String: String]) throws(MovingInError) {
        if let folder, OtherFile.exists(folder + "/feeds") || OtherFile.exists(folder + "/newsraft.sqlite3") {
            let suffix = "/.config/newsraft"
            let isSplit = folder.hasSuffix(suffix) && !OtherFile.exists(folder + "/newsraft.sqlite3")
            let data = isSplit ? folder.dropLast(suffix.count) + "/.local/share/newsraft" : folder[...]
            (feeds, configuration, database) = (
                folder + "/feeds", folder + "/config", data + "/newsraft.sqlite3"
            )
            return
        }
        let home = folder ?? environment["HOME"] ?? "/"
        let variables = folder == nil ? environment : [:]
        let configurations = Self.places(variables["XDG_CONFIG_HOME"], home, "/.config")
        guard let list = Self.first("feeds", in: configurations) else {
            throw .noHome(reader: "newsraft", places: configurations)
        }
        feeds = list
        configuration = Self.first("config", in: configurations) ?? configurations[0] + "/config"
        let data = Self.places(variables["XDG_DATA_HOME"], home, "/.local/share")
        database = Self.first("newsraft.sqlite3", in: data) ?? data[0] + "/newsraft.sqlite3"
    }

    /// Returns the XDG folder that the variable names, its default, and the folder of old versions.
    private static func places(_ variable: String?, _ home: String, _ usual: String) -> [String] {
        let own = variable.flatMap { $0.hasPrefix("/") ? ["\($0)/newsraft"] : nil } ?? []
        return own + ["\(home)\(usual)/newsraft", "\(home)/.newsraft"]
    }

    private static func first(_ name: String, in places: [String]) -> String? {
        places.map { "\($0)/\(name)" }.first(where: OtherFile.exists)
    }
}
