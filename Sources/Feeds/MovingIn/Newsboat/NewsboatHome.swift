import Basics
import FeedModel
import FeedParsing
import Markup

/// Reads newsboat's home: subscriptions, stored articles with their marks, configuration.
package enum NewsboatHome {
    /// - Parameters:
    ///   - folder: newsboat's own folder, or a home; nil means newsboat's default.
    ///   - environment: `HOME` and the XDG variables.
    package static func read(from folder: String?, environment: [String: String]) throws(MovingInError) -> MoveSource {
        let folders = try NewsboatFolders(from: folder, environment: environment)
        let file = NewsboatConfiguration(folders)
        let list = ForeignFile.read(folders.urls)
        let feeds = NewsboatURLs(parsing: list.bytes)
        let tags = NewsboatTags(feeds.feeds)
        let translator = NewsboatTranslator(file.lines, tags: tags)
        var home = MovedHome(reader: "newsboat", path: folders.configurationFolder)
        home.configuration = translator.configuration
        home.lists = translator.lists
        home.notMoved = file.notMoved + translator.notMoved
        home.problems = file.problems
        if let problem = list.problem(folders.urls, known: "feeds") { home.problems.append(problem) }
        var looser = [folders.urls: readList(feeds, tags, folders, into: &home)]
        // Queries are lists in newsboat, so they keep their names before filters that only have names.
        for filter in translator.filters {
            let isNew = home.add(filter.search)
            if isNew, filter.findsPartsOfWords { looser[filter.file, default: 0] += 1 }
        }
        readQueue(folders, into: &home)
        note(looser, in: &home)
        let path = translator.value("cache-file").map { folders.expanded($0) } ?? folders.cache
        let cache = try home.openArticles(at: path) { try NewsboatCache(path: $0) }
        if let cache { home.describeFeeds(by: cache.feedProperties()) }
        return MoveSource(home: home, articles: cache)
    }

    /// Returns the number of feeds in newsboat's list, nil without a home of newsboat; reads nothing else.
    package static func feedCount(environment: [String: String]) -> Int? {
        guard let folders = try? NewsboatFolders(from: nil, environment: environment),
            case .bytes(let bytes) = ForeignFile.read(folders.urls)
        else { return nil }
        return NewsboatURLs(parsing: bytes).feeds.count
    }

    // MARK: - The list of feeds

    /// Returns the number of searches that find parts of words in newsboat.
    private static func readList(
        _ list: NewsboatURLs, _ tags: NewsboatTags, _ folders: NewsboatFolders, into home: inout MovedHome
    ) -> Int {
        var looser = 0
        home.feeds += list.feeds.map { MovedSubscription(outline: $0.outline, isHidden: $0.isHidden) }
        let queries = Dictionary(list.queries.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
        for line in list.refused {
            let reason: String
            if let query = queries[line.number] {
                do {
                    let search = try NewsboatSearch(tags: tags).query(query.filter)
                    let name = query.name.isEmpty ? SafeText.line(query.filter) : query.name
                    let isNew = home.add(SavedSearch(name: name, query: search))
                    if isNew, NewsboatSearch.findsPartsOfWords(query.filter) { looser += 1 }
                    continue
                } catch {
                    reason = error.reason
                }
            } else {
                reason = line.reason
            }
            home.notMoved.append(
                UnimportedLine(
                    file: folders.urls, line: line.number, text: ShownLine.of(line.text), reason: reason))
        }
        return looser
    }

    /// Reports the numbers of searches that find parts of words in newsboat, by file.
    private static func note(_ looser: [String: Int], in home: inout MovedHome) {
        for (file, count) in looser.sorted(by: { $0.key < $1.key }) where count > 0 {
            var note = UnimportedLine(
                file: file, text: count.counting("search", "searches"),
                reason: "moved, but lede finds whole words; newsboat also finds parts of words")
            note.isMoved = true
            home.notMoved.append(note)
        }
    }

    /// Reports only the number of lines in podboat's queue.
    private static func readQueue(_ folders: NewsboatFolders, into home: inout MovedHome) {
        guard case .bytes(let bytes) = ForeignFile.read(folders.queue) else { return }
        let count = bytes.split(separator: UInt8(ascii: "\n")).count { !$0.allSatisfy(\.isSpace) }
        guard count > 0 else { return }
        home.notMoved.append(
            UnimportedLine(
                file: folders.queue, text: count.counting("download"),
                reason: "podboat's queue is not imported; E adds an enclosure to lede's own"))
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
