/// A format of dates: a text with conversions of `strftime` (POSIX.1-2024), such as `%Y-%m-%d`. Names are English.
package struct DatePattern: Sendable {
    /// Maximum number of characters of a date (default 30).
    private static let maximumLength = 30
    /// The pattern as it was written.
    package let text: String
    /// A date that takes as much room as any other.
    package let widest: String
    private let pieces: [Piece]

    private enum Piece {
        case text(String)
        case conversion(Conversion, isPadded: Bool)
    }

    private struct Conversion {
        /// The widest result.
        let widest: String
        let text: @Sendable (LocalTime) -> String
    }

    /// Returns nil for a text without a conversion, with an unknown conversion, or with a control character, and for a
    /// text whose dates are too long.
    package init?(_ text: String) {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        var pieces: [Piece] = []
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            if percent > rest.startIndex { pieces.append(.text(String(rest[..<percent]))) }
            rest = rest[percent...].dropFirst()
            // The flag of glibc and BSD: no zero or blank in front of a number.
            let isPadded = rest.first != "-"
            if !isPadded { rest.removeFirst() }
            guard let letter = rest.popFirst() else { return nil }
            if let conversion = Self.conversions[letter] {
                pieces.append(.conversion(conversion, isPadded: isPadded))
            } else if isPadded, let several = Self.combinations[letter].flatMap(DatePattern.init) {
                pieces += several.pieces
            } else {
                return nil
            }
        }
        guard !pieces.isEmpty else { return nil }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.text = text
        self.pieces = pieces
        widest = Self.joined(pieces) { conversion, _ in conversion.widest }
        guard widest.count <= Self.maximumLength else { return nil }
    }

    package func text(of time: LocalTime) -> String {
        Self.joined(pieces) { conversion, isPadded in
            let text = conversion.text(time)
            // Midnight's hour keeps its last zero.
            return isPadded ? text : String(text.dropLast().drop { $0 == "0" || $0 == " " } + text.suffix(1))
        }
    }

    private static func joined(_ pieces: [Piece], _ convert: (Conversion, _ isPadded: Bool) -> String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .conversion(let conversion, let isPadded): convert(conversion, isPadded)
            }
        }.joined()
    }

    /// Conversions that are short for several others.
    private static let combinations: [Character: String] = [
        "D": "%m/%d/%y", "F": "%Y-%m-%d", "R": "%H:%M", "T": "%H:%M:%S", "c": "%a %b %e %T %Y", "h": "%b",
        "r": "%I:%M:%S %p", "x": "%m/%d/%y", "X": "%H:%M:%S",
    ]

    private static let conversions: [Character: Conversion] = [
        "Y": Conversion(widest: "0000") { String($0.year) },
        "y": number { $0.year % 100 },
        "B": Conversion(widest: "September") { months[$0.date.month - 1] },
        "b": Conversion(widest: "Sep") { $0.monthName },
        "m": number { $0.date.month },
        "d": number { $0.date.day },
        "e": number(padding: " ") { $0.date.day },
        "j": Conversion(widest: "000") { $0.date.dayOfYear.padded(to: 3) },
        "A": Conversion(widest: "Wednesday") { CivilDay.fullWeekdayNames[$0.date.weekday] },
        "a": Conversion(widest: "Wed") { $0.weekdayName },
        "u": Conversion(widest: "0") { String($0.date.weekday == 0 ? 7 : $0.date.weekday) },
        "H": number { $0.hour },
        "k": number(padding: " ") { $0.hour },
        "I": number { ($0.hour + 11) % 12 + 1 },
        "l": number(padding: " ") { ($0.hour + 11) % 12 + 1 },
        "M": number { $0.minute },
        "S": number { $0.second },
        "p": Conversion(widest: "AM") { $0.hour < 12 ? "AM" : "PM" },
        "P": Conversion(widest: "am") { $0.hour < 12 ? "am" : "pm" },
        "%": Conversion(widest: "%") { _ in "%" },
    ]

    /// Formats a number of two digits.
    private static func number(
        padding: Character = "0", _ value: @escaping @Sendable (LocalTime) -> Int
    ) -> Conversion {
        Conversion(widest: "00") { time in
            let value = value(time)
            return value < 10 ? "\(padding)\(value)" : String(value)
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension DatePattern: Equatable {
    package static func == (a: DatePattern, b: DatePattern) -> Bool {
        a.text == b.text
    }
}
