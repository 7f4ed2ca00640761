public import Foundation
public import HTTPCache
internal import HTTPTransport

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension CacheError {
    /// Returns Foundation's error for this error, with the message as its description.
    public func urlError(_ url: URL?) -> URLError {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: description]
        if let url { userInfo[NSURLErrorFailingURLErrorKey] = url }
        return URLError(code, userInfo: userInfo)
    }

    private var code: URLError.Code {
        switch self {
        case .notInCache, .bodyLost: .resourceUnavailable
        case .invalidURL: .unsupportedURL
        case .transport(let error): Self.codes[error.cause] ?? .unknown
        case .serverError: .badServerResponse
        case .tooManyRedirects: .httpTooManyRedirects
        case .tooLarge: .dataLengthExceedsMaximum
        case .undecodable: .cannotDecodeContentData
        case .storage: .cannotOpenFile
        }
    }

    private static let codes: [TransportError.Cause: URLError.Code] = [
        .offline: .notConnectedToInternet, .nameResolution: .cannotFindHost, .connection: .cannotConnectToHost,
        .untrusted: .secureConnectionFailed, .stalled: .timedOut, .tooSlow: .timedOut,
        .brokenOff: .networkConnectionLost, .malformed: .cannotParseResponse, .tooLarge: .dataLengthExceedsMaximum,
        .badRequest: .unsupportedURL, .cancelled: .cancelled,
    ]
}
