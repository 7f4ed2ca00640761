import Basics

import struct FoundationEssentials.Date

extension CivilDay {
    /// The start of the day on a clock that is `offset` seconds ahead of UTC.
    func start(offset: Double) -> Date {
        Date(timeIntervalSince1970: Double(daysSinceEpoch) * 86_400 - offset)
    }
}
