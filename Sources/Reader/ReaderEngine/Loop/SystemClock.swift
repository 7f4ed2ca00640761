import Basics
import FoundationEssentials
import Glibc
package import ReaderUI

extension Clock {
    /// Returns the current time in the system's time zone (`TZ`, `/etc/localtime`), with the UTC offset valid at each
    /// date.
    package static func system() -> Clock {
        tzset()
        return Clock(now: Date()) { SystemZone.offset(at: $0) }
    }
}
