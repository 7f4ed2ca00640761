import Basics
import FoundationEssentials
import Glibc

/// The environment variables of this process, some of which its libraries read without checks.
enum InheritedEnvironment {
    /// All variables after `clear()`. They are read only once, since that takes 0.4 of the 24 million instructions
    /// until the first list.
    static let variables = ProcessInfo.processInfo.environment

    /// Removes values that would crash the program. Call it before a second thread starts: `unsetenv` is not
    /// thread-safe.
    static func clear() {
        // ArgumentParser calculates with any number that it finds there.
        if let columns = EnvironmentVariable.value(of: "COLUMNS"), Int(columns, within: 1...32_767) == nil {
            unsetenv("COLUMNS")
        }
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let locale = EnvironmentVariable.value(of: name), !isPlausible(locale) { unsetenv(name) }
        }
    }

    /// False for a locale with a part of more than eight characters (RFC 5646 §2.1), for which ICU has no calendar.
    private static func isPlausible(_ locale: String) -> Bool {
        let tag = locale.prefix { $0 != "." && $0 != "@" }
        return tag.split { $0 == "-" || $0 == "_" }.allSatisfy { $0.utf8.count <= 8 }
    }
}
