import Basics

import struct FoundationEssentials.Date

/// An article's position in time as one number: the second of its date, and its number within that second.
///
/// It orders every list, is unique, is assigned once and never changes: a list continues from any article, and the
/// full-text index, whose rows use it as their id, returns the newest matches first without sorting.
struct Place: RawRepresentable, Hashable, Comparable {
    let rawValue: Int64

    /// A million articles may share a second (a large document without dates has this effect).
    private static let sequenceBits: Int64 = 20

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The first place in the second of `date`. Dates outside the years 1 to 9999 count as the nearest in them.
    init(firstOf date: Date) {
        rawValue = Int64(CalendarSeconds.whole(date.timeIntervalSince1970)) << Place.sequenceBits
    }

    /// The date, to the second.
    var date: Date {
        Date(timeIntervalSince1970: Double(rawValue >> Place.sequenceBits))
    }

    var firstOfNextSecond: Place {
        Place(rawValue: ((rawValue >> Place.sequenceBits) + 1) << Place.sequenceBits)
    }

    func moved(byDays days: Int64) -> Place {
        Place(rawValue: rawValue + (days * 86_400) << Place.sequenceBits)
    }

    var next: Place {
        Place(rawValue: rawValue + 1)
    }

    static func < (a: Place, b: Place) -> Bool {
        a.rawValue < b.rawValue
    }
}
