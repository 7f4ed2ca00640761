internal import Basics
internal import Markup

/// Reads zones of dates: `+0530`, `GMT+2`, `CEST`, `Europe/Berlin`, with a comment after them.
enum TimeZoneName {
    /// Returns the seconds east of Greenwich; an empty or unknown zone is UTC; nil if the bytes are not a zone.
    static func offset(_ bytes: ArraySlice<UInt8>, on moment: CalendarMoment) -> Int? {
        let word = bytes.prefix { !$0.isMarkupSpace && $0 != UInt8(ascii: "(") }
        guard let first = word.first else { return 0 }
        if first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return numeric(word) }
        guard first.isASCIILetter else { return nil }
        let letters = word.prefix { $0.isASCIILetter }
        let name = DateWord(letters)
        let rest = word[letters.endIndex...]
        if name == "gmt" || name == "utc", let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        {
            return numeric(rest)
        }
        if let hours = hours(letters) { return Int(hours * 3_600) }
        return region(word).map { $0.offset(on: moment) } ?? 0
    }

    /// True if the name of a time zone begins here.
    static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        let word = bytes.prefix { !$0.isMarkupSpace && $0 != UInt8(ascii: "(") }
        return hours(word.prefix { $0.isASCIILetter }) != nil || region(word) != nil
    }

    /// Returns the hours east of Greenwich of a zone's abbreviation.
    private static func hours(_ letters: ArraySlice<UInt8>) -> Double? {
        let name = DateWord(letters)
        if let hours = abbreviations[name] { return hours }
        return letters.allSatisfy { $0 != $0.lowercasedASCII } ? shortNames[name] : nil
    }

    /// Reads `+0530`, `+05:30`, `+5:30`, `+05` or `+5`.
    private static func numeric(_ word: ArraySlice<UInt8>) -> Int? {
        guard let sign = word.first else { return nil }
        var cursor = DateCursor(Array(word.dropFirst()))
        let digits = cursor.digits(atMost: 4)
        guard var hours = digits.value else { return nil }
        var minutes = 0
        if digits.count > 2 {
            (hours, minutes) = (hours / 100, hours % 100)
        } else if cursor.consume(":") {
            minutes = cursor.digits(atMost: 2).value ?? 0
        }
        guard hours <= 24, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func region(_ word: ArraySlice<UInt8>) -> Region? {
        guard word.contains(UInt8(ascii: "/")) else { return nil }
        let name = String(decoding: word, as: UTF8.self).lowercased()
        // The names in `Etc` count hours west of Greenwich, as POSIX does.
        if name.hasPrefix("etc/gmt"), let west = Double(name.dropFirst(7)), abs(west) <= 14 {
            return Region(hours: -west, summer: .none)
        }
        return regions[name]
    }

    // MARK: Tables

    /// Hours east of Greenwich. RFC 822 §5, and the names in other countries. Single letters but `Z` are not trusted
    /// (RFC 1123 §5.2.14).
    private static let abbreviations: [DateWord: Double] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "west": 1, "bst": 1, "ist": 5.5,
        "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "met": 1, "mest": 2, "eet": 2, "eest": 3, "msk": 3, "msd": 4,
        "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
        "akst": -9, "akdt": -8, "hst": -10, "hast": -10, "ast": -4, "adt": -3, "nst": -3.5, "ndt": -2.5,
        "brt": -3, "brst": -2, "art": -3, "clt": -4, "sast": 2, "eat": 3, "wat": 1, "cat": 2, "trt": 3, "gst": 4,
        "pkt": 5, "npt": 5.75, "wib": 7, "ict": 7, "sgt": 8, "hkt": 8, "pht": 8, "awst": 8, "jst": 9, "kst": 9,
        "acst": 9.5, "acdt": 10.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    ]

    /// The zones of North America without their S or D, as standard time; they count in capitals only, because "at" and
    /// "et" are words.
    private static let shortNames: [DateWord: Double] = [
        "nt": -3.5, "at": -4, "et": -5, "ct": -6, "mt": -7, "pt": -8, "akt": -9, "ht": -10,
    ]

    /// A place with its standard hours and its rule for summer time.
    private struct Region {
        let hours: Double
        let summer: SummerTime

        func offset(on moment: CalendarMoment) -> Int {
            Int((hours + (summer.isSummer(moment) ? 1 : 0)) * 3_600)
        }
    }

    private static let regions: [String: Region] = {
        var table: [String: Region] = [:]
        for (hours, summer, names) in places {
            for name in names.split(separator: " ") { table[name.lowercased()] = Region(hours: hours, summer: summer) }
        }
        return table
    }()

    private static let places: [(Double, SummerTime, String)] = [
        (0, .none, "Etc/UTC Etc/GMT Africa/Abidjan Africa/Accra Africa/Dakar Atlantic/Reykjavik"),
        (0, .european, "Europe/London Europe/Dublin Europe/Lisbon Atlantic/Canary"),
        (
            1, .european,
            """
            Europe/Amsterdam Europe/Andorra Europe/Belgrade Europe/Berlin Europe/Bratislava Europe/Brussels \
            Europe/Budapest Europe/Copenhagen Europe/Ljubljana Europe/Luxembourg Europe/Madrid Europe/Malta \
            Europe/Monaco Europe/Oslo Europe/Paris Europe/Prague Europe/Rome Europe/San_Marino Europe/Sarajevo \
            Europe/Skopje Europe/Stockholm Europe/Vaduz Europe/Vatican Europe/Vienna Europe/Warsaw Europe/Zagreb \
            Europe/Zurich
            """
        ),
        (1, .none, "Africa/Lagos Africa/Algiers Africa/Tunis Africa/Casablanca"),
        (
            2, .european,
            "Europe/Athens Europe/Bucharest Europe/Helsinki Europe/Kiev Europe/Kyiv Europe/Riga Europe/Sofia "
                + "Europe/Tallinn Europe/Vilnius Asia/Nicosia"
        ),
        (2, .none, "Africa/Johannesburg Africa/Cairo Africa/Harare Europe/Kaliningrad"),
        (3, .none, "Europe/Istanbul Europe/Minsk Europe/Moscow Africa/Nairobi Asia/Baghdad Asia/Riyadh"),
        (3.5, .none, "Asia/Tehran"), (4, .none, "Asia/Dubai Asia/Tbilisi Asia/Yerevan Asia/Baku"),
        (5, .none, "Asia/Karachi Asia/Tashkent Asia/Yekaterinburg Asia/Almaty"),
        (5.5, .none, "Asia/Kolkata Asia/Calcutta Asia/Colombo"), (5.75, .none, "Asia/Kathmandu"),
        (6, .none, "Asia/Dhaka Asia/Omsk"), (7, .none, "Asia/Bangkok Asia/Jakarta Asia/Ho_Chi_Minh Asia/Novosibirsk"),
        (8, .none, "Asia/Shanghai Asia/Hong_Kong Asia/Singapore Asia/Taipei Asia/Manila Australia/Perth"),
        (9, .none, "Asia/Tokyo Asia/Seoul"), (9.5, .none, "Australia/Darwin"), (9.5, .australian, "Australia/Adelaide"),
        (10, .none, "Australia/Brisbane Asia/Vladivostok"),
        (10, .australian, "Australia/Sydney Australia/Melbourne Australia/Hobart Australia/Canberra"),
        (12, .none, "Pacific/Fiji"), (-3, .none, "America/Sao_Paulo America/Argentina/Buenos_Aires America/Bahia"),
        (-4, .none, "America/Caracas America/La_Paz America/Puerto_Rico"),
        (-4, .american, "America/Halifax Atlantic/Bermuda"), (-3.5, .american, "America/St_Johns"),
        (-5, .none, "America/Bogota America/Lima America/Panama America/Jamaica"),
        (-5, .american, "America/New_York America/Toronto America/Detroit America/Montreal US/Eastern"),
        (-6, .none, "America/Mexico_City America/Costa_Rica America/Guatemala America/Regina"),
        (-6, .american, "America/Chicago America/Winnipeg US/Central"), (-7, .none, "America/Phoenix"),
        (-7, .american, "America/Denver America/Edmonton America/Boise US/Mountain"),
        (-8, .american, "America/Los_Angeles America/Vancouver America/Tijuana US/Pacific"),
        (-9, .american, "America/Anchorage"), (-10, .none, "Pacific/Honolulu"),
    ]
}
