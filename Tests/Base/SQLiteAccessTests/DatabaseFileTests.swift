import Foundation
import Glibc
import TestFolders
import Testing

@testable import SQLiteAccess

@Suite struct DatabaseFileTests {
    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("Only its owner can access a new file; an existing one keeps its mode")
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

    @Test(
        "SQLite opens the file that a path names, even if it looks like an address",
        arguments: [
            ("file:a.sqlite", "./file:a.sqlite"), ("file:///a.sqlite", "./file:///a.sqlite"), ("a.sqlite", "a.sqlite"),
            ("/file:/a", "/file:/a"),
        ])
    func named(_ path: String, _ name: String) {
        #expect(DatabaseFile.plainName(path) == name)
    }

    @Test("The system's error number says why no file can be created")
    func refused() {
        #expect(DatabaseFile.create(at: "/proc/nowhere/database.sqlite") == ENOENT)
    }

    @Test("Only its owner can access a new file behind a symbolic link, too")
    func linked() throws {
        let folder = try TemporaryFolder()
        let (path, target) = (folder.path + "/database.sqlite", folder.path + "/target.sqlite")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(DatabaseFile.create(at: path) == nil)
        #expect(try mode(target) == 0o600)
    }

    @Test("The system's error number says why an existing file cannot be read")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/database.sqlite"
        let files = FileManager.default
        try files.createSymbolicLink(atPath: path, withDestinationPath: "/proc/nowhere/database.sqlite")
        #expect(DatabaseFile.create(at: path) == ENOENT)
        try files.removeItem(atPath: path)
        try files.createSymbolicLink(atPath: path, withDestinationPath: path)
        #expect(DatabaseFile.create(at: path) == ELOOP)
    }

    @Test("A database is not copied without its log if the log exists but cannot be read")
    func unreadableLog() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/database.sqlite"
        try Data("text".utf8).write(to: URL(filePath: path))
        #expect(ReadOnlyCopy(of: path) != nil)
        // A link to itself cannot be read by root either.
        try FileManager.default.createSymbolicLink(atPath: path + "-wal", withDestinationPath: path + "-wal")
        #expect(ReadOnlyCopy(of: path) == nil)
    }
}
