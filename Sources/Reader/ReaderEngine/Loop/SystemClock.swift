import FoundationEssentials
import Glibc
package import ReaderUI

extension Clock {
    /// Returns the current time in the system's time zone (`TZ`, `/etc/localtime`), with the UTC offset valid at each
    /// date.
    package static func system() -> Clock {
        tzset()
        return Clock(now: Date()) { date in
            var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
            var parts = tm()
            return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }
}
