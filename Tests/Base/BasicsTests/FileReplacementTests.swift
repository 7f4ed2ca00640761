import Foundation
import TestFolders
import Testing

@testable import Basics

@Suite struct FileReplacementTests {
    private struct Failure: Error {}

    @Test("An error on the way leaves the old file, and no part of the new one")
    func failure() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("a")
        try Data("old".utf8).write(to: file)
        #expect(throws: Failure.self) {
            _ = try FileReplacement.write(to: file.path, mode: nil) { descriptor in
                _ = WholeWrite.write(Array("new".utf8), to: descriptor)
                throw Failure()
            }
        }
        #expect(FileReplacement.write(to: file.path, mode: nil) { _ in ENOSPC } == ENOSPC)
        #expect(try String(contentsOf: file, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
    }

    @Test("A file has all pieces, and the given mode or the usual one")
    func pieces() throws {
        let folder = try TemporaryFolder()
        for (name, mode, expected) in [("a", 0o640, 0o640), ("b", nil, 0o600)] as [(String, mode_t?, Int)] {
            let path = folder.url.appendingPathComponent(name).path
            let problem = FileReplacement.write(to: path, mode: mode) { descriptor in
                WholeWrite.write(Array("a".utf8), to: descriptor) ?? WholeWrite.write(Array("b".utf8), to: descriptor)
            }
            #expect(problem == nil)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "ab")
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let found = try #require(attributes[.posixPermissions] as? Int)
            // The umask of the process decides about the other bits.
            #expect(mode == nil ? found & 0o600 == expected : found == expected)
        }
    }

    @Test("A file can have the longest name that the file system allows", arguments: ["a", "é"])
    func longName(letter: String) throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: letter, count: 255 / letter.utf8.count)
        #expect(FileReplacement.write(Array("new".utf8), to: "\(folder.path)/\(name)", mode: 0o600) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }
}
