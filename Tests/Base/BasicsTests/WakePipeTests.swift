import Basics
import Glibc
import Testing

@Suite struct WakePipeTests {
    private func isReadable(_ pipe: WakePipe) -> Bool {
        var watched = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    @Test("The pipe is readable from the first wake-up until it is drained, after any number of wake-ups")
    func wakes() {
        let pipe = WakePipe()
        defer { pipe.close() }
        #expect(!isReadable(pipe))
        // More than a pipe holds (pipe(7): 64 KiB): none of them blocks.
        for _ in 0..<70_000 { pipe.wake() }
        #expect(isReadable(pipe))
        pipe.drain()
        #expect(!isReadable(pipe))
        pipe.wake()
        #expect(isReadable(pipe))
    }

    @Test("No program inherits the pipe")
    func isPrivate() {
        let pipe = WakePipe()
        defer { pipe.close() }
        #expect(fcntl(pipe.readEnd, F_GETFD) & FD_CLOEXEC != 0)
    }
}
