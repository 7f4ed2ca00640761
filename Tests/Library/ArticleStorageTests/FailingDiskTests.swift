import GRDB
import Glibc
import Testing

@testable import ArticleStorage

@Suite struct FailingDiskTests {
    @Test(
        "Blocks that the disk cannot read are zeros, and the blocks around them are read",
        .enabled(if: getpagesize() == 4_096))
    func zeros() throws {
        let library = try Library()
        let empty = open(library.folder + "/empty", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let file = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        defer { for descriptor in [empty, file] { close(descriptor) } }
        // Memory that acts as a file; its middle page maps past the end of an empty file, and gives EIO.
        let page = 4_096
        let memory = try #require(mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
        defer { munmap(memory, 3 * page) }
        memset(memory, 0x61, 3 * page)
        #expect(mmap(memory + page, page, PROT_READ, MAP_SHARED | MAP_FIXED, empty, 0) == memory + page)
        var bytes: [UInt8] = []
        let start = Int(bitPattern: memory)
        #expect(FailingDisk.read(file, from: start + 1, to: start + 3 * page, into: &bytes) == nil)
        let sound = [UInt8](repeating: 0x61, count: page)
        #expect(bytes == sound.dropFirst() + [UInt8](repeating: 0, count: page) + sound)
    }

    @Test("A read ends at the end of the file, and other errors are returned")
    func ends() throws {
        let library = try Library()
        let path = library.folder + "/short"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        #expect(pwrite(file, [1, 2, 3] as [UInt8], 3, 0) == 3)
        var bytes: [UInt8] = []
        #expect(FailingDisk.read(file, from: 1, to: 10_000, into: &bytes) == nil && bytes == [2, 3])
        #expect(FailingDisk.read(-1, from: 0, to: 1, into: &bytes) == EBADF)
    }

    @Test(
        "A row that the disk cannot read counts as damaged, a disk that cannot write does not",
        arguments: [
            (ResultCode.SQLITE_CORRUPT, true), (.SQLITE_IOERR_READ, true), (.SQLITE_IOERR_WRITE, false),
            (.SQLITE_FULL, false),
        ])
    func unreadable(_ code: ResultCode, _ isDamage: Bool) {
        #expect(DatabaseError(resultCode: code).isUnreadableRow == isDamage)
    }
}
