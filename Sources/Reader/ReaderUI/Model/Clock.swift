package import Basics

package import struct FoundationEssentials.Date

/// The time, and the UTC offset of the person's time zone at any moment.
package struct Clock: Equatable, Sendable {
    package let now: Date
    /// The start of the current day in the person's time zone.
    package let midnight: Date
    /// The start of the next day.
    let nextMidnight: Date
    private let year: Int
    /// Seconds east of UTC at a date.
    private let offset: @Sendable (Date) -> Int

    /// Computes the day and the year once, since each row of a list needs them and time zone rules are slow to read.
    package init(now: Date, offset: @escaping @Sendable (Date) -> Int = { _ in 0 }) {
        self.now = now
        self.offset = offset
        let local = CalendarSeconds.whole(now.timeIntervalSince1970) + offset(now)
        let today = CalendarSeconds.split(local).days
        let start = { (day: Int) in CivilDay(daysSinceEpoch: day).start { Double(offset($0)) } }
        (midnight, nextMidnight) = (start(today), start(today + 1))
        year = LocalTime(secondsSince1970: local).year
    }

    package static func == (a: Clock, b: Clock) -> Bool {
        a.now == b.now
    }

    /// Returns a clock of the same time zone at another time.
    func moved(to now: Date) -> Clock {
        Clock(now: now, offset: offset)
    }

    /// Returns a date in the person's time zone.
    package func local(_ date: Date) -> LocalTime {
        LocalTime(secondsSince1970: CalendarSeconds.whole(date.timeIntervalSince1970) + offset(date))
    }

    /// Returns a date in at most six columns: `12:40` today, `Tue` within a week, `14 Jun` this year or within 300
    /// days, otherwise `2024`.
    func when(_ date: Date) -> String {
        let then = local(date)
        let days = Int(saturating: (midnight.timeIntervalSince(date) / 86_400).rounded(.up))
        switch days {
        case ...0: return then.time
        case ...6: return then.weekdayName
        default:
            let isNear = then.year == year || days < 300
            return isNear ? then.dayOfMonth : String(then.year)
        }
    }

    /// Returns a date in a form for lists.
    func when(_ date: Date, _ format: DateFormat) -> String {
        switch format {
        case .short: when(date)
        case .pattern(let pattern): pattern.text(of: local(date))
        }
    }

    /// Returns words for a future time: `14:02` today, otherwise `Fri 20 Nov 2026 14:02`.
    package func upcoming(_ date: Date) -> String {
        date < nextMidnight ? local(date).time : local(date).full
    }

    /// Returns a future moment in at most six columns: `14:02` today, `Sat` within a week, otherwise `14 Jun`.
    func upcomingBriefly(_ date: Date) -> String {
        let then = local(date)
        guard date >= nextMidnight else { return then.time }
        let isNear = date.timeIntervalSince(nextMidnight) < 6 * 86_400
        return isNear ? then.weekdayName : then.dayOfMonth
    }

    /// Returns an age in words: `2 m ago`, `3 h ago`.
    func ago(_ date: Date) -> String {
        let seconds = max(0, now.timeIntervalSince(date))
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: return "\(Int(seconds / 60)) m ago"
        case ..<86_400: return "\(Int(seconds / 3600)) h ago"
        default: return "\(Int(saturating: seconds / 86_400)) d ago"
        }
    }
}
