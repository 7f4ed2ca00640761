import Basics
import Foundation
import TestFolders
import Testing

@Suite struct LockedPartTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/file.part" }
    private var file: String { folder.path + "/file" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// Opens the part; returns the reason if it is refused.
    private func refusal() -> LockedPart.Failure? {
        do throws(LockedPart.Failure) {
            _ = try LockedPart(path, mode: 0o644)
            return nil
        } catch {
            return error
        }
    }

    @Test("The bytes of a part become the file, with the file's mode")
    func complete() throws {
        let part = try LockedPart(path, mode: 0o644)
        try part.write(Array("01234".utf8))
        try part.cut(at: 3)
        try part.write(Array("xy".utf8))
        #expect(part.size == 5)
        try part.complete(as: file, mode: 0o600)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "012xy" && names == ["file"])
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("A part is kept for the next download; an empty one is deleted")
    func leftOver() throws {
        do {
            let part = try LockedPart(path, mode: 0o644)
            try part.write([1])
        }
        #expect(try names == ["file.part"])
        do {
            let part = try LockedPart(path, mode: 0o644)
            #expect(part.size == 1)
            try part.cut(at: 0)
        }
        #expect(try names == [])
    }

    @Test("A part that another download is writing is refused until that download ends")
    func locked() throws {
        do {
            let first = try LockedPart(path, mode: 0o644)
            #expect(refusal() == .locked)
            try first.write([1])
        }
        #expect(try LockedPart(path, mode: 0o644).size == 1)
    }

    @Test("A part that was removed or replaced meanwhile does not become the file", arguments: [true, false])
    func replaced(_ isRemoved: Bool) throws {
        let (part, file) = (try LockedPart(path, mode: 0o644), file)
        try part.write([1])
        unlink(path)
        if !isRemoved { try Data([2]).write(to: URL(fileURLWithPath: path)) }
        #expect(throws: LockedPart.Failure.replaced) { try part.complete(as: file) }
        #expect(try names == (isRemoved ? [] : ["file.part"]))
    }

    @Test("Dropping a part unlocks it, even if a program that is just starting still has its descriptor")
    func copiedDescriptor() throws {
        var part: LockedPart? = try LockedPart(path, mode: 0o644)
        try part?.write([1])
        let own = try #require(
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            })
        let copy = dup(try #require(Int32(own)))
        defer { close(copy) }
        #expect(copy >= 0 && refusal() == .locked)
        part = nil
        #expect(refusal() == nil)
    }

    @Test("A part with a second hard link starts over, and the other link keeps its bytes")
    func otherName() throws {
        try Data("precious".utf8).write(to: URL(fileURLWithPath: file))
        #expect(link(file, path) == 0)
        let part = try LockedPart(path, mode: 0o644)
        #expect(part.size == 0)
        try part.write([1])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    @Test("A link and a FIFO are not parts")
    func irregular() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: file)
        #expect(refusal() == .system(ELOOP))
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        // A FIFO opens for writing once it has a reader.
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(refusal() == .notRegular)
    }
}
