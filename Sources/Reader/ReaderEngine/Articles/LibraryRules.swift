import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
import ReaderUI

// Hiding rules that are made in the reader.
extension LibraryWriter {
    /// Hides articles with a rule; `undo` removes it.
    func add(_ mute: Mute) {
        let now = Date()
        change { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.add(mute, at: now) }
            guard let isAdded = try untilWritable(write) else { return }
            guard isAdded else {
                return mailbox.put(.message(.error("At most \(Mute.limit) rules can be made in the reader")))
            }
            push(.mute(mute))
            mailbox.put(.message(Message("Hidden: \(mute.words)", offers: [.undoes])))
            applyRulesAgain()
        }
    }

    func remove(_ mute: Mute) {
        let now = Date()
        change { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.remove(mute, at: now) }
            guard try untilWritable(write) == true else { return }
            forgetUndo(of: mute)
            mailbox.put(.message(Message(noLongerHidden(mute))))
            applyRulesAgain()
        }
    }

    func noLongerHidden(_ mute: Mute) -> String {
        "No longer hidden: \(mute.words)"
    }

    /// Applies changed rules to the stored articles, in the background.
    func applyRulesAgain() {
        ruleQueue.async { [store, mailbox] in
            if (try? store.applyRules()) == true { mailbox.put(.libraryChanged) }
        }
    }
}
