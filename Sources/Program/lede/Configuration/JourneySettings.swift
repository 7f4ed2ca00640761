import Basics
import JourneyPacking
import TOMLReading

/// The table `[journey]`: the limits of packing, and the times when it runs automatically.
struct JourneySettings: Equatable, Sendable {
    var limits = JourneyLimits()
    /// Packs after each refresh of the reader.
    var packsAfterRefresh = false
    /// Times of day, in minutes since midnight, before which the reader packs.
    var packBefore: [Int] = []

    /// Settings that are sizes (in megabytes of a million bytes) or plain numbers.
    private static let numbers: [(name: String, range: ClosedRange<Int>, unit: Int, path: Path)] = [
        ("megabytes", 1...1_000_000, 1_000_000, .bytes(\.pictureStoreBytes)),
        ("enclosure-megabytes", 1...10_000_000, 1_000_000, .bytes(\.enclosureStoreBytes)),
        ("budget-megabytes", 1...1_000_000, 1_000_000, .bytes(\.budget)),
        ("enclosure-budget-megabytes", 0...1_000_000, 1_000_000, .bytes(\.enclosureBudget)),
        ("host-requests", 1...100_000, 1, .count(\.hostRequests)),
        ("host-megabytes", 1...1_000_000, 1_000_000, .bytes(\.hostBytes)),
    ]

    private enum Path: Sendable {
        case bytes(any WritableKeyPath<JourneyLimits, Int64> & Sendable)
        case count(any WritableKeyPath<JourneyLimits, Int> & Sendable)
    }

    static let names = numbers.map(\.name) + ["after-refresh", "pack-before"]

    /// Reads a setting. Returns its error; nil if the setting now applies.
    mutating func read(_ name: String, _ value: TOMLValue) -> String? {
        if let row = Self.numbers.first(where: { $0.name == name }) {
            guard let number = value.int, row.range.contains(number) else {
                return "\(name) must be \(Self.expectation(of: name))"
            }
            switch row.path {
            case .bytes(let path): limits[keyPath: path] = Int64(number * row.unit)
            case .count(let path): limits[keyPath: path] = number
            }
            return nil
        }
        switch name {
        case "after-refresh":
            guard let packs = value.bool else { return "\(name) must be \(Self.expectation(of: name))" }
            packsAfterRefresh = packs
        case "pack-before":
            let times = value.array?.map { $0.string.flatMap { TimeOfDay.minutes($0) } }
            guard let times, times.allSatisfy({ $0 != nil }) else {
                return "\(name) must be \(Self.expectation(of: name))"
            }
            packBefore = times.compactMap(\.self)
        default:
            return Configuration.unknown(name, Self.names.sorted(), elsewhere: Configuration.tableHint(for: name))
        }
        return nil
    }

    /// Returns the setting's value in TOML.
    func text(of name: String) -> String {
        if let row = Self.numbers.first(where: { $0.name == name }) {
            switch row.path {
            case .bytes(let path): return String(limits[keyPath: path] / Int64(row.unit))
            case .count(let path): return String(limits[keyPath: path])
            }
        }
        guard name == "pack-before" else { return packsAfterRefresh ? "true" : "false" }
        return "[" + packBefore.map { "\"\(TimeOfDay.text(minutes: $0))\"" }.joined(separator: ", ") + "]"
    }

    static let help = [
        "megabytes": "disk space for packed pictures",
        "enclosure-megabytes": "disk space for stored enclosures",
        "budget-megabytes": "the most that packing fetches in one run",
        "enclosure-budget-megabytes": "limit for enclosures in one run; 0: none unless requested by hand",
        "host-requests": "maximum number of requests to one host in one run",
        "host-megabytes": "the most that one host may send in one run",
        "after-refresh": "pack after each refresh in the reader",
        "pack-before": "times of day before which the reader packs",
    ]

    /// Returns the accepted values, in words.
    static func expectation(of name: String) -> String {
        if let row = numbers.first(where: { $0.name == name }) {
            let unit = row.unit == 1 ? "requests" : "megabytes"
            return "a number of \(unit) from \(row.range.lowerBound) to \(Numbers.grouped(row.range.upperBound))"
        }
        return name == "after-refresh" ? "true or false" : "a list of times in quotes, such as [\"07:10\"]"
    }
}
