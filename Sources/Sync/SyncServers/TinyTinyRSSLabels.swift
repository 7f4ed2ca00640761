import FeedModel
import FeedParsing
import SyncEngine
import Synchronization

// Labels of articles, which are the person's tags.
extension TinyTinyRSSServer {
    /// Pages read of a label's articles (default 5). A longer list is incomplete and does not remove the label from
    /// articles.
    private static let labelPages = 5

    /// The names of labels by their numbers, from the last list of feeds, which contains them.
    final class KnownLabels: Sendable {
        private let names = Mutex<[Int64: String]?>(nil)

        /// The category of labels.
        private static let category: Int64 = -2

        /// The labels as the server writes them, in its order; nil before the first list of feeds.
        var all: [(id: Int64, name: String)]? {
            names.withLock { $0?.sorted { $0.key > $1.key }.map { (id: $0.key, name: $0.value) } }
        }

        func learn(_ feeds: [JSONValue]) {
            let pairs = feeds.compactMap { feed -> (Int64, String)? in
                guard feed["cat_id"]?.int64 == Self.category, let id = feed["id"]?.int64, id < 0,
                    let name = feed["title"]?.string
                else { return nil }
                return (id, name)
            }
            names.withLock { $0 = Dictionary(pairs, uniquingKeysWith: { first, _ in first }) }
        }

        /// Returns the tags of an article: each of its labels is a list of its number, its name and its colours.
        static func tags(of article: JSONValue) -> [String]? {
            guard case .array(let labels) = article["labels"] else { return nil }
            let names = labels.compactMap { $0.elements.dropFirst().first?.string.flatMap(StarredItems.tag) }
            return Array(names.prefix(RemoteLabel.maximumCount))
        }
    }

    /// Returns all labels with the ids of their articles: 1 request or more for each label.
    func labels() async throws -> [RemoteLabel]? {
        guard let names = knownLabels.all else { return nil }
        var listed: [RemoteLabel] = []
        for (id, name) in names {
            guard let tag = StarredItems.tag(of: name) else { continue }
            guard listed.count < RemoteLabel.maximumCount else {
                listed.append(RemoteLabel(tag, isComplete: false))
                continue
            }
            let (ids, isComplete) = try await list(Int(clamping: id), "all_articles", pages: Self.labelPages)
            listed.append(RemoteLabel(tag, ids: Set(ids), isComplete: isComplete))
        }
        return listed
    }

    /// Adds a tag's label to articles, or removes it.
    ///
    /// - Returns: the articles that have the label now, or have lost it; none if the server has no such label: its API
    ///   cannot create labels.
    func sendTag(_ tag: String, isAdded: Bool, of ids: [String]) async throws -> [String] {
        var ids = ids
        let known = knownLabels.all ?? []
        let changed = LabelName.names(of: tag, among: known.map(\.name), isAdded: isAdded)
        for label in known where changed.contains(label.name) {
            do {
                try await setLabel(label.id, of: ids, isAdded: isAdded)
            } catch let refusal as SyncFailure where refusal.isRefusal {
                // The server fails at the first article that it no longer has, and leaves out the following ones.
                let existing = Set(try await articles(ids).map(\.id))
                guard !existing.isSuperset(of: ids) else { throw refusal }
                ids.removeAll { !existing.contains($0) }
                if !ids.isEmpty { try await setLabel(label.id, of: ids, isAdded: isAdded) }
            }
        }
        return changed.isEmpty ? [] : ids
    }

    private func setLabel(_ label: Int64, of ids: [String], isAdded: Bool) async throws {
        let response = try await session.call("setArticleLabel") { json in
            json.member("article_ids", ids.joined(separator: ","))
            json.member("label_id", String(label), quoted: false)
            json.member("assign", isAdded ? "true" : "false", quoted: false)
        }
        guard response["status"]?.string == "OK" else {
            throw SyncFailure.notUnderstood("the server did not confirm labels")
        }
    }
}
