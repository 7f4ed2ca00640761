import ArticleStorage
import Basics
import FeedModel
import FeedParsing
import ReaderUI

// Imports and exports subscription files in the background.
extension LibraryWriter {
    /// Maximum size of a subscription file that is read, in bytes (default 32 MiB).
    private static let maximumFileSize = 32 << 20

    /// → `imported`
    func importFeeds(from path: String) {
        inOrder { [self] in
            let bytes: [UInt8]
            do {
                bytes = try BoundedFile(path, atMost: Self.maximumFileSize).bytes
            } catch {
                throw FileProblem("\(path): \(error)")
            }
            let list = try SubscriptionFile(parsing: bytes, name: path)
            let write = { () throws(ArticleStoreError) in
                try self.store.add(list.list, preferences: list.preferences)
            }
            guard let added = try untilWritable(write) else { return }
            let filtered = list.list.feeds.count { !$0.filters.isEmpty }
            let text = "\(filtered.counting("feed")) with filters: lede import makes rules of them"
            let warnings = (filtered > 0 ? [text] : []) + list.remarks
            warnings.forEach { mailbox.put(.message(Message($0, kind: .warning))) }
            let known = list.list.feedCount - added
            let already = known > 0 ? ", \(known.counting("feed")) subscribed already" : ""
            var offers = added > 0 ? [Message.Offer(.refreshAll, "fetches")] : []
            if !warnings.isEmpty {
                offers.append(Message.Offer(.messages, "shows \(warnings.count.counting("warning"))"))
            }
            // As a note it would not be shown after a warning.
            let message = Message(
                "\(added.counting("feed")) added\(already)", kind: warnings.isEmpty ? .note : .warning, offers: offers)
            mailbox.put(.imported(message, added: added))
        }
    }

    /// → a message with the number of feeds
    func exportFeeds(to path: String, replacing: Bool) {
        let path = ProgramLauncher.absolute(path)
        inOrder { [store, mailbox] in
            let list = try store.exportedList()
            do throws(NewFile.Failure) {
                // The addresses may hold passwords.
                try NewFile.write(list.write(), to: path, mode: 0o600, replacing: replacing)
            } catch {
                throw FileProblem("\(path): \(error)\(error.isTaken ? "; :export! FILE replaces it" : "")")
            }
            mailbox.put(.message(Message("\(list.feeds.count.counting("feed")) written to \(path)")))
        }
    }

    private struct FileProblem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}
