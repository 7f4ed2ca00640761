import FeedModel
import FeedParsing
import Synchronization

// Labels of articles, which are the person's tags. A label of feeds is a folder.
extension GoogleReaderServer {
    /// Returns all labels with the ids of their articles: 1 request for the names, and 1 or more for each label.
    /// Returns nil on servers that have no such requests. A label that is also the name of a folder is left out: its
    /// list would contain all articles of the folder's feeds.
    func labels() async throws -> [RemoteLabel]? {
        guard let names = try await labelNames() else { return nil }
        var labels: [RemoteLabel] = []
        for name in names where !streams.isFolder(name) {
            guard let tag = StarredItems.tag(of: name) else { continue }
            labels.append(
                labels.count < RemoteLabel.maximumCount
                    ? try await articles(labelled: name, as: tag) : RemoteLabel(tag, isComplete: false))
        }
        let folders = names.filter(streams.isFolder).compactMap(StarredItems.tag)
        return labels + folders.map { RemoteLabel($0, isComplete: false) }
    }

    /// The names of all labels as the server writes them. One sync requests them once, and again after it has added one.
    final class KnownLabels: Sendable {
        let names = Mutex<[String]?>(nil)
    }

    /// Returns the names of all labels; nil if the server cannot list them.
    private func labelNames() async throws -> [String]? {
        if let known = knownLabels.names.withLock(\.self) { return known }
        let response = try await session.getAny("tag/list")
        guard !Self.isUnknown(response) else { return nil }
        let tags = try response.checked().json().list("tags")
        let names = tags.filter { $0["type"]?.string != "folder" }
            .compactMap { $0["id"]?.string.flatMap(Self.name(ofLabel:)).map(ServedItem.line) }
        knownLabels.names.withLock { $0 = names }
        return names
    }

    private func articles(labelled name: String, as tag: String) async throws -> RemoteLabel {
        let listing = try await ids(stream: Self.label(name), pages: Self.firstPageLimit)
        return RemoteLabel(tag, ids: Set(listing.ids), isComplete: listing.isWhole)
    }

    /// Adds a tag's label to articles, or removes it.
    ///
    /// - Parameter articles: the fields that name them.
    /// - Returns: true if the server's list of labels has it: some servers confirm a label that they do not keep.
    func sendTag(_ tag: String, isAdded: Bool, of articles: [(String, String)]) async throws -> Bool {
        let known = try await labelNames()
        let names = LabelName.names(of: tag, among: known ?? [], isAdded: isAdded)
        for name in names.isEmpty ? [tag] : names {
            guard try await sendLabel(name, articles + [(isAdded ? "a" : "r", Self.label(name))]) else { return false }
        }
        if !names.isEmpty { return true }
        guard isAdded, known != nil else { return false }
        knownLabels.names.withLock { $0 = nil }
        return try await labelNames()?.contains(tag) ?? false
    }

    /// Returns false if the server refuses it because it has no labels (Miniflux): the tag then stays on this machine
    /// only, and does not delay other marks.
    private func sendLabel(_ name: String, _ form: [(String, String)]) async throws -> Bool {
        let response = try await session.postAny("edit-tag", form)
        guard Self.isUnknown(response) else {
            try GoogleReaderSession.confirm(response)
            return true
        }
        // A server that has labels refused for some other reason.
        let listing = try await session.getAny("stream/items/ids", "s=\(Self.label(name).formEncoded)&n=1")
        if !Self.isUnknown(listing) { _ = try response.checked() }
        // A server that fails altogether may still have labels: the tag waits.
        _ = try await session.get("stream/items/ids", "s=\("user/-/state/com.google/starred".formEncoded)&n=1")
        return false
    }

    /// True for the statuses with which servers refuse an unknown request.
    private static func isUnknown(_ response: ServerResponse) -> Bool {
        [400, 404, 405, 500, 501].contains(response.status)
    }
}
