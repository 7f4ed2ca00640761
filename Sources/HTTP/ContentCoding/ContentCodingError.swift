/// Why a coded body was not decoded.
package enum ContentCodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Decoded, it would be larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// It is not what the coding says, or it ends too early.
    case corrupt(Coding)
    /// `Content-Encoding` has a token that is not understood.
    case unknownCoding(String)
    /// `Content-Encoding` names more than `limit` codings.
    case tooManyCodings(limit: Int)

    package var description: String {
        switch self {
        case .tooLarge(let limit): "larger than \(limit) bytes when decompressed"
        case .corrupt(let coding): "damaged or incomplete \(coding.rawValue) data"
        case .unknownCoding(let token): "unknown content encoding \"\(token)\""
        case .tooManyCodings(let limit): "more than \(limit) content encodings"
        }
    }
}
