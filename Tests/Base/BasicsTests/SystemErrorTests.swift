import Basics
import Glibc
import Testing

@Suite struct SystemErrorTests {
    @Test(
        "The system's words begin like a word in the middle of a sentence; names of capitals keep them",
        arguments: [
            (ENOENT, "no such file or directory"), (EACCES, "permission denied"), (EIO, "input/output error"),
            (EREMCHG, "remote address changed"), (EDOTDOT, "RFS specific error"),
        ])
    func words(_ number: Int32, _ words: String) {
        #expect(SystemError.words(number) == words)
    }
}
