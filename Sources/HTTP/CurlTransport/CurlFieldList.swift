internal import CCurl
internal import HTTPTypes

/// Converts a request's header fields to curl's list.
enum CurlFieldList {
    /// Fields that frame the body; only the transport may set them.
    private static let framing: [HTTPField.Name] = [.contentLength, .transferEncoding]

    /// Fields that curl would otherwise add; a name without a value prevents that.
    private static let unwanted = [HTTPField.Name.accept, .contentType, .userAgent, .expect].map { name in
        (name: name, line: "\(name.rawName):".utf8CString)
    }

    /// Returns a list that the caller frees with `ccurl_slist_free_all`.
    static func make(_ fields: HTTPFields) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        // One buffer for all lines: curl copies them.
        var line: [UInt8] = []
        for field in fields where !framing.contains(field.name) {
            write(field, to: &line)
            line.withUnsafeBufferPointer { bytes in
                bytes.withMemoryRebound(to: CChar.self) { list = ccurl_slist_append(list, $0.baseAddress) }
            }
        }
        for (name, line) in unwanted where !fields.contains(name) {
            line.withUnsafeBufferPointer { list = ccurl_slist_append(list, $0.baseAddress) }
        }
        return list
    }

    /// Appends the field with its value byte for byte; curl requires a semicolon for an empty value.
    private static func write(_ field: HTTPField, to line: inout [UInt8]) {
        line.removeAll(keepingCapacity: true)
        line += field.name.rawName.utf8
        field.withUnsafeBytesOfValue { value in
            let isBlank = value.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            line += (isBlank ? ";" : ": ").utf8
            if !isBlank { line += value }
        }
        line.append(0)
    }
}
