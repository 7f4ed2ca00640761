import ArticleStorage
import Dispatch
import ReaderUI

/// The tags that complete a typed one.
enum TagCompletion {
    /// Reads the tags in the background, since a library may have many: → `tags`
    static func load(from store: ArticleStore, _ mailbox: Mailbox) {
        DispatchQueue(label: "lede.tags", qos: .userInitiated).async {
            guard let names = try? store.ownTags() else { return }
            mailbox.put(.tags(names))
        }
    }
}
