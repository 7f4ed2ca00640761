internal import Basics

/// The reason why a coded body was not decoded.
package enum ContentCodingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The decoded body would be larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// The body does not match its coding, or ends too early.
    case corrupt(Coding)
    /// `Content-Encoding` has an unsupported token.
    case unknownCoding(String)
    /// The library that decodes it is not installed, or there is no memory for it.
    case unavailable(Coding)
    /// `Content-Encoding` names more than `limit` codings.
    case tooManyCodings(limit: Int)

    package var description: String {
        switch self {
        case .tooLarge(let limit): "larger than \(ByteLimit.words(limit)) when decompressed"
        case .corrupt(let coding): "damaged or incomplete \(coding.rawValue) data"
        case .unknownCoding(let token): "unknown content encoding “\(token)”"
        case .unavailable(let coding): "no decoder for \(coding.rawValue)"
        case .tooManyCodings(let limit): "more than \(limit) content encodings"
        }
    }
}
