import Dispatch
import Foundation
import Glibc
import ReaderUI
import TestFolders
import Testing

@testable import ReaderEngine

@Suite struct PathCompletionTests {
    @Test("A typed path is completed to files and folders, hidden ones only after a dot")
    func paths() throws {
        let home = try TemporaryFolder()
        let folder = home.url.path + "/"
        for name in ["feeds.opml", "feeds old.opml", "other", ".hidden", "fe\u{1B}[2J"] {
            #expect(FileManager.default.createFile(atPath: folder + name, contents: Data()))
        }
        try FileManager.default.createDirectory(atPath: folder + "fetched", withIntermediateDirectories: false)
        func completed(_ typed: String) -> [String] {
            PathCompletion.paths(beginningWith: folder + typed).map { String($0.dropFirst(folder.count)) }
        }
        #expect(completed("fe") == ["feeds old.opml", "feeds.opml", "fetched/"])
        #expect(completed("") == ["feeds old.opml", "feeds.opml", "fetched/", "other"])
        #expect(completed(".") == [".hidden"])
        #expect(completed("fetched/") == [] && completed("none/") == [])
        #expect(PathCompletion.paths(beginningWith: "~") == ["~/"])
    }

    @Test("Names that cannot be opened are not offered: those with a blank at the end, or not in UTF-8")
    func unopenable() throws {
        let home = try TemporaryFolder()
        let folder = home.url.path + "/"
        for name in ["feeds.opml", "feeds.opml "] {
            #expect(FileManager.default.createFile(atPath: folder + name, contents: Data()))
        }
        let bytes = Array((folder + "feeds").utf8CString.dropLast()) + [CChar(truncatingIfNeeded: 0xFF), 0]
        let file = creat(bytes, 0o600)
        try #require(file >= 0)
        close(file)
        #expect(PathCompletion.paths(beginningWith: folder + "fe") == [folder + "feeds.opml"])
    }

    @Test("Folders are read one after another, so that a disk that does not answer blocks a single thread")
    func order() throws {
        let home = try TemporaryFolder()
        let mailbox = Mailbox()
        let typed = ["a", "b", "c"].map { home.url.path + "/" + $0 }
        for path in typed { PathCompletion.load(path, mailbox) }
        PathCompletion.queue.sync {}
        let answered = mailbox.dequeueAll().compactMap { event -> String? in
            if case .paths(_, let path) = event { path } else { nil }
        }
        #expect(answered == typed)
    }

    @Test("Relative paths and paths in the home folder stay as they are typed")
    func relative() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.currentDirectoryPath)
        let name = try #require(names.first { !$0.hasPrefix(".") })
        #expect(PathCompletion.paths(beginningWith: name).contains { $0 == name || $0 == name + "/" })
        #expect(PathCompletion.paths(beginningWith: "./" + name).contains { $0.hasPrefix("./" + name) })
    }
}
