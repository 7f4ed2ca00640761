import ArticleStorage
import Foundation
import ReaderUI
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct ArticleOpenerTests {
    @Test("The HTML page for a saved address with a password shows the address without the password")
    func password() throws {
        let folder = try TemporaryFolder()
        let store = try ArticleStore(path: folder.url.path + "/library.sqlite")
        let id = try store.saveAddress("http://me:secret@a.example/x", at: Date()).id
        let opener = ArticleOpener(store: store, mailbox: Mailbox())
        let page = try #require(try opener.page(of: id, .best) { _ in nil })
        #expect(page.contains("<title>http://a.example/x</title>"))
        #expect(page.contains("<a href=\"http://a.example/x\">http://a.example/x</a>"))
        #expect(!page.contains("secret"))
    }
}
