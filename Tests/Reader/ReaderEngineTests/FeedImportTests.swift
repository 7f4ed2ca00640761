import ArticleStorage
import Foundation
import TestFolders
import Testing

@testable import ReaderEngine
@testable import ReaderUI

@Suite struct FeedImportTests {
    @Test("The result of an import is shown after the warnings about its file, and says how many there are")
    func result() throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let file = folder.url.appendingPathComponent("urls")
        let lines = ["https://example.org/feed", "query:Rain:title =~ \"rain\"", "query:Sun:title =~ \"sun\""]
        try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        let mailbox = Mailbox()
        let library = LibraryWriter(store: store, mailbox: mailbox)
        library.importFeeds(from: file.path)
        library.finish()
        let events = mailbox.dequeueAll()
        #expect(events.count == 3)
        guard case .imported(let message, added: 1) = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(message.text == "1 feed added" && message.kind == .warning)
        #expect(message.offers.map(\.effect) == ["fetches", "shows 2 warnings"])
    }

    @Test("An export is private, since addresses may hold passwords, and names the command that replaces a file")
    func export() throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let mailbox = Mailbox()
        let library = LibraryWriter(store: store, mailbox: mailbox)
        for replaces in [false, false, true] {
            library.exportFeeds(to: folder.url.path + "/feeds.opml", replacing: replaces)
        }
        library.finish()
        let texts: [String] = mailbox.dequeueAll().compactMap {
            if case .message(let message) = $0 { message.text } else { nil }
        }
        #expect(texts.count == 3 && texts.first == texts.last)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.path + "/feeds.opml")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(texts.dropFirst().first?.hasSuffix("exists already; :export! FILE replaces it") == true)
    }
}
