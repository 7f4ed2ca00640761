internal import CCoding

/// Encodes bodies.
package enum ContentEncoder {
    /// Compresses a body with gzip (RFC 1952); nil if there is not enough memory, or zlib is not installed.
    package static func gzip(_ body: [UInt8]) -> [UInt8]? {
        let capacity = coding_gzip_bound(body.count)
        let coded = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            count = coding_gzip(body, body.count, buffer.baseAddress, capacity)
        }
        return coded.isEmpty ? nil : coded
    }
}
