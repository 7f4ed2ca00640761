import Foundation
import HTTPTransport
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A `Transport` over `URLSession`: an example for apps that send requests without curl.
///
/// URLSession decodes bodies itself, so the fields that describe the coded body are removed from the head. This example
/// collects whole bodies; a streaming transport would pass its own `ResponseBody.Source` to `TransportResponse`.
struct URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = ExchangeDelegate()

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        // The caching client stores responses and follows redirects; cookies are not kept.
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let task = session.dataTask(with: try urlRequest(request))
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task, limit: request.limits.bodyBytes, continuation)
            }
        } onCancel: {
            task.cancel()
        }
        let (response, body) = try result.get()
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = HTTPField.Name("\(name)") else { continue }
            fields[name] = "\(value)"
        }
        fields[.contentEncoding] = nil
        // The length in the response to HEAD is the length of the coded body, which a GET does not store here.
        fields[.contentLength] = request.head.method == .head ? nil : String(body.count)
        return TransportResponse(
            head: HTTPResponse(status: .init(code: response.statusCode), headerFields: fields),
            body: ResponseBody(Array(body)))
    }

    private func urlRequest(_ request: TransportRequest) throws(TransportError) -> URLRequest {
        let head = request.head
        let text = "\(head.scheme ?? "http")://\(head.authority ?? "")\(head.path ?? "/")"
        guard let url = URL(string: text) else { throw TransportError(.badRequest, "not an address: \(text)") }
        var urlRequest = URLRequest(url: url, timeoutInterval: Double(request.limits.stallTimeout))
        urlRequest.httpMethod = head.method.rawValue
        urlRequest.httpBody = request.body.map { Data($0) }
        for field in head.headerFields { urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName) }
        return urlRequest
    }
}

/// Collects the responses to a session's tasks, and follows no redirect.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<(HTTPURLResponse, Data), TransportError>

    private struct Exchange {
        var body = Data()
        let limit: Int64
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private let exchanges = Mutex<[Int: Exchange]>([:])

    func begin(_ task: URLSessionDataTask, limit: Int64, _ continuation: CheckedContinuation<Outcome, Never>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(limit: limit, continuation: continuation) }
        task.resume()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = exchanges.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.body.append(data)
            return exchanges[dataTask.taskIdentifier].map { Int64($0.body.count) > $0.limit } ?? false
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if Int64(exchange.body.count) > exchange.limit {
            exchange.continuation.resume(returning: .failure(TransportError(.tooLarge, "body larger than the limit")))
        } else if let error {
            exchange.continuation.resume(returning: .failure(Self.transportError(error)))
        } else if let response = task.response as? HTTPURLResponse {
            exchange.continuation.resume(returning: .success((response, exchange.body)))
        } else {
            exchange.continuation.resume(returning: .failure(TransportError(.brokenOff, "no response")))
        }
    }

    private static func transportError(_ error: any Error) -> TransportError {
        let causes: [URLError.Code: TransportError.Cause] = [
            .notConnectedToInternet: .offline, .cannotFindHost: .nameResolution, .cannotConnectToHost: .connection,
            .timedOut: .stalled, .networkConnectionLost: .brokenOff, .cancelled: .cancelled,
            .secureConnectionFailed: .untrusted,
        ]
        return TransportError(
            (error as? URLError).flatMap { causes[$0.code] } ?? .connection, error.localizedDescription)
    }
}
