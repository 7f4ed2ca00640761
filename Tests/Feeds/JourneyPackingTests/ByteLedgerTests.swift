import Testing

@testable import JourneyPacking

@Suite struct ByteLedgerTests {
    @Test("Exchanges reserve their maximum cost; near the limit only one can continue")
    func reserving() {
        var ledger = ByteLedger(budget: 5_000_000, spent: 0)
        #expect(ledger.reserve(upTo: 2_000_000) == 2_000_000)
        #expect(ledger.reserve(upTo: 2_000_000) == 2_000_000)
        #expect(ledger.reserve(upTo: 2_000_000) == nil)
        #expect(!ledger.isSpent)
        ledger.release(2_000_000, spent: 100_000)
        ledger.release(2_000_000, spent: 1_900_000)
        #expect(ledger.spent == 2_000_000 && ledger.free == 3_000_000)
        #expect(ledger.reserve(upTo: 2_000_000) == 2_000_000)
        ledger.release(2_000_000, spent: 2_000_000)
        #expect(ledger.reserve(upTo: 2_000_000) == 1_000_000)
        #expect(ledger.reserve(upTo: 1) == nil)
        ledger.release(1_000_000, spent: 999_000)
        #expect(ledger.isSpent && ledger.reserve(upTo: 2_000_000) == nil)
    }
}
