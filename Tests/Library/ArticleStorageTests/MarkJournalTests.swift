import FeedModel
import Foundation
import Testing

@testable import ArticleStorage

/// Marks that a process wrote to its journal and that are not in the library yet.
@Suite struct MarkJournalTests {
    @Test(
        "The reader returns a written line and refuses an incomplete or changed one",
        arguments: [Mark.read(true), .read(false), .starred(true), .starred(false)])
    func lines(_ mark: Mark) {
        let entry = JournalEntry(number: 12, change: .mark(mark), ids: [1, 20, -3].map { ArticleID(rawValue: $0) })
        let line = String(entry.line.dropLast())
        #expect(JournalEntry(line) == entry)
        for length in 0..<line.count { #expect(JournalEntry(line.prefix(length)) == nil) }
        #expect(JournalEntry(line.replacing("20", with: "21")) == nil)
    }

    @Test(
        "Lines of deletions keep their time to a fraction of a second; a line with an invalid time is refused",
        arguments: [JournaledChange.delete(at: Date(timeIntervalSince1970: 1_795_184_520.123_456)), .restore])
    func deletionLines(_ change: JournaledChange) {
        let entry = JournalEntry(number: 1, change: change, ids: [ArticleID(rawValue: 8)])
        #expect(JournalEntry(entry.line.dropLast()) == entry)
        let endless = JournalEntry(
            number: 1, change: .delete(at: Date(timeIntervalSince1970: .infinity)), ids: entry.ids)
        #expect(JournalEntry(endless.line.dropLast()) == nil)
    }

    @Test("The deletions and restorations of an ended process are applied once, in order")
    func recoveredDeletions() throws {
        let library = try Library()
        let store = library.store
        try library.feed("one", [item("one"), item("two"), item("three")])
        let ids = try ["one", "two", "three"].map(library.id)
        let journal = MarkJournal(of: store)
        let first = try #require(journal.append(.delete(at: now), on: [ids[0]]))
        let second = try #require(journal.append(.restore, on: [ids[0]]))
        _ = journal.append(.delete(at: now), on: ids)
        _ = journal.append(.restore, on: [ids[1]])
        #expect(try store.delete([ids[0]], at: now, journaledAt: first).articles == [ids[0]])
        #expect(try store.restore([ids[0]], journaledAt: second) == [ids[0]])
        journal.close()
        #expect(try store.recoverMarks() == 1)
        #expect(try Set(store.deletedArticles(limit: 9).map(\.id)) == [ids[0], ids[2]])
        #expect(try store.deletedArticles(limit: 9).allSatisfy { $0.deleted == now })
        // Another process restores one, and the journal is not applied again.
        try store.restore(ids)
        #expect(try store.recoverMarks() == 0)
        #expect(try library.titles(.all).count == 3)
    }

    @Test(
        "Undoing a deletion restores the copies deleted with it, even if the library has only the deletion",
        arguments: [true, false])
    func copies(_ isStored: Bool) throws {
        let library = try Library()
        let store = library.store
        store.marksStoriesTogether = true
        try library.feed("one", [item("ferry", hoursAgo: 1)])
        let ids = [try library.id("ferry")]
        try library.feed("two", [item("ferry", hoursAgo: 1)])
        let journal = MarkJournal(of: store)
        let deletion = try #require(journal.append(.delete(at: now), on: ids))
        _ = journal.append(.restore, on: ids)
        if isStored { #expect(try store.delete(ids, at: now, journaledAt: deletion).copies == 1) }
        journal.close()
        #expect(try store.recoverMarks() == 1)
        #expect(try library.titles(.all) == ["ferry", "ferry"])
        #expect(try store.deletedArticles(limit: 9).isEmpty)
    }

    @Test("A waiting change is not lost if a later one reaches the library first, and the later one is applied once")
    func laterChangeFirst() throws {
        let library = try Library()
        let store = library.store
        try library.feed("one", [item("one"), item("two")])
        let ids = try ["one", "two"].map(library.id)
        let journal = MarkJournal(of: store)
        _ = journal.append(.starred(true), on: [ids[0]])
        let later = try #require(journal.append(.read(true), on: [ids[1]]))
        try store.set(.read(true), on: [ids[1]], journaledAt: later)
        later.markDone()
        #expect(journal.pendingCount == 1)
        // Another process marks the article unread meanwhile.
        try store.set(.read(false), on: [ids[1]])
        journal.close()
        #expect(try store.recoverMarks() == 1)
        #expect(try store.articles([ids[0]]).map(\.isStarred) == [true])
        #expect(try store.articles([ids[1]]).map(\.isRead) == [false])
    }

    @Test("Progress covers all changes up to a number and single later ones; its text form can be read back")
    func progress() throws {
        var progress = JournalProgress()
        for number: Int64 in [1, 4, 3] { progress.add(number) }
        #expect(progress.text == "1 3 4" && progress.contains(1) && !progress.contains(2) && progress.contains(4))
        #expect(JournalProgress(progress.text) == progress)
        progress.add(2)
        #expect(progress.text == "4" && !progress.contains(5))
        #expect(JournalProgress("") == nil && JournalProgress("x") == nil)
    }

    @Test("The changes that the library had when the process ended are not applied again")
    func appliedDeletion() throws {
        let library = try Library()
        try library.feed("one", [item("one")])
        let ids = [try library.id("one")]
        let journal = MarkJournal(of: library.store)
        let entry = try #require(journal.append(.delete(at: now), on: ids))
        try library.store.delete(ids, at: now, journaledAt: entry)
        journal.close()
        try library.store.restore(ids)
        #expect(try library.store.recoverMarks() == 1)
        #expect(try library.titles(.all) == ["one"])
    }

    @Test("The marks of an ended process are applied once, in order")
    func recovered() throws {
        let library = try Library()
        try library.feed("one", [item("one"), item("two"), item("three")])
        let ids = try ["one", "two", "three"].map(library.id)
        let journal = MarkJournal(of: library.store)
        let marks = [Mark.read(true), .read(false), .read(true)]
        let positions = try marks.map { try #require(journal.append($0, on: [ids[0]])) }
        _ = journal.append(.starred(true), on: ids)
        _ = journal.append(.read(true), on: [ids[1]])
        // While its process runs, no other process reads the journal.
        #expect(try library.store.recoverMarks() == 0)
        for (mark, position) in zip(marks, positions) {
            try library.store.set(mark, on: [ids[0]], journaledAt: position)
        }
        // Now its process ends, and another one reverts a mark that is already in the library.
        journal.close()
        try library.store.set(.read(false), on: [ids[0]])
        #expect(try library.store.recoverMarks() == 1)
        let rows = try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 10).rows
        #expect(rows.filter(\.isStarred).count == 3)
        #expect(rows.filter(\.isRead).map(\.id) == [ids[1]])
        #expect(try library.store.recoverMarks() == 0)
    }

    @Test("An incomplete line or garbage does not lose other marks")
    func damaged() throws {
        let library = try Library()
        try library.feed("one", [item("one"), item("two")])
        let ids = try ["one", "two"].map(library.id)
        let good = JournalEntry(number: 1, change: .mark(.read(true)), ids: [ids[0]]).line
        let torn = String(JournalEntry(number: 2, change: .mark(.read(true)), ids: [ids[1]]).line.dropLast(3))
        try (good + "nonsense\n" + torn).write(toFile: library.path + "-marks-7-7", atomically: true, encoding: .utf8)
        #expect(try library.store.recoverMarks() == 1)
        let rows = try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 10).rows
        #expect(rows.filter { !$0.isRead }.map(\.id) == [ids[1]])
    }

    @Test("Bytes that are not text do not lose the marks of other lines")
    func otherBytes() throws {
        let library = try Library()
        try library.feed("one", [item("one"), item("two")])
        let ids = try ["one", "two"].map(library.id)
        let lines = ids.indices.map { index in
            JournalEntry(number: Int64(index) + 1, change: .mark(.starred(true)), ids: [ids[index]]).line
        }
        var bytes = Data(lines[0].utf8)
        bytes.append(contentsOf: [0xFF, 0xFE, 0x80, 0x0A])
        bytes.append(contentsOf: lines[1].utf8)
        bytes.append(contentsOf: [0, 0, 0xC3])
        try bytes.write(to: URL(fileURLWithPath: library.path + "-marks-7-7"))
        #expect(try library.store.recoverMarks() == 1)
        #expect(try library.titles(.starred).sorted() == ["one", "two"])
    }

    @Test("The journal that was written last is applied last, whatever its name is", arguments: [true, false])
    func order(_ value: Bool) throws {
        let library = try Library()
        try library.feed("one", [item("one")])
        let ids = [try library.id("one")]
        for (name, value, age) in [("9", !value, 20.0), ("10", value, 10)] {
            let path = library.path + "-marks-\(name)-7"
            let line = JournalEntry(number: 1, change: .mark(.starred(value)), ids: ids).line
            try line.write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        #expect(try library.store.recoverMarks() == 2)
        let rows = try library.store.page(of: ArticleListing(.all, midnight: midnight), at: .start, limit: 10).rows
        #expect(rows.map(\.isStarred) == [value])
    }

    @Test("A journal whose marks are all in the library is deleted")
    func storedJournalIsDeleted() throws {
        let library = try Library()
        try library.feed("one", [item("one")])
        let ids = [try library.id("one")]
        let journal = MarkJournal(of: library.store)
        let position = try #require(journal.append(.read(true), on: ids))
        try library.store.set(.read(true), on: ids, journaledAt: position)
        position.markDone()
        journal.close()
        try library.store.forget(journal)
        let names = try FileManager.default.contentsOfDirectory(atPath: library.folder)
        #expect(!names.contains { $0.contains("-marks-") })
        #expect(try library.store.setting(journal.setting) == nil)
    }
}
