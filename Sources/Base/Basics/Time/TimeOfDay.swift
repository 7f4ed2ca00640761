/// Times of day in settings: `07:10`.
package enum TimeOfDay {
    /// Returns the minutes since midnight; nil for any other text.
    package static func minutes(_ text: some StringProtocol) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, 1...2 ~= parts[0].utf8.count, parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let hour = Int(parts[0], within: 0...23), let minute = Int(parts[1], within: 0...59)
        else { return nil }
        return hour * 60 + minute
    }

    package static func text(minutes: Int) -> String {
        "\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }
}
