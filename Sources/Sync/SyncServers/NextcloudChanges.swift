package import FeedModel
import FeedParsing
package import SyncEngine

/// Marks and subscriptions that lede changes on Nextcloud News.
extension NextcloudServer {
    package func send(_ marks: [OutgoingMark]) async throws -> SentMarks {
        try await marks.sent { mark, ids in
            switch mark {
            case .read(let value): try await send(value ? "read" : "unread", of: ids[...])
            case .starred(let value): try await send(value ? "star" : "unstar", of: ids[...])
            case .tagged: return []
            }
            return ids
        }
    }

    /// Sends a mark of several articles. One unknown id may make the server refuse all: the list is then halved, and a
    /// single unknown id counts as done.
    private func send(_ name: String, of ids: ArraySlice<String>) async throws {
        var request = ServerRequest(.post, base + "items/\(name)/multiple")
        var json = JSONWriter()
        json.object { json in
            json.key("itemIds")
            json.array(ids) { json, id in json.number(id) }
        }
        request.setJSON(json.bytes)
        let response = try await send(request)
        guard response.isNotFound else { return try Self.confirm(try response.checked()) }
        guard ids.count > 1 else { return }
        let half = ids.startIndex + ids.count / 2
        try await send(name, of: ids[..<half])
        try await send(name, of: ids[half...])
    }

    package func change(_ change: SubscriptionChange) async throws {
        switch change {
        case .subscribe(let url, let title, let folder):
            let folderID = try await folderIDOrNull(folder)
            let response = try await request(.post, "feeds") { json in
                json.member("url", url)
                json.member("folderId", folderID, quoted: false)
            }
            let id = try response.json().list("feeds").first?["id"]?.text
            if let title { try await setTitle(ofNewFeed: id) { try await rename($0, title) } }
        case .unsubscribe(let feed):
            let response = try await send(ServerRequest(.delete, base + "feeds/\(feed.id)"))
            // The feed was removed before, perhaps by a request whose response was lost.
            if response.isNotFound { return }
            try Self.confirm(try response.checked())
        case .rename(let feed, let title): try await rename(feed.id, title)
        case .move(let feed, let folder):
            let folderID = try await folderIDOrNull(folder)
            try Self.confirm(
                try await request(.post, "feeds/\(feed.id)/move") { $0.member("folderId", folderID, quoted: false) })
        case .renameFolder(let folder, let name):
            let folders = try await folders()
            guard let id = folders.first(where: { $0.value == folder })?.key else {
                // Renamed before: through another account, or by a request whose response was lost.
                if folders.values.contains(name) { return }
                throw SyncFailure.noFolder(folder)
            }
            try Self.confirm(try await request(.put, "folders/\(id)") { $0.member("name", name) })
        }
    }

    private func rename(_ id: String, _ title: String) async throws {
        try Self.confirm(try await request(.post, "feeds/\(id)/rename") { $0.member("feedTitle", title) })
    }

    private func folderIDOrNull(_ name: String?) async throws -> String {
        guard let name else { return "null" }
        return try await folderID(name)
    }

    private func folderID(_ name: String) async throws -> String {
        if let id = try await folders().first(where: { $0.value == name })?.key { return id }
        let response = try await request(.post, "folders") { $0.member("name", name) }
        guard let id = try response.json().list("folders").first?["id"]?.text else {
            throw SyncFailure.notUnderstood("the server did not name the new folder")
        }
        return id
    }

    /// Accepts an empty body or JSON: a hotspot's page is neither.
    private static func confirm(_ response: ServerResponse) throws(SyncFailure) {
        if response.body.contains(where: { $0 > 0x20 }) { _ = try response.json() }
    }

    private func request(
        _ method: ServerRequest.Method, _ path: String, _ body: (inout JSONWriter) -> Void
    ) async throws -> ServerResponse {
        var json = JSONWriter()
        json.object(body)
        var request = ServerRequest(method, base + path)
        if method != .delete { request.setJSON(json.bytes) }
        return try await send(request).checked()
    }
}
