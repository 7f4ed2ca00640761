import Markup

extension [UInt8] {
    /// The lines of a file of another reader, safe for a terminal, with their numbers from 1.
    var numberedLines: [(number: Int, text: String)] {
        let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return zip(1..., lines).map { (number: $0, text: SafeText.line(String(decoding: $1, as: UTF8.self))) }
    }
}
