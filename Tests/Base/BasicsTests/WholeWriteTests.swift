import Basics
import Glibc
import Testing

@Suite struct WholeWriteTests {
    @Test("A file that cannot be closed is an error, unless writing has failed before")
    func close() {
        #expect(WholeWrite.close(open("/dev/null", O_WRONLY), after: nil) == nil)
        #expect(WholeWrite.close(open("/dev/null", O_WRONLY), after: ENOSPC) == ENOSPC)
        #expect(WholeWrite.close(-1, after: nil) == EBADF)
        #expect(WholeWrite.close(-1, after: ENOSPC) == ENOSPC)
    }
}
