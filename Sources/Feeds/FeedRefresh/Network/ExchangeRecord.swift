import HTTPCache
import HTTPTransport
import HTTPTypes

/// The record of an exchange: a line in the log, and its cost in the counters.
extension FeedNetwork {
    /// Counts and logs a response. The cost of its body is known only once the body has arrived.
    ///
    /// - Parameter action: the action for which the request was sent, such as `page`.
    func record(_ reply: CachedReply, for action: String, _ policy: CachePolicy) {
        count(Traffic(reply))
        let bytes = reply.wireBytes
        log?.append(
            RequestLog.Entry(
                time: settings.now(), action: action, policy: policy, source: reply.source.rawValue,
                status: String(reply.head.status.code), bytesSent: bytes.sent, bytesReceived: bytes.received,
                url: reply.url))
    }

    /// Logs a request without a usable response.
    ///
    /// - Parameter reply: the response whose body did not arrive completely; nil if there was none.
    func record(
        _ failure: RequestFailure, for action: String, _ policy: CachePolicy, asked url: String,
        during reply: CachedReply? = nil
    ) {
        let bytes = reply?.wireBytes
        log?.append(
            RequestLog.Entry(
                time: settings.now(), action: action, policy: policy, source: reply?.source.rawValue ?? "none",
                status: failure.word, bytesSent: bytes?.sent ?? 0, bytesReceived: bytes?.received ?? 0,
                url: reply?.url ?? url))
    }
}

/// The reason why a request has no usable response, for the log.
enum RequestFailure {
    case cache(CacheError)
    /// The request was not sent, since the secret could not be read.
    case credentials

    /// The word for the log's status column.
    var word: String {
        switch self {
        case .cache(.transport(let error)): error.cause.rawValue
        case .cache(.notInCache): "notInCache"
        case .cache: "error"
        case .credentials: "credentials"
        }
    }
}
