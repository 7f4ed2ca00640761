import ArticleStorage
import FeedModel
import ReaderUI

/// Passes articles and their enclosures to other programs, and writes articles to files.
struct ArticlePrograms {
    let store: ArticleStore
    let articles: ArticleOpener
    let pictures: FramePictures
    let queue: ShownQueue
    let outside: ProgramLauncher
    let mailbox: Mailbox

    private static let noAddress: [Event] = [.message(Message("This article has no link"))]

    func browse(_ id: ArticleID) throws -> [Event] {
        try articles.address(of: id).map(outside.browse) ?? Self.noAddress
    }

    func copyAddress(of id: ArticleID) throws -> [Event] {
        try articles.address(of: id).map(outside.copy) ?? Self.noAddress
    }

    func bookmark(_ id: ArticleID) throws -> [Event] {
        try articles.facts(of: id).map(outside.bookmark) ?? Self.noAddress
    }

    func run(_ command: String, about id: ArticleID) throws -> [Event] {
        guard let facts = try articles.facts(of: id) else { return Self.noAddress }
        return outside.run(command, about: PlaceholderValues(address: facts[0], title: facts[1], feed: facts[2]))
    }

    func pipe(_ id: ArticleID, _ source: ArticleSource, to command: String) throws -> [Event] {
        try articles.text(of: id, source).map { outside.pipe($0, to: command) } ?? []
    }

    func save(_ id: ArticleID, _ source: ArticleSource, to path: String, replacing replaces: Bool) throws -> [Event] {
        let isPage = [".html", ".htm"].contains { path.lowercased().hasSuffix($0) }
        let content =
            isPage
            ? try articles.page(of: id, source) { [pictures] in pictures.dataAddress(of: $0) }
            : try articles.text(of: id, source)
        return content.map { outside.save($0, to: path, replacing: replaces) } ?? []
    }

    /// Plays a downloaded file from the disk.
    func play(_ enclosure: Enclosure) -> [Event] {
        let player = EnclosurePlayer(store: store, outside: outside) { [mailbox] in mailbox.put($0) }
        return player.play(enclosure, file: queue.file(of: enclosure.url))
    }
}
