import Testing

@testable import FeedRefresh

@Suite struct FeedProgramTests {
    @Test("A program gets input of any length") func inputGoesThroughWhateverItsLength() throws {
        let input = [UInt8](repeating: 65, count: 3 << 20)
        #expect(try FeedProgram(words: ["cat"]).output(reading: input) == input)
    }

    @Test("A program ends at its limits") func aProgramEndsAtItsLimits() {
        var limits = FeedProgram.Limits()
        limits.time = 0.2
        #expect(throws: FeedProgram.Failure.timedOut("sleep")) {
            try FeedProgram(words: ["sleep", "60"], limits: limits).output()
        }
        limits = FeedProgram.Limits()
        limits.bytes = 1 << 16
        #expect(throws: FeedProgram.Failure.tooLong("yes")) {
            try FeedProgram(words: ["yes"], limits: limits).output()
        }
        limits = FeedProgram.Limits()
        limits.memory = 64 << 20
        #expect(throws: FeedProgram.Failure.self) {
            try FeedProgram(
                words: [
                    "sh", "-c", "sleep 0.2; exec head -c 200000000 /dev/zero | tail -c 200000000 >/dev/null; exit 9",
                ],
                limits: limits
            ).output()
        }
    }

    @Test("A program that reads no input causes no error") func aProgramThatReadsNothingIsNoTrouble() throws {
        let input = [UInt8](repeating: 65, count: 1 << 20)
        #expect(try FeedProgram(words: ["echo", "done"]).output(reading: input) == Array("done\n".utf8))
    }
}
