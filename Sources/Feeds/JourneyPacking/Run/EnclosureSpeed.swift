import PackStorage

/// The speed of the enclosure that is being fetched, over the last few seconds.
struct EnclosureSpeed {
    private var address: AddressID?
    /// The bytes of the exchange at the last tick.
    private var received: Int64 = 0
    private var bytesPerSecond = 0.0

    /// Returns the speed in bytes per second at the end of a tick; another enclosure begins without any.
    ///
    /// - Parameter received: the bytes of the running exchange so far.
    mutating func measured(of address: AddressID, received: Int64, after tick: Duration) -> Double {
        if address != self.address { self = EnclosureSpeed() }
        let now = Double(max(0, received - self.received)) / (tick / .seconds(1))
        bytesPerSecond = bytesPerSecond * 0.8 + now * 0.2
        (self.address, self.received) = (address, received)
        return bytesPerSecond
    }
}
