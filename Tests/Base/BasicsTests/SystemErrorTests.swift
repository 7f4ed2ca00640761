import Basics
import Glibc
import Testing

@Suite struct SystemErrorTests {
    @Test(
        "The system's messages begin with a small letter; names in capitals stay unchanged",
        arguments: [
            (ENOENT, "no such file or directory"), (EACCES, "permission denied"), (EIO, "input/output error"),
            (EREMCHG, "remote address changed"), (EDOTDOT, "RFS specific error"),
        ])
    func words(_ number: Int32, _ words: String) {
        #expect(SystemError.words(number) == words)
    }
}
