import Basics

/// The reason why a request is not served, and the response to it.
enum Refusal: Error, Equatable, Sendable {
    case badRequest
    case notNumbers
    case unknownState
    case unauthorized
    /// The request comes from a web page, or its `Host` is not a name of this machine.
    case forbidden
    case notFound
    case methodNotAllowed(allowed: String)
    case lengthRequired
    case tooLarge
    case tooManyMarks(limit: Int)
    case headTooLarge
    case httpVersion
    case failed
    /// The server is still getting ready.
    case gettingReady(seconds: Int)

    var status: Int {
        switch self {
        case .badRequest, .notNumbers, .unknownState: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .lengthRequired: 411
        case .tooLarge, .tooManyMarks: 413
        case .headTooLarge: 431
        case .failed: 500
        case .gettingReady: 503
        case .httpVersion: 505
        }
    }

    /// The body of the response.
    var message: String {
        switch self {
        case .badRequest: "bad request"
        case .notNumbers: "since_id, max_id and limit are numbers"
        case .unknownState: "state is unread or starred"
        case .unauthorized: "a bearer token is needed"
        case .forbidden: "requests from web pages are refused"
        case .notFound: "there is nothing at this address"
        case .methodNotAllowed(let allowed): "only \(allowed)"
        case .lengthRequired: "a Content-Length is needed"
        case .tooLarge: "the body is too large"
        case .tooManyMarks(let limit): "more than \(Numbers.grouped(limit)) marks in one request"
        case .headTooLarge: "the header section is too large"
        case .failed: "the library cannot be read"
        case .gettingReady: "the library is being prepared"
        case .httpVersion: "HTTP/1.1 only"
        }
    }
}
