import FeedModel
import Foundation
import TestFolders
import Testing

@testable import ArticleStorage

/// Libraries written by earlier versions. Each file is named after the version that made it and its last migration.
@Suite struct SchemaTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    static let libraries =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0.hasPrefix("library-") && $0.hasSuffix(".sqlite.gz")
        }.sorted()

    /// Unpacks a library of the fixtures into a folder, and returns its path there.
    private func unpacked(_ name: String, in folder: TemporaryFolder) throws -> String {
        let path = folder.path + "/library.sqlite"
        let inflate = Process()
        inflate.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        inflate.arguments = ["gzip", "-dc", Self.folder.appendingPathComponent(name).path]
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        inflate.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try inflate.run()
        inflate.waitUntilExit()
        #expect(inflate.terminationStatus == 0)
        return path
    }

    @Test("Libraries of earlier versions exist") func librariesOfEarlierVersionsExist() {
        #expect(Self.libraries == ["library-0.1.0-10.sqlite.gz", "library-0.1.0-17.sqlite.gz"])
    }

    @Test("The schema is on the first page of the file, without which no truncated library can be repaired")
    func schemaOnFirstPage() throws {
        let library = try Library()
        let file = try Data(contentsOf: URL(fileURLWithPath: library.closedCopy()))
        // After the header of the file, 13 is the kind of a page without others below it.
        #expect(file[100] == 13)
    }

    @Test("A library of an earlier version is read completely", arguments: libraries)
    func aLibraryOfAnEarlierVersionIsReadWhole(_ name: String) throws {
        let folder = try TemporaryFolder()
        let path = try unpacked(name, in: folder)
        let store = try ArticleStore(path: path)
        // The index contained other forms of some words.
        #expect(try store.searchBacklog() == 3)
        let feeds = try store.subscriptions()
        #expect(feeds.map(\.title) == ["Alpha", "My beta"])
        #expect(feeds.map(\.folder) == [["News"], ["Other"]])
        #expect(feeds.map(\.preferences.isHidden) == [false, true])
        let page = try store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 10)
        #expect(page.rows.map(\.title) == ["Third", "Second", "First"])
        #expect(page.rows.map(\.isRead) == [false, false, true])
        #expect(page.rows.map(\.isStarred) == [false, true, false])
        #expect(try store.savedSearches() == [SavedSearch(name: "Firsts", query: "title:first")])
        let second = try #require(try store.article(page.rows[1].id))
        #expect(second.item.enclosures.first?.mimeType == "audio/mpeg")
        // New articles are stored beside the old ones.
        var document = ParsedFeed()
        document.language = "en"
        document.items = [item("new")]
        let id = feeds[0].id
        #expect(
            try store.ingest(document, into: id, state: PollingState(subscription: id), at: now).new.count == 1)
        #expect(try store.whole(page.rows[0].id, withPage: false)?.language == "en")
        while try store.indexPending() > 0 {}
        let search = ArticleListing(.search("text"), midnight: midnight)
        #expect(try store.page(of: search, at: .start, limit: 10).rows.count == 3)
        #expect(try LibraryRepair(path: path).problems().isEmpty)
    }
}
