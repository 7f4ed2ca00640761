import Basics

/// The periods of daylight saving time under today's rules, to the day: the hour of the change is ignored.
enum SummerTime {
    case none
    /// Summer time from the last Sunday of March to the last Sunday of October.
    case european
    /// Summer time from the second Sunday of March to the first Sunday of November.
    case american
    /// Summer time from the first Sunday of October to the first Sunday of April.
    case australian

    func isSummer(_ moment: CalendarMoment) -> Bool {
        let today = (moment.month, moment.day)
        let year = moment.year
        switch self {
        case .none: return false
        case .european: return today >= Self.lastSunday(of: 3, year) && today < Self.lastSunday(of: 10, year)
        case .american: return today >= Self.sunday(2, of: 3, year) && today < Self.sunday(1, of: 11, year)
        case .australian: return today >= Self.sunday(1, of: 10, year) || today < Self.sunday(1, of: 4, year)
        }
    }

    private static func sunday(_ ordinal: Int, of month: Int, _ year: Int) -> (Int, Int) {
        let weekdayOfFirst = CivilDay(year: year, month: month, day: 1).weekday
        return (month, 1 + (7 - weekdayOfFirst) % 7 + 7 * (ordinal - 1))
    }

    /// March and October have 31 days.
    private static func lastSunday(of month: Int, _ year: Int) -> (Int, Int) {
        (month, 31 - CivilDay(year: year, month: month, day: 31).weekday)
    }
}
