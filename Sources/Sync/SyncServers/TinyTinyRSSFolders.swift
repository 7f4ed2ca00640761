import FeedParsing

// Categories, which may be nested: only the tree shows which category contains another.
extension TinyTinyRSSServer {
    /// Returns the paths of the folders by their ids, outermost name first.
    ///
    /// - Parameter suffice: true if the folders that are in no other one are enough. They cost few bytes; the tree
    ///   contains all feeds.
    func folders(unless suffice: ([String: [String]]) -> Bool) async throws -> [String: [String]] {
        let listed = try await session.call("getCategories") { json in
            json.member("enable_nested", "true", quoted: false)
            json.member("include_empty", "true", quoted: false)
        }
        var folders: [String: [String]] = [:]
        for category in listed.elements {
            guard let id = category["id"]?.text, let title = category["title"]?.string else { continue }
            folders[id] = [ServedItem.line(title)]
        }
        if suffice(folders) { return folders }
        var rest = [(items: try await tree(), path: [String]())]
        while let (items, path) = rest.popLast() {
            for item in items {
                guard let id = item["id"]?.string, id.hasPrefix("CAT:"), let name = item["name"]?.string
                else { continue }
                let own = path + [ServedItem.line(name)]
                folders[String(id.dropFirst(4))] = own
                rest.append((item["items"]?.elements ?? [], own))
            }
        }
        return folders
    }

    private func tree() async throws -> [JSONValue] {
        let tree = try await session.call("getFeedTree") { $0.member("include_empty", "true", quoted: false) }
        return tree["categories"]?["items"]?.elements ?? []
    }
}
