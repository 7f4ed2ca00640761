/// The words for a limit in bytes.
package enum ByteLimit {
    /// Returns the limit in MB (2²⁰ bytes) if it is a whole number of them, else in bytes: `32 MB`, `100,000 bytes`.
    package static func words(_ bytes: some BinaryInteger) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(Numbers.grouped(Int(clamping: bytes))) bytes"
    }
}
