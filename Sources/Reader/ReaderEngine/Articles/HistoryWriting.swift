import ArticleStorage
import Dispatch
import FeedModel
import FoundationEssentials
import Glibc
import ReaderUI

// The history: the articles that the person opened last.
extension LibraryWriter {
    /// Records that the person opened an article, after the frame that shows it. An opening that cannot be stored is
    /// lost: the mark of the article reports the reason.
    func recordOpening(of id: ArticleID, at now: Date) {
        inOrder(delaysQuitting: false) { [store] in
            usleep(Self.framePause)
            try? store.recordOpening(of: id, at: now)
        }
    }

    /// Waits, at most `keyWait`, until the history has the article opened last.
    func awaitOpenings() {
        let areStored = DispatchSemaphore(value: 0)
        inOrder(delaysQuitting: false) { areStored.signal() }
        _ = areStored.wait(timeout: .now() + keyWait)
    }

    /// → `libraryChanged` and a message
    func clearHistory() {
        inOrder { [self] in
            let write = { () throws(ArticleStoreError) in try self.store.clearHistory() }
            guard try untilWritable(write) != nil else { return }
            mailbox.put(.libraryChanged)
            mailbox.put(.message(Message("History cleared")))
        }
    }
}
