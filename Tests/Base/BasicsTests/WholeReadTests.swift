import Basics
import Foundation
import Testing

@Suite struct WholeReadTests {
    @Test("A pipe is read to its end, in pieces of any size", arguments: [7, 1_000, 100_000])
    func pieces(_ piece: Int) throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        // Programs of other tests must not keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(reading) }
        let sent = (0..<150_000).map { UInt8(truncatingIfNeeded: $0) }
        Thread.detachNewThread {
            _ = WholeWrite.write(sent, to: writing)
            close(writing)
        }
        var bytes: [UInt8] = []
        #expect(WholeRead.read(reading, into: &bytes, piece: piece) == nil)
        #expect(bytes == sent)
    }

    @Test("Reading stops one byte past the limit, and an error carries its number")
    func limit() throws {
        let zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC)
        defer { close(zeros) }
        var bytes: [UInt8] = []
        #expect(WholeRead.read(zeros, into: &bytes, piece: 100, limit: 1_000) == nil && bytes.count == 1_001)
        #expect(WholeRead.read(-1, into: &bytes) == EBADF)
    }
}
