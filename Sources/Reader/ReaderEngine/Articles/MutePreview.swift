import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI
import Synchronization

/// Suggests hiding rules for an article and counts the articles that they would hide, on its own queue.
final class MutePreview: Sendable {
    private let store: ArticleStore
    private let mailbox: Mailbox
    private let queue = DispatchQueue(label: "lede.mutes", qos: .userInitiated)
    /// The number of previews requested so far; all but the last are cancelled.
    private let asked = Atomic(0)

    /// Maximum number of an article's tags that are suggested (default 12).
    private static let maximumTags = 12

    init(store: ArticleStore, mailbox: Mailbox) {
        self.store = store
        self.mailbox = mailbox
    }

    /// → `muteChoices`, or `mutePreview` if the wanted field has one value
    func choices(for id: ArticleID?, _ field: Mute.Field?) throws -> [Event] {
        var choices = try id.flatMap { try store.article($0) }.map { try suggestions(for: $0) } ?? []
        let made = try store.mutes()
        guard let field else { return [.muteChoices(choices, made: made)] }
        choices.removeAll { $0.field != field }
        guard choices.count == 1 else {
            guard choices.isEmpty else { return [.muteChoices(choices, made: [])] }
            return [.message(Message("This article has no \(field.rawValue)"))]
        }
        count(choices[0])
        return []
    }

    private func suggestions(for article: Article) throws -> [Mute] {
        let authors = article.item.authors.compactMap { $0.name ?? $0.email }.map { Mute(.author, $0) }
        let tags = article.item.tags.prefix(Self.maximumTags).map { Mute(.tag, $0) }
        let feed = try store.subscription(article.subscription).map { [Mute(.feed, $0.title)] } ?? []
        return (authors + tags + feed).filter { !$0.text.isEmpty }
    }

    /// → `mutePreview`
    func count(_ mute: Mute) {
        let number = asked.add(1, ordering: .relaxed).newValue
        queue.async { [self] in
            do {
                let isOutdated = { [self] in asked.load(ordering: .relaxed) != number }
                guard let found = try store.preview(mute, isCancelled: isOutdated) else {
                    return mailbox.put(.message(.error("No rule can be made from \(mute.words)")))
                }
                let titles = try store.summaries(of: found.latest).map(\.title)
                guard !isOutdated() else { return }
                mailbox.put(.mutePreview(mute, hidden: found.hidden, of: found.of, titles: titles))
            } catch {
                mailbox.put(.message(.error(error)))
            }
        }
    }
}
