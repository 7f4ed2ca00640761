import ArgumentParser
import FoundationEssentials

/// A date on the command line.
struct Moment: ExpressibleByArgument {
    let date: Date

    init?(argument: String) {
        let text = argument.contains("T") ? argument : argument + "T00:00:00Z"
        guard let date = try? Date(text, strategy: .iso8601) else { return nil }
        self.date = date
    }
}

/// A length of time on the command line.
struct Age: ExpressibleByArgument {
    let seconds: Double

    /// Exclusive upper bound of the number before the unit; ten million days exceed the calendar.
    private static let upperBound = 1e7
    private static let units: [Character: Double] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]

    init?(argument: String) {
        guard let unit = argument.last.flatMap({ Self.units[$0] }), let number = Double(argument.dropLast()),
            number >= 0, number < Self.upperBound
        else { return nil }
        seconds = number * unit
    }
}
