import Glibc

/// The environment variables of this process, read one at a time.
package enum EnvironmentVariable {
    /// Returns nil if the variable is not set.
    package static func value(of name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Returns nil if the variable is empty or not set.
    package static func nonEmptyValue(of name: String) -> String? {
        value(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
