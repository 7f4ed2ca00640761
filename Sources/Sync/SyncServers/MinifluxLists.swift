import FeedModel
import FeedParsing
import SyncEngine

/// The lists of ids, and the ways around what earlier versions of Miniflux lack: they list ids only together with the
/// articles, a star is a toggle, and they refuse marks if none of them has an article.
extension MinifluxServer {
    /// Ids in one response of `/entries/ids` (the server's limit), and the most responses that are read of one list.
    private static let (idsAtOnce, idPages) = (10_000, 200)

    /// The result of reading a list of ids.
    private enum IDList {
        case complete(Set<String>)
        /// Marks have shifted the list while it was read.
        case shifted
        /// The server has no such list.
        case missing
    }

    package func readIDs() async throws -> Set<String>? { try await ids("status=read") }

    /// Nil if the server has no lists of ids.
    func ids(_ filter: String) async throws -> Set<String>? {
        for _ in 1...3 {
            switch try await idList(filter) {
            case .complete(let ids): return ids
            case .shifted: continue
            case .missing: return nil
            }
        }
        throw SyncFailure.status("the server's lists change faster than they can be read")
    }

    /// Returns the ids, newest first, by offset. Each page must begin with the last id of the previous one: otherwise
    /// marks have shifted the list meanwhile.
    private func idList(_ filter: String) async throws -> IDList {
        var ids: [String] = []
        for _ in 1...Self.idPages {
            let query = "\(filter)&limit=\(Self.idsAtOnce)&offset=\(max(0, ids.count - 1))"
            let response = try await send(ServerRequest(.get, base + "entries/ids?\(query)"))
            // Earlier versions read `ids` as the id of an article: some refuse it, others ignore it and send the first
            // article that they find. A server that merely fails must not be asked for even more.
            if [400, 404, 405].contains(response.status) { return .missing }
            let json = try response.checked(refusal: Self.refusal).json()
            if json["entry_ids"] == nil, json["id"] != nil { return .missing }
            let page = try json.list("entry_ids").compactMap(\.text)
            if let last = ids.last, page.first != last { return .shifted }
            ids += ids.isEmpty ? page[...] : page.dropFirst()
            let total = json["total"]?.int64.map { Int($0) } ?? ids.count
            guard page.count > 1, ids.count < total else { return .complete(Set(ids)) }
        }
        throw SyncFailure.notUnderstood("the server's lists never end")
    }

    /// Returns the ids of the articles themselves, newest first, page by page.
    func idsOfArticles(_ filter: String) async throws -> Set<String> {
        var ids: Set<String> = []
        var query = filter + "&order=id&direction=desc"
        var below = Int64.max
        while true {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let page = try await entries(query, Self.entriesAtOnce)
            ids.formUnion(page.articles.map(\.id))
            // A server that ignores the id sends the same page again and again.
            guard page.total > page.count, let lowest = page.lowest, lowest < below else { return ids }
            below = lowest
            query = "\(filter)&order=id&direction=desc&before_entry_id=\(below)"
        }
    }

    /// Fetches articles that are neither unread nor starred, one by one: few differ from the library, and pages of read
    /// articles would contain many others. Articles that the server has deleted are left out.
    func fetchUnlisted(_ ids: Set<String>, into store: ArticleSink) async throws {
        for id in ids {
            guard !Task.isCancelled else { throw SyncFailure.cancelled }
            let found = try await current([id])
            if !found.isEmpty { try await store(found) }
        }
    }

    /// Toggles the stars that differ, and looks at the result: if a connection breaks, the transport sends a PUT twice.
    func toggle(_ ids: [String], to isStarred: Bool) async throws {
        for id in ids {
            var toggles = 0
            while let current = try await isStarredNow(id), current != isStarred {
                guard toggles < 2 else { throw SyncFailure.notConfirmed }
                let response = try await send(ServerRequest(.put, base + "entries/\(id)/bookmark")).checked()
                guard response.status == 204 else { throw SyncFailure.notConfirmed }
                toggles += 1
            }
        }
    }

    /// True if the server has dropped all these articles: earlier versions then fail to mark them.
    func hasNone(of ids: [String]) async throws -> Bool {
        for id in ids {
            if try await isStarredNow(id) != nil { return false }
        }
        return true
    }

    /// Nil if the server has dropped the article.
    private func isStarredNow(_ id: String) async throws -> Bool? {
        let response = try await send(ServerRequest(.get, base + "entries/\(id)"))
        if response.isNotFound { return nil }
        guard let isStarred = try response.checked().json()["starred"]?.flag else {
            throw SyncFailure.notUnderstood("the server's response is not an article")
        }
        return isStarred
    }
}
