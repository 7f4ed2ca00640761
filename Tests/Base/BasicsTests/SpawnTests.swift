import Basics
import Foundation
import Testing

/// The tests change the signal handling of the process, so they run one after the other.
@Suite(.serialized) struct SpawnTests {
    private func status(of script: String, _ change: (inout Spawn) -> Void = { _ in }) throws -> Basics.ExitStatus {
        var spawn = Spawn(input: .null, output: .null, error: .null, hasOwnGroup: true)
        change(&spawn)
        let child = try #require(spawn.start(["sh", "-c", script]))
        return Basics.ExitStatus(waitingFor: child)
    }

    @Test("A program ends with a code or by a signal; shells count the signal from 128")
    func statuses() throws {
        let code = try status(of: "exit 3")
        #expect(code == .exited(3) && code.code == 3)
        let signal = try status(of: "kill -TERM $$")
        #expect(signal == .signal(SIGTERM) && signal.code == 128 + SIGTERM)
        #expect(Basics.ExitStatus(waitingFor: getpid()) == .unknown && Basics.ExitStatus.unknown.code == 127)
    }

    @Test("A program inherits no descriptor except its standard streams")
    func descriptors() throws {
        let held = dup(STDERR_FILENO)
        defer { close(held) }
        #expect(held > STDERR_FILENO)
        #expect(try status(of: "[ -e /proc/self/fd/2 ]") == .exited(0))
        #expect(try status(of: "[ -e /proc/self/fd/\(held) ]") == .exited(1))
    }

    @Test("A running program has no exit status yet")
    func running() throws {
        let spawn = Spawn(input: .null, output: .null, error: .null, hasOwnGroup: true)
        let child = try #require(spawn.start(["sleep", "60"]))
        #expect(ExitStatus(ofEnded: child) == nil)
        #expect(getpgid(child) == child)
        kill(child, SIGKILL)
        #expect(ExitStatus(waitingFor: child) == .signal(SIGKILL))
    }

    @Test("A signal to this process does not end the wait for a program")
    func interrupted() throws {
        var (action, before) = (sigaction(), sigaction())
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGUSR1, &action, &before)
        defer { sigaction(SIGUSR1, &before, nil) }
        // The threads of a thread pool block signals.
        var (mask, maskBefore) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigaddset(&mask, SIGUSR1)
        pthread_sigmask(SIG_UNBLOCK, &mask, &maskBefore)
        defer { pthread_sigmask(SIG_SETMASK, &maskBefore, nil) }
        let (waiting, isSent) = (pthread_self(), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            usleep(100_000)
            pthread_kill(waiting, SIGUSR1)
            isSent.signal()
        }
        defer { isSent.wait() }
        #expect(try status(of: "sleep 0.4; exit 5") == .exited(5))
    }

    @Test("A program ignores the signals that this process was started to ignore, but not those that lede ignores")
    func ignoredSignals() throws {
        // Nothing else uses these two signals: programs of other tests may start meanwhile.
        let before = [SIGUSR2, SIGXFSZ].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in before { signal(number, handler) } }
        #expect(try status(of: "kill -USR2 $$; exit 7") == .exited(7))
        let unprotected = try status(of: "kill -USR2 $$; exit 7") { $0.resetsAllSignals = true }
        #expect(unprotected == .signal(SIGUSR2))
        #expect(try status(of: "ulimit -c 0; kill -XFSZ $$; exit 7") == .signal(SIGXFSZ))
    }

    @Test("Variables extend or replace those of the environment, or the environment is empty")
    func environment() throws {
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        #expect(try status(of: #"test "$HOME" = '\#(home)'"#) == .exited(0))
        let replaced = try status(of: #"test "$HOME$LEDE_SPAWN_OTHER" = new=other -a -n "$PATH""#) {
            $0.environment = .inherited(adding: ["HOME": "new=", "LEDE_SPAWN_OTHER": "other"])
        }
        #expect(replaced == .exited(0))
        // A shell may set variables of its own.
        let environment = #"test -z "$(cat /proc/$$/environ)""#
        #expect(try status(of: environment) == .exited(1))
        let empty = try status(of: environment) { $0.environment = .empty }
        #expect(empty == .exited(0))
    }

    @Test("A stream is inherited, a given descriptor, /dev/null or closed")
    func streams() throws {
        let descriptor = TemporaryName("lede-test", in: FileManager.default.temporaryDirectory.path).openNameless()
        defer { close(descriptor) }
        let written = try status(of: "echo text; test ! -e /proc/self/fd/2") {
            $0.output = .descriptor(descriptor)
            $0.error = .closed
        }
        #expect(written == .exited(0))
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(pread(descriptor, &bytes, 16, 0) == 5 && Array(bytes.prefix(5)) == Array("text\n".utf8))
    }

    @Test("Arguments are passed unchanged, and the first may differ from the file; a missing program is not started")
    func arguments() throws {
        let spawn = Spawn(input: .null, output: .null, error: .null, hasOwnGroup: false)
        let words = ["other", "-c", #"test "$1" = '$HOME "x"; exit 9'"#, "sh", #"$HOME "x"; exit 9"#]
        let child = try #require(spawn.start(words, file: "/bin/sh"))
        #expect(ExitStatus(waitingFor: child) == .exited(0))
        #expect(spawn.start(["/no/such/program"]) == nil && spawn.start([]) == nil)
    }
}
