/// The bidirectional class of a character (UAX #9 §3.2). Explicit embeddings and isolates have no class here, because
/// they are removed from all texts.
enum BidiClass: Equatable, Sendable {
    case leftToRight, rightToLeft, arabicLetter
    case number, sign, terminator, arabicNumber, separator
    case mark, paragraph, segment, space, neutral

    init(_ scalar: Unicode.Scalar) {
        self = scalar.value < 0x80 ? Self.ascii(UInt8(scalar.value)) : Self.listed(scalar.value) ?? Self.general(scalar)
    }

    private static func ascii(_ byte: UInt8) -> BidiClass {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A: .leftToRight
        case 0x30...0x39: .number
        case UInt8(ascii: "+"), UInt8(ascii: "-"): .sign
        case UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"): .terminator
        case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"): .separator
        case 0x0A, 0x0D, 0x1C...0x1E: .paragraph
        case 0x09, 0x0B, 0x1F: .segment
        case 0x20, 0x0C: .space
        default: .neutral
        }
    }

    /// Returns the class according to the general category; `listed` holds most exceptions.
    private static func general(_ scalar: Unicode.Scalar) -> BidiClass {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: .mark
        case .spaceSeparator: .space
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .control,
            .format:
            .neutral
        default: .leftToRight
        }
    }

    private static func listed(_ value: UInt32) -> BidiClass? {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= value ? ranges[low].type : nil
    }

    /// Ranges of `DerivedBidiClass.txt` (Unicode 14) whose class differs from the class of their general category.
    private static let ranges: [(first: UInt32, last: UInt32, type: BidiClass)] = [
        (0x85, 0x85, .paragraph), (0xA0, 0xA0, .separator), (0xA2, 0xA5, .terminator), (0xB0, 0xB1, .terminator),
        (0xB2, 0xB3, .number), (0xB9, 0xB9, .number), (0x58F, 0x58F, .terminator), (0x5BE, 0x5BE, .rightToLeft),
        (0x5C0, 0x5C0, .rightToLeft), (0x5C3, 0x5C3, .rightToLeft), (0x5C6, 0x5C6, .rightToLeft),
        (0x5D0, 0x5F4, .rightToLeft), (0x600, 0x605, .arabicNumber), (0x608, 0x608, .arabicLetter),
        (0x609, 0x60A, .terminator), (0x60B, 0x60B, .arabicLetter), (0x60C, 0x60C, .separator),
        (0x60D, 0x60D, .arabicLetter), (0x61B, 0x64A, .arabicLetter), (0x660, 0x669, .arabicNumber),
        (0x66A, 0x66A, .terminator), (0x66B, 0x66C, .arabicNumber), (0x66D, 0x66F, .arabicLetter),
        (0x671, 0x6D5, .arabicLetter), (0x6DD, 0x6DD, .arabicNumber), (0x6E5, 0x6E6, .arabicLetter),
        (0x6EE, 0x6EF, .arabicLetter), (0x6F0, 0x6F9, .number), (0x6FA, 0x710, .arabicLetter),
        (0x712, 0x72F, .arabicLetter), (0x74D, 0x7A5, .arabicLetter), (0x7B1, 0x7B1, .arabicLetter),
        (0x7C0, 0x7EA, .rightToLeft), (0x7F4, 0x7F5, .rightToLeft), (0x7FA, 0x7FA, .rightToLeft),
        (0x7FE, 0x815, .rightToLeft), (0x81A, 0x81A, .rightToLeft), (0x824, 0x824, .rightToLeft),
        (0x828, 0x828, .rightToLeft), (0x830, 0x858, .rightToLeft), (0x85E, 0x85E, .rightToLeft),
        (0x860, 0x88E, .arabicLetter), (0x890, 0x891, .arabicNumber), (0x8A0, 0x8C9, .arabicLetter),
        (0x8E2, 0x8E2, .arabicNumber), (0x9F2, 0x9F3, .terminator), (0x9FB, 0x9FB, .terminator),
        (0xAF1, 0xAF1, .terminator), (0xBF9, 0xBF9, .terminator), (0xE3F, 0xE3F, .terminator),
        (0x17DB, 0x17DB, .terminator), (0x200F, 0x200F, .rightToLeft), (0x2028, 0x2028, .space),
        (0x2029, 0x2029, .paragraph), (0x202F, 0x202F, .separator), (0x2030, 0x2034, .terminator),
        (0x2044, 0x2044, .separator), (0x2070, 0x2070, .number), (0x2074, 0x2079, .number), (0x207A, 0x207B, .sign),
        (0x2080, 0x2089, .number), (0x208A, 0x208B, .sign), (0x20A0, 0x20C0, .terminator),
        (0x212E, 0x212E, .terminator), (0x2212, 0x2212, .sign), (0x2213, 0x2213, .terminator),
        (0x2488, 0x249B, .number), (0xA838, 0xA839, .terminator), (0xFB1D, 0xFB1D, .rightToLeft),
        (0xFB1F, 0xFB28, .rightToLeft), (0xFB29, 0xFB29, .sign), (0xFB2A, 0xFB4F, .rightToLeft),
        (0xFB50, 0xFD3D, .arabicLetter), (0xFD50, 0xFDC7, .arabicLetter), (0xFDF0, 0xFDFC, .arabicLetter),
        (0xFE50, 0xFE50, .separator), (0xFE52, 0xFE52, .separator), (0xFE55, 0xFE55, .separator),
        (0xFE5F, 0xFE5F, .terminator), (0xFE62, 0xFE63, .sign), (0xFE69, 0xFE6A, .terminator),
        (0xFE70, 0xFEFC, .arabicLetter), (0xFF03, 0xFF05, .terminator), (0xFF0B, 0xFF0B, .sign),
        (0xFF0C, 0xFF0C, .separator), (0xFF0D, 0xFF0D, .sign), (0xFF0E, 0xFF0F, .separator),
        (0xFF10, 0xFF19, .number), (0xFF1A, 0xFF1A, .separator), (0xFFE0, 0xFFE1, .terminator),
        (0xFFE5, 0xFFE6, .terminator), (0x102E1, 0x102FB, .number), (0x10800, 0x1091B, .rightToLeft),
        (0x10920, 0x10A00, .rightToLeft), (0x10A10, 0x10A35, .rightToLeft), (0x10A40, 0x10AE4, .rightToLeft),
        (0x10AEB, 0x10B35, .rightToLeft), (0x10B40, 0x10CFF, .rightToLeft), (0x10D00, 0x10D23, .arabicLetter),
        (0x10D30, 0x10E7E, .arabicNumber), (0x10E80, 0x10EA9, .rightToLeft), (0x10EAD, 0x10F27, .rightToLeft),
        (0x10F30, 0x10F45, .arabicLetter), (0x10F51, 0x10F59, .arabicLetter), (0x10F70, 0x10F81, .rightToLeft),
        (0x10F86, 0x10FF6, .rightToLeft), (0x11FDD, 0x11FE0, .terminator), (0x1D7CE, 0x1D7FF, .number),
        (0x1E2FF, 0x1E2FF, .terminator), (0x1E800, 0x1E8CF, .rightToLeft), (0x1E900, 0x1E943, .rightToLeft),
        (0x1E94B, 0x1E95F, .rightToLeft), (0x1EC71, 0x1EEBB, .arabicLetter), (0x1F100, 0x1F10A, .number),
        (0x1FBF0, 0x1FBF9, .number),
    ]
}
