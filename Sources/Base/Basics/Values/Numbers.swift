/// Formats numbers for people, without a locale's tables.
package enum Numbers {
    /// Writes `1,200`.
    package static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        let count = digits.utf8.count
        guard count > 3 else { return number < 0 ? "-" + digits : digits }
        var text = ""
        for (index, digit) in digits.unicodeScalars.enumerated() {
            if index > 0, (count - index) % 3 == 0 { text.append(",") }
            text.unicodeScalars.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// Writes `148 KB` or `1.2 MB`, in decimal units.
    package static func bytes(_ count: Int) -> String {
        switch count {
        case ..<1_000: return "\(max(0, count)) B"
        case ..<1_000_000: return "\(count / 1_000) KB"
        case ..<1_000_000_000: return "\(tenths(count, of: 1_000_000)) MB"
        default: return "\(tenths(count, of: 1_000_000_000)) GB"
        }
    }

    /// Writes `4:07` or `1:02:09`.
    package static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e7 else { return "" }
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let seconds = rest.padded(to: 2)
        return hours > 0 ? "\(hours):\(minutes.padded(to: 2)):\(seconds)" : "\(minutes):\(seconds)"
    }

    private static func tenths(_ count: Int, of unit: Int) -> String {
        let tenths = count / (unit / 10)
        return tenths >= 100 || tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension Int {
    /// Returns the number with its noun: "1 feed", "2 feeds".
    ///
    /// - Parameter plural: nil if it is the noun with an s.
    package func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(Numbers.grouped(self)) \(plural ?? noun + "s")"
    }

    /// Returns the number with leading zeros up to this number of digits: `07`.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
