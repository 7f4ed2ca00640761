/// Safe arithmetic on external numbers: from a feed, a server, a file, the command line, the terminal.
///
/// Swift ends the process if a sum overflows, or if a Double does not fit an integer. Code that reads an external
/// number bounds it at once with `init(_:within:)`, or converts and adds it with these functions.
extension FixedWidthInteger {
    /// The nearest value of this type; 0 for a NaN.
    package init(saturating value: Double) {
        if let exact = Self(exactly: value.rounded(.towardZero)) {
            self = exact
        } else if value.isNaN {
            self = 0
        } else {
            self = value < 0 ? .min : .max
        }
    }

    /// A decimal number in `bounds`; nil for any other text.
    @inlinable package init?(_ text: some StringProtocol, within bounds: ClosedRange<Self>) {
        guard let value = Self(text, radix: 10), bounds.contains(value) else { return nil }
        self = value
    }

    @inlinable package func addingSaturating(_ other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        guard isOver else { return sum }
        return other < 0 ? .min : .max
    }

    @inlinable package func multipliedSaturating(by other: Self) -> Self {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        guard isOver else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

extension Int {
    /// Converts a number as the generic initializer does, but is compiled once: the generic one runs unspecialized in
    /// other modules and took 4 % of the time of a key press.
    package init(saturating value: Double) {
        let whole = value.rounded(.towardZero)
        if whole >= -0x1p63, whole < 0x1p63 {
            self = Int(whole)
        } else if value.isNaN {
            self = 0
        } else {
            self = value < 0 ? .min : .max
        }
    }
}

/// Seconds since 1970 as a whole number, for calendars.
package enum CalendarSeconds {
    /// The first second of the year 1 and the last of the year 9999.
    package static let bounds = -62_135_596_800...253_402_300_799
    /// The seconds of dates in other programs' files, which write 0 for no date.
    package static let afterEpoch = 1...bounds.upperBound

    /// Rounds down, and clamps the value to `bounds`.
    package static func whole(_ seconds: Double) -> Int {
        min(max(Int(saturating: seconds.rounded(.down)), bounds.lowerBound), bounds.upperBound)
    }

    /// Splits a time into whole days since 1970 (negative for earlier ones) and the seconds since midnight.
    ///
    /// - Parameter seconds: since 1970, within `bounds` or about a year outside.
    package static func split(_ seconds: Int) -> (days: Int, sinceMidnight: Int) {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        return (days, seconds - days * 86_400)
    }
}
