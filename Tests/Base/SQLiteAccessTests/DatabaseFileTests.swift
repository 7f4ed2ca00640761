import Foundation
import Glibc
import TestFolders
import Testing

@testable import SQLiteAccess

@Suite struct DatabaseFileTests {
    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("A new file belongs to its owner alone; an existing one is left as it is")
    func created() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/database.sqlite"
        #expect(DatabaseFile.create(at: path) == nil)
        #expect(try mode(path) == 0o600 && Data(contentsOf: URL(filePath: path)).isEmpty)
        try Data("text".utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(DatabaseFile.create(at: path) == nil)
        #expect(try mode(path) == 0o640 && Data(contentsOf: URL(filePath: path)) == Data("text".utf8))
    }

    @Test("The system's error number says why no file can be created")
    func refused() {
        #expect(DatabaseFile.create(at: "/proc/nowhere/database.sqlite") == ENOENT)
    }
}
