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
        let value = field.withUnsafeBytesOfValue { Array($0) }
        let isBlank = value.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let line = Array(field.name.rawName.utf8) + (isBlank ? Array(";".utf8) : Array(": ".utf8) + value)
        return line.map { CChar(bitPattern: $0) } + [0]
    }
}
