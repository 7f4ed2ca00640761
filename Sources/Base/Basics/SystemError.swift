import Glibc

/// The system's words for its error numbers.
package enum SystemError {
    /// The words for the middle of a sentence: `no such file or directory`.
    ///
    /// - Parameter number: the error number; the present `errno` by default.
    package static func words(_ number: Int32 = errno) -> String {
        let text = String(cString: strerror(number))
        let second = text.dropFirst().first
        // A name of capitals keeps them.
        return second?.isUppercase == true ? text : text.prefix(1).lowercased() + text.dropFirst()
    }
}
