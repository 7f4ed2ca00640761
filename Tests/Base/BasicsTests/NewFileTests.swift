import Basics
import Foundation
import TestFolders
import Testing

@Suite struct NewFileTests {
    @Test("A new file has the given bytes and mode; an existing file is left alone, and the error says so")
    func write() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        try NewFile.write([1, 2, 3], to: path, mode: 0o600)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        do {
            try NewFile.write("other", to: path)
            Issue.record("the file was replaced")
        } catch {
            #expect(error.isTaken && "\(error)" == "exists already")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
    }

    @Test("A regular file can be replaced and keeps its mode, but no link is")
    func replacing() throws {
        let folder = try TemporaryFolder()
        let (path, link) = (folder.path + "/file", folder.path + "/link")
        try NewFile.write([1, 2, 3], to: path, mode: 0o600)
        try NewFile.write([4], to: path, mode: 0o644, replacing: true)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(symlink(path, link) == 0)
        #expect(throws: NewFile.Failure.self) { try NewFile.write([5], to: link, mode: 0o600, replacing: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([4]))
        try NewFile.write([6], to: folder.path + "/new", mode: 0o600, replacing: true)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/new")) == Data([6]))
    }

    @Test("An error has the system's error number and message")
    func failure() {
        do {
            try NewFile.write("", to: "/nowhere/at/all")
            Issue.record("the file was written")
        } catch {
            #expect(error.number == ENOENT && !error.isTaken)
            #expect("\(error)" == "cannot be written: no such file or directory")
        }
    }
}
