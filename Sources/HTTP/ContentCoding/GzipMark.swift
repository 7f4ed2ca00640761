/// The two bytes with which gzip data begins (RFC 1952 §2.3.1).
///
/// Some servers declare gzip for bytes that are not compressed, often because a proxy has decompressed them, or declare
/// it twice. Such bytes are passed on unchanged: the document is readable, and no gzip data begins like it.
package enum GzipMark {
    static let length = 2
    private static let bytes: [UInt8] = [0x1f, 0x8b]

    /// Returns nil if the beginning is too short to tell.
    package static func begins(_ beginning: [UInt8]) -> Bool? {
        guard bytes.starts(with: beginning.prefix(length)) else { return false }
        return beginning.count < length ? nil : true
    }
}
