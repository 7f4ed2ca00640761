import Testing

@testable import JourneyPacking

@Suite struct PagePausesTests {
    @Test("A single timer waits for the end of the first pause, then for the end of the next")
    func timer() {
        let start = ContinuousClock.now
        var pauses = PagePauses(.seconds(1))
        #expect(pauses.begin(start) == .seconds(1))
        #expect(pauses.begin(start + .milliseconds(300)) == nil)
        #expect(pauses.end(start + .seconds(1)) == .milliseconds(300))
        #expect(pauses.end(start + .milliseconds(1_300)) == nil)
        #expect(pauses.begin(start + .seconds(2)) == .seconds(1))
    }
}
