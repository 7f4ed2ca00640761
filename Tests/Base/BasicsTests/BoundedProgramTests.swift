import Basics
import Foundation
import TestFolders
import Testing

@Suite struct BoundedProgramTests {
    @Test("A program receives all of a long input") func inputGoesThroughWhateverItsLength() throws {
        let input = [UInt8](repeating: 65, count: 3 << 20)
        #expect(try BoundedProgram(["cat"]).output(reading: input) == input)
    }

    @Test("A program is ended when it exceeds a limit") func aProgramEndsAtItsLimits() {
        var limits = BoundedProgram.Limits()
        limits.time = 0.2
        #expect(throws: BoundedProgram.Failure.timedOut("sleep")) {
            try BoundedProgram(["sleep", "60"], limits: limits).output()
        }
        limits = BoundedProgram.Limits()
        limits.bytes = 1 << 16
        #expect(throws: BoundedProgram.Failure.tooLong("yes")) {
            try BoundedProgram(["yes"], limits: limits).output()
        }
    }

    @Test("A program gets no memory beyond its limit") func aProgramGetsNoMemoryBeyondItsLimit() {
        // tail keeps all of these bytes. The limit is set after the start, and before the input is written.
        let go = Array("go\n".utf8)
        let hungry = ["sh", "-c", "read -r _; head -c 200000000 /dev/zero | tail -c 200000000 >/dev/null"]
        var limits = BoundedProgram.Limits()
        limits.memory = 64 << 20
        #expect(throws: BoundedProgram.Failure.self) { try BoundedProgram(hungry, limits: limits).output(reading: go) }
        limits.memory = nil
        #expect(throws: Never.self) { try BoundedProgram(hungry, limits: limits).output(reading: go) }
    }

    @Test("A cancelled program is ended") func aCancelledProgramIsEnded() {
        let end = ContinuousClock.now + .milliseconds(100)
        #expect(throws: BoundedProgram.Failure.cancelled) {
            try BoundedProgram(["sleep", "60"]).output(isCancelled: { ContinuousClock.now > end })
        }
        #expect(throws: BoundedProgram.Failure.cancelled) {
            try BoundedProgram(["true"]).output(isCancelled: { true })
        }
    }

    @Test("The programs that a cancelled program has started are ended, too") func theGroupIsEnded() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/child"
        func started() -> pid_t? {
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            return text?.hasSuffix("\n") == true ? text.flatMap { pid_t($0.dropLast()) } : nil
        }
        #expect(throws: BoundedProgram.Failure.cancelled) {
            try BoundedProgram(["sh", "-c", "sleep 60 & echo $! > '\(file)'; wait"])
                .output(isCancelled: { started() != nil })
        }
        let child = try #require(started())
        /// An ended process stays as a zombie until its new parent asks for its status.
        func isRunning() -> Bool {
            let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
            return status.map { !$0.contains("State:\tZ") } ?? false
        }
        for _ in 0..<1_000 where isRunning() { usleep(10_000) }
        #expect(!isRunning())
    }

    @Test("A program may ignore its input") func aProgramMayIgnoreItsInput() throws {
        let input = [UInt8](repeating: 65, count: 1 << 20)
        #expect(try BoundedProgram(["echo", "done"]).output(reading: input) == Array("done\n".utf8))
    }
}
