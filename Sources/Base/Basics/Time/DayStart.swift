package import struct FoundationEssentials.Date

/// The offset from UTC at a date, in seconds east.
package typealias UTCOffset = (Date) -> Double

extension CivilDay {
    /// Returns the start of the day on a clock that is `offset` seconds ahead of UTC.
    package func start(offset: Double) -> Date {
        Date(timeIntervalSince1970: Double(daysSinceEpoch) * 86_400 - offset)
    }

    /// Returns the start of the day on a clock whose offset changes with the season: that day's offset counts, not
    /// today's.
    package func start(_ offset: UTCOffset) -> Date {
        let guess = start(offset: offset(start(offset: 0)))
        let corrected = start(offset: offset(guess))
        // If the clock leaves out the hour after midnight, the day begins at 1:00.
        return offset(corrected) == offset(guess) ? corrected : max(corrected, guess)
    }
}

extension Date {
    /// The offsets of a clock that shows midnight at this date: the offsets of the system's time zone if its clock
    /// does, otherwise one offset for all dates, from −10 h to less than +14 h.
    package var offsetsOfClock: UTCOffset {
        let day = 86_400.0
        let system: UTCOffset = { Double(SystemZone.offset(at: $0)) }
        // A day may begin at 1:00, after the hour that the clock leaves out, so the second before it is examined.
        let last = addingTimeInterval(-1)
        let local = last.timeIntervalSince1970 + system(last) + 1
        if local.truncatingRemainder(dividingBy: day) == 0 { return system }
        let sinceMidnightUTC = timeIntervalSince1970 - (timeIntervalSince1970 / day).rounded(.down) * day
        let offset = sinceMidnightUTC > 36_000 ? day - sinceMidnightUTC : -sinceMidnightUTC
        return { _ in offset }
    }
}
