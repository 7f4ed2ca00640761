import Glibc

/// The system's words for its error numbers.
package enum SystemError {
    /// Returns the words as a phrase without a capital or a full stop: `no such file or directory`.
    ///
    /// - Parameter number: the error number; the current `errno` by default.
    package static func words(_ number: Int32 = errno) -> String {
        let text = String(cString: strerror(number))
        let second = text.dropFirst().first
        // An acronym keeps its capitals.
        return second?.isUppercase == true ? text : text.prefix(1).lowercased() + text.dropFirst()
    }
}
