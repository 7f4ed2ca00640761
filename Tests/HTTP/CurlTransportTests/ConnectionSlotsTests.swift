import Testing

@testable import CurlTransport

@Suite struct ConnectionSlotsTests {
    private func all(_ slots: inout ConnectionSlots<String>) -> [String] {
        var items: [String] = []
        while let item = slots.next() { items.append(item) }
        return items
    }

    @Test("An origin fills its limit and continues when a request ends")
    func anOriginGetsItsLimitAndGoesOnWhenOneIsDone() {
        var slots = ConnectionSlots<String>(perOrigin: 2, total: 10)
        for item in ["a1", "a2", "a3", "a4"] { slots.enqueue(item, origin: "a") }
        #expect(all(&slots) == ["a1", "a2"])
        slots.release(origin: "a", isMultiplexed: false)
        #expect(all(&slots) == ["a3"])
        slots.release(origin: "a", isMultiplexed: nil)
        slots.release(origin: "a", isMultiplexed: nil)
        #expect(all(&slots) == ["a4"])
    }

    private final class Thing {}

    @Test("A started item is released while others of its origin wait")
    func startedItemsGo() {
        var slots = ConnectionSlots<Thing>(perOrigin: 1, total: 1)
        for _ in 0..<3 { slots.enqueue(Thing(), origin: "a") }
        weak var started: Thing?
        do { started = slots.next() }
        #expect(started == nil)
    }

    @Test("Origins take turns under the total limit") func originsTakeTurnsUnderTheTotal() {
        var slots = ConnectionSlots<String>(perOrigin: 2, total: 3)
        for item in ["a1", "a2", "a3"] { slots.enqueue(item, origin: "a") }
        for item in ["b1", "b2"] { slots.enqueue(item, origin: "b") }
        #expect(all(&slots) == ["a1", "b1", "a2"])
        slots.release(origin: "b", isMultiplexed: nil)
        #expect(all(&slots) == ["b2"])
        slots.release(origin: "a", isMultiplexed: nil)
        #expect(all(&slots) == ["a3"])
    }

    @Test("An origin keeps its connection for only one turn") func originKeepsItsConnectionForOneTurn() {
        var slots = ConnectionSlots<String>(perOrigin: 1, total: 1)
        for number in 1...20 { slots.enqueue("a\(number)", origin: "a") }
        for number in 1...2 { slots.enqueue("b\(number)", origin: "b") }
        var order: [String] = []
        while let item = slots.next() {
            order.append(item)
            slots.release(origin: String(item.prefix(1)), isMultiplexed: false)
        }
        #expect(order.count == 22)
        #expect(order.prefix(ConnectionSlots<String>.turnLength).allSatisfy { $0.hasPrefix("a") })
        #expect(order.dropFirst(ConnectionSlots<String>.turnLength).prefix(2) == ["b1", "b2"])
    }

    @Test("An origin that multiplexes uses streams instead of connections")
    func anOriginThatMultiplexesUsesStreams() {
        var slots = ConnectionSlots<Int>(perOrigin: 1, total: 1000)
        for item in 1...150 { slots.enqueue(item, origin: "a") }
        #expect(slots.next() == 1)
        #expect(slots.next() == nil)
        slots.release(origin: "a", isMultiplexed: true)
        var count = 0
        while slots.next() != nil { count += 1 }
        #expect(count == ConnectionSlots<Int>.streamsPerConnection)
    }

    @Test("A limit below one is treated as one") func aLimitBelowOneCountsAsOne() {
        var slots = ConnectionSlots<Int>(perOrigin: 0, total: -1)
        slots.enqueue(1, origin: "a")
        #expect(slots.next() == 1)
    }
}
