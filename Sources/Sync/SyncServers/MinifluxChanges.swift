package import FeedModel
import FeedParsing
package import SyncEngine

/// Marks and subscriptions that lede changes on Miniflux.
extension MinifluxServer {
    package func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        try await marks.sent { mark, ids in
            if case .tagged = mark { return [] }
            var json = JSONWriter()
            json.object { json in
                json.key("entry_ids")
                json.array(ids) { json, id in json.number(id) }
                switch mark {
                case .read(let value): json.member("status", value ? "read" : "unread")
                case .starred(let value): json.member("starred", value ? "true" : "false", quoted: false)
                case .tagged: break
                }
            }
            var request = ServerRequest(.put, base + "entries")
            request.setJSON(json.bytes)
            let response = try await send(request)
            if response.status == 400, case .starred(let value) = mark {
                try await toggle(ids, to: value)
                return ids
            }
            if response.status == 500, try await hasNone(of: ids) { return ids }
            // A hotspot answers every request with 200.
            guard try response.checked().status == 204 else {
                throw SyncFailure.notUnderstood("the server did not confirm marks")
            }
            return ids
        }
    }

    package func change(_ change: SubscriptionChange) async throws {
        switch change {
        case .subscribe(let url, let title, let folder):
            var category: String?
            if let folder { category = try await categoryID(folder) }
            let response = try await request(.post, "feeds") { [category] json in
                json.member("feed_url", url)
                json.member("category_id", category, quoted: false)
            }
            guard let title else { return }
            try await setTitle(ofNewFeed: response.json()["feed_id"]?.text) { try await rename($0, title) }
        case .unsubscribe(let feed): try await unsubscribe(feed.id)
        case .rename(let feed, let title): try await rename(feed.id, title)
        case .move(let feed, let folder):
            // Miniflux's category for feeds without a folder.
            let category = try await categoryID(folder ?? "All")
            _ = try await request(.put, "feeds/\(feed.id)") {
                $0.member("category_id", category, quoted: false)
            }
        case .renameFolder(let folder, let title):
            guard let id = try await knownCategory(folder) else {
                // Renamed before: through another account, or by a request whose response was lost.
                if try await knownCategory(title) != nil { return }
                throw SyncFailure.noFolder(folder)
            }
            _ = try await request(.put, "categories/\(id)") { $0.member("title", title) }
        }
    }

    private func rename(_ feed: String, _ title: String) async throws {
        _ = try await request(.put, "feeds/\(feed)") { $0.member("title", title) }
    }

    /// Removes a feed. One that the server does not have was removed before, perhaps by a request whose response was
    /// lost.
    private func unsubscribe(_ feed: String) async throws {
        let response = try await send(ServerRequest(.delete, base + "feeds/\(feed)"))
        if response.isNotFound { return }
        guard try response.checked().status == 204 else { throw SyncFailure.notConfirmed }
    }

    private func categoryID(_ title: String) async throws -> String {
        if let known = try await knownCategory(title) { return known }
        let response = try await request(.post, "categories") { $0.member("title", title) }
        guard let id = try response.json()["id"]?.text else {
            throw SyncFailure.notUnderstood("the server did not name the new folder")
        }
        return id
    }

    private func knownCategory(_ title: String) async throws -> String? {
        guard case .array(let categories) = try await get("categories") else {
            throw SyncFailure.notUnderstood("the server's response is not a list of folders")
        }
        // Miniflux refuses two folders that differ only in case.
        let name = title.lowercased()
        return categories.first { $0["title"]?.string.map(ServedItem.line)?.lowercased() == name }?["id"]?.text
    }

    /// Sends a change. Miniflux confirms each with 201, also one of an existing feed or folder.
    private func request(
        _ method: ServerRequest.Method, _ path: String, _ body: (inout JSONWriter) -> Void
    ) async throws -> ServerResponse {
        var request = ServerRequest(method, base + path)
        var json = JSONWriter()
        json.object(body)
        request.setJSON(json.bytes)
        let response = try await send(request).checked()
        guard response.status == 201 else { throw SyncFailure.notConfirmed }
        return response
    }
}
