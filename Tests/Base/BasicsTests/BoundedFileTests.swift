import Basics
import Foundation
import TestFolders
import Testing

@Suite struct BoundedFileTests {
    /// Runs `body` with a path in a temporary folder, where it may create a file.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try body(folder.path + "/file")
    }

    private func write(_ count: Int, to path: String, mode: mode_t = 0o600) throws -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
        return bytes
    }

    @Test("A file is read as a whole", arguments: [0, 1, 4_095, 4_096, 4_097, 100_000])
    func whole(_ count: Int) throws {
        try withPath { path in
            let bytes = try write(count, to: path)
            #expect(try BoundedFile(path, atMost: count).bytes == bytes)
            #expect(try BoundedFile(path, atMost: .max).bytes == bytes)
        }
    }

    @Test("A longer file is refused, or read up to the limit", arguments: [10, 5_000, 99_999])
    func limit(_ limit: Int) throws {
        try withPath { path in
            let bytes = try write(100_000, to: path)
            #expect(throws: BoundedFile.Problem.tooLong(limit: limit)) { try BoundedFile(path, atMost: limit) }
            #expect(try BoundedFile(path, atMost: limit, excess: .ignored).bytes == Array(bytes.prefix(limit)))
        }
    }

    @Test("A file whose length the system does not know is read up to its end, and no further than the limit")
    func unknownLength() throws {
        let whole = try BoundedFile("/proc/self/status", atMost: 1 << 20).bytes
        #expect(String(decoding: whole, as: UTF8.self).hasPrefix("Name:"))
        #expect(throws: BoundedFile.Problem.tooLong(limit: 10)) { try BoundedFile("/proc/self/status", atMost: 10) }
    }

    @Test("A pipe, a device and a folder are refused at once")
    func notRegular() throws {
        try withPath { path in
            #expect(mkfifo(path, 0o600) == 0)
            for other in [path, "/dev/null", "/"] {
                #expect(throws: BoundedFile.Problem.notRegular) { try BoundedFile(other, atMost: 100) }
            }
        }
    }

    @Test(
        "A file that other users can access is refused as a secret",
        arguments: [0o640, 0o604, 0o620, 0o601] as [mode_t])
    func exposed(_ mode: mode_t) throws {
        try withPath { path in
            let bytes = try write(10, to: path, mode: mode)
            #expect(throws: BoundedFile.Problem.exposed) { try BoundedFile(path, atMost: 100, access: .ownerOnly) }
            let file = try BoundedFile(path, atMost: 100)
            #expect(file.bytes == bytes && !file.isPrivate)
            chmod(path, 0o400)
            #expect(try BoundedFile(path, atMost: 100, access: .ownerOnly).isPrivate)
        }
    }

    @Test("The system's error is reported; a file counts as missing if its name or its folder does not exist")
    func missing() throws {
        try withPath { path in
            #expect(throws: BoundedFile.Problem.system(ENOENT)) { try BoundedFile(path, atMost: 100) }
            _ = try write(1, to: path)
            #expect(throws: BoundedFile.Problem.system(ENOTDIR)) { try BoundedFile(path + "/x", atMost: 100) }
        }
        #expect(BoundedFile.Problem.system(ENOENT).isMissing && BoundedFile.Problem.system(ENOTDIR).isMissing)
        #expect(!BoundedFile.Problem.system(EACCES).isMissing && !BoundedFile.Problem.notRegular.isMissing)
        #expect("\(BoundedFile.Problem.system(ENOENT))" == "no such file or directory")
        #expect("\(BoundedFile.Problem.tooLong(limit: 16 << 20))" == "longer than 16 MB")
    }
}
