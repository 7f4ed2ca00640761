import ArgumentParser

/// A number of bytes in the units of data plans: `200M`, `1G`, `500K`; a number without a unit means megabytes.
struct DataVolume: ExpressibleByArgument {
    let bytes: Int64

    private static let units: [Character: Int64] = ["K": 1_000, "M": 1_000_000, "G": 1_000_000_000]

    init?(argument: String) {
        var text = argument.uppercased()
        if text.hasSuffix("B") { text.removeLast() }
        let unit = text.last.flatMap { Self.units[$0] }
        guard let number = Int64(unit == nil ? text : String(text.dropLast())), number >= 0,
            case let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1_000_000), !isTooLarge
        else { return nil }
        self.bytes = bytes
    }
}
