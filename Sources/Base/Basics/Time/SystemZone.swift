import Glibc

package import struct FoundationEssentials.Date

/// The time zone of the system: `TZ`, or `/etc/localtime`, as `tzset` has read it.
package enum SystemZone {
    /// Returns the offset from UTC in effect at a date, in seconds east.
    package static func offset(at date: Date) -> Int {
        var seconds = time_t(CalendarSeconds.whole(date.timeIntervalSince1970))
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}
