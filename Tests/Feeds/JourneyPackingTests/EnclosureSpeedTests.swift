import PackStorage
import Testing

@testable import JourneyPacking

@Suite struct EnclosureSpeedTests {
    @Test("The speed is that of the last few seconds, and the next enclosure does not begin with the previous speed")
    func nextEnclosure() {
        let (first, second) = (AddressID(rawValue: 1), AddressID(rawValue: 2))
        var speed = EnclosureSpeed()
        #expect(speed.measured(of: first, received: 1_000, after: .seconds(1)) == 200)
        #expect(speed.measured(of: first, received: 2_000, after: .seconds(1)) == 360)
        #expect(speed.measured(of: second, received: 0, after: .seconds(1)) == 0)
        #expect(speed.measured(of: second, received: 500, after: .milliseconds(500)) == 200)
    }
}
