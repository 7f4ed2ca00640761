import Testing

@testable import FeedRefresh

@Suite struct ChildProgramTests {
    @Test func inputGoesThroughWhateverItsLength() throws {
        let input = [UInt8](repeating: 65, count: 3 << 20)
        #expect(try ChildProgram(words: ["cat"]).output(reading: input) == input)
    }

    @Test func aProgramEndsAtItsLimits() {
        var limits = ChildProgram.Limits()
        limits.time = 0.2
        #expect(throws: ChildProgram.Failure.timedOut("sleep")) {
            try ChildProgram(words: ["sleep", "60"], limits: limits).output()
        }
        limits = ChildProgram.Limits()
        limits.bytes = 1 << 16
        #expect(throws: ChildProgram.Failure.tooLong("yes")) {
            try ChildProgram(words: ["yes"], limits: limits).output()
        }
        limits = ChildProgram.Limits()
        limits.memory = 64 << 20
        #expect(throws: ChildProgram.Failure.self) {
            try ChildProgram(
                words: [
                    "sh", "-c", "sleep 0.2; exec head -c 200000000 /dev/zero | tail -c 200000000 >/dev/null; exit 9",
                ],
                limits: limits
            ).output()
        }
    }

    @Test func aCancelledProgramIsEnded() {
        let end = ContinuousClock.now + .milliseconds(100)
        #expect(throws: ChildProgram.Failure.cancelled) {
            try ChildProgram(words: ["sleep", "60"]).output(isCancelled: { ContinuousClock.now > end })
        }
        #expect(throws: ChildProgram.Failure.cancelled) {
            try ChildProgram(words: ["true"]).output(isCancelled: { true })
        }
    }

    @Test func aProgramThatReadsNothingIsNoTrouble() throws {
        let input = [UInt8](repeating: 65, count: 1 << 20)
        #expect(try ChildProgram(words: ["echo", "done"]).output(reading: input) == Array("done\n".utf8))
    }
}
