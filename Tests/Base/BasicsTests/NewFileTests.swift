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
