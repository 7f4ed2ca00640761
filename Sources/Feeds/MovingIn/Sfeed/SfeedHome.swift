import Basics

/// Reads sfeed's home: the feeds of `sfeedrc`, the articles in its files, and the list of addresses that were read.
package enum SfeedHome {
    /// - Parameters:
    ///   - folder: sfeed's own folder, or a home; nil means `~/.sfeed`.
    ///   - environment: `HOME`, and `SFEED_URL_FILE` if the list of read addresses is elsewhere.
    package static func read(from folder: String?, environment: [String: String]) throws(MovingInError) -> MoveSource {
        let (home, own) = try folders(folder, environment)
        let script = "\(own)/sfeedrc"
        var moved = MovedHome(reader: "sfeed", path: own)
        var articles = "\(own)/feeds"
        switch ForeignFile.read(script) {
        case .bytes(let bytes):
            let read = SfeedScript(parsing: bytes, file: script, home: home)
            moved.feeds = read.feeds
            moved.notMoved = read.notMoved
            articles = read.folder ?? articles
        case .missing: moved.problems.append("\(script) is missing: no feeds are moved")
        case .unreadable(let reason): moved.problems.append("\(script): cannot be read: \(reason)")
        }
        guard FolderCheck.isFolder(articles) else {
            moved.problems.append("\(articles) is missing: no articles are moved")
            return MoveSource(home: moved)
        }
        return MoveSource(
            home: moved,
            articles: SfeedFiles(folder: articles, readAddresses: readAddresses(own, folder, environment)))
    }

    /// Returns the number of feeds in sfeed's script, nil without a home of sfeed; runs nothing.
    package static func feedCount(environment: [String: String]) -> Int? {
        guard let (home, own) = try? folders(nil, environment),
            case .bytes(let bytes) = ForeignFile.read("\(own)/sfeedrc")
        else { return nil }
        return SfeedScript(parsing: bytes, file: "sfeedrc", home: home).feeds.count
    }

    private static func folders(
        _ folder: String?, _ environment: [String: String]
    ) throws(MovingInError) -> (home: String, own: String) {
        let home = environment["HOME"] ?? "/"
        if let folder, ForeignFile.exists("\(folder)/sfeedrc") {
            return (folder.hasSuffix("/.sfeed") ? String(folder.dropLast("/.sfeed".count)) : home, folder)
        }
        let own = "\(folder ?? home)/.sfeed"
        guard FolderCheck.isFolder(own) else { throw .noHome(reader: "sfeed", paths: [own]) }
        return (folder ?? home, own)
    }

    private static func readAddresses(
        _ own: String, _ folder: String?, _ environment: [String: String]
    ) -> Set<String> {
        let file = folder == nil ? environment["SFEED_URL_FILE"] ?? "\(own)/urls" : "\(own)/urls"
        guard case .bytes(let bytes) = ForeignFile.read(file) else { return [] }
        return Set(bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) })
    }
}
