internal import CCurl
internal import HTTPTypes

/// Converts a request's header fields to curl's list.
enum CurlFieldList {
    /// Only the transport frames the body.
    private static let framing: Set<HTTPField.Name> = [.contentLength, .transferEncoding]

    /// Fields that curl would add by itself; a name without value forbids it.
    private static let unwanted: [HTTPField.Name] = [.accept, .contentType, .userAgent, .expect]

    /// The caller frees it with `ccurl_slist_free_all`.
    static func make(_ fields: HTTPFields) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields where !framing.contains(field.name) {
            list = ccurl_slist_append(list, line(field))
        }
        for name in unwanted where !fields.contains(name) {
            list = ccurl_slist_append(list, "\(name.rawName):")
        }
        return list
    }

    /// The value byte for byte; curl requires a semicolon for an empty one.
    private static func line(_ field: HTTPField) -> [CChar] {
        let name = field.name.rawName.utf8
        return field.withUnsafeBytesOfValue { value in
            let isBlank = value.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            var line: [CChar] = []
            line.reserveCapacity(name.count + value.count + 3)
            for byte in name { line.append(CChar(bitPattern: byte)) }
            for byte in (isBlank ? ";" : ": ").utf8 { line.append(CChar(bitPattern: byte)) }
            if !isBlank { for byte in value { line.append(CChar(bitPattern: byte)) } }
            line.append(0)
            return line
        }
    }
}
