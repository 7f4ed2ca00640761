/// Reads newsraft's home: subscriptions, stored articles with their marks, configuration.
package enum NewsraftHome {
    /// - Parameters:
    ///   - folder: newsraft's own folder, or a home; nil means newsraft's default.
    ///   - environment: `HOME` and the XDG variables.
    package static func read(from folder: String?, environment: [String: String]) throws(MovingInError) -> MoveSource {
        let folders = try NewsraftFolders(from: folder, environment: environment)
        var home = MovedHome(reader: "newsraft", path: folders.feeds)
        switch ForeignFile.read(folders.feeds) {
        case .bytes(let bytes):
            let list = NewsraftFeeds(parsing: bytes, file: folders.feeds)
            home.feeds = list.feeds
            home.notMoved = list.notMoved
        case .missing: home.problems.append("\(folders.feeds) is missing: no feeds are moved")
        case .unreadable(let reason): home.problems.append("\(folders.feeds): cannot be read: \(reason)")
        }
        switch ForeignFile.read(folders.configuration) {
        case .bytes(let bytes):
            let read = NewsraftConfiguration(parsing: bytes, file: folders.configuration)
            home.configuration = read.configuration
            home.notMoved += read.notMoved
        case .missing: break
        case .unreadable(let reason): home.problems.append("\(folders.configuration): cannot be read: \(reason)")
        }
        let database = try home.openArticles(at: folders.database) { try NewsraftDatabase(path: $0) }
        if let database { home.describeFeeds(by: database.feedProperties()) }
        return MoveSource(home: home, articles: database)
    }

    /// Returns the number of feeds in newsraft's list, nil without a home of newsraft; reads nothing else.
    package static func feedCount(environment: [String: String]) -> Int? {
        guard let folders = try? NewsraftFolders(from: nil, environment: environment),
            case .bytes(let bytes) = ForeignFile.read(folders.feeds)
        else { return nil }
        return NewsraftFeeds(parsing: bytes, file: folders.feeds).feeds.count
    }
}
