internal import CCurl
internal import HTTPTransport

/// Maps curl's result codes to the causes of `TransportError`.
enum CurlFailure {
    private static let causes: [(TransportError.Cause, [CURLcode])] = [
        (.nameResolution, [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY]),
        // curl's own time limit covers only connecting.
        (.connection, [CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_PROXY, CURLE_INTERFACE_FAILED]),
        (
            .untrusted,
            [
                CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ENGINE_NOTFOUND,
                CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_SHUTDOWN_FAILED,
                CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
                CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
            ]
        ),
        (.tooLarge, overlong),
        // An unsupported protocol is HTTP/0.9: a response without a head.
        (.malformed, [CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL]),
        (.badRequest, [CURLE_URL_MALFORMAT]),
    ]

    /// curl's code for a header line above its own limit of 100 KiB: CURLE_TOO_LARGE, in older versions "out of
    /// memory".
    private static let overlong = [CURLcode(rawValue: 100), CURLE_OUT_OF_MEMORY]

    /// Returns the useful part of a message from curl or OpenSSL.
    ///
    /// - Parameter origin: the requested origin, which the message must not repeat.
    static func plainWords(_ detail: String, at origin: String = "") -> String {
        if plainServer.contains(where: detail.contains) {
            return "the server does not use TLS on this port; http:// may work"
        }
        // "Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server"
        let unconnected = "Failed to connect to "
        if detail.hasPrefix(unconnected), let end = detail.firstRange(of: " after ") {
            return noConnection(to: detail[..<end.lowerBound].dropFirst(unconnected.count), at: origin)
        }
        // "CONNECT tunnel failed, response 407"
        let refused = "CONNECT tunnel failed, response "
        if detail.hasPrefix(refused) { return "the proxy answered \(detail.dropFirst(refused.count))" }
        if let known = plain.first(where: { detail.hasPrefix($0.beginning) }) { return known.words }
        let remaining = detail.split(separator: " ")
        if detail.hasPrefix("transfer closed with"), remaining.count > 4, let count = Int(remaining[3]) {
            return "the connection ended early: \(count) bytes are missing"
        }
        // "OpenSSL/3.0.22: error:0A000086:SSL routines::certificate verify failed"
        guard detail.contains("SSL routines:"), let reason = detail.split(separator: ":").last else { return detail }
        return "no secure connection: \(reason.drop { $0 == " " })"
    }

    /// - Parameter server: a host and a port, `127.0.0.1 port 1`; the host is the proxy's if there is one.
    private static func noConnection(to server: Substring, at origin: String) -> String {
        let host = server.prefix { $0 != " " }.lowercased()
        let isOwn = ["://\(host)", "://[\(host)]"].contains { origin.hasSuffix($0) || origin.contains("\($0):") }
        return "no connection to \(isOwn ? server.dropFirst(host.count + 1) : server)"
    }

    /// curl reports it with the code of a failed read.
    private static let malformedChunk = "the response has a malformed chunk"

    /// Prefixes of curl's messages, with plain words for them.
    private static let plain: [(beginning: String, words: String)] = [
        ("Empty reply from server", "the server closed the connection without a response"),
        ("Received HTTP/0.9 when not allowed", "the server does not speak HTTP on this port"),
        ("transfer closed with outstanding read data", "the connection ended early"),
        ("URL using bad/illegal format", "the address is malformed"),
        ("Port number was not", "the address is malformed"),
        // "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:8731"
        ("OpenSSL SSL_connect: ", "no secure connection: the server closed it, or does not use TLS on this port"),
        ("SSL connection timeout", "no secure connection: the server did not answer in time"),
        // The message begins with the address, which names the host.
        ("Could not resolve host: ", "host not found"),
        ("Resolving timed out", "host not found: the name server did not answer in time"),
        ("Recv failure: Connection reset by peer", "the server reset the connection"),
        ("Send failure: Connection reset by peer", "the server reset the connection"),
        // "HTTP/2 stream 89 was not closed cleanly: INTERNAL_ERROR (err 2)"
        ("HTTP/2 stream ", "the server ended the response early"),
        ("Illegal or missing hexadecimal sequence in chunked-encoding", malformedChunk),
        ("Too long hexadecimal number in chunked-encoding", malformedChunk),
        ("Invalid Content-Length", "the response has an invalid Content-Length"),
        // curl quotes the whole address, with its password.
        ("Unsupported proxy ", "the address of the proxy (in the settings, or http_proxy and the like) is malformed"),
    ]

    /// OpenSSL's messages if a server answers the TLS handshake in plain HTTP.
    private static let plainServer = ["wrong version number", "packet length too long", "http request"]

    private static let causeOfCode: [CURLcode.RawValue: TransportError.Cause] = Dictionary(
        causes.flatMap { cause, codes in codes.map { ($0.rawValue, cause) } }, uniquingKeysWith: { first, _ in first })

    /// - Parameter detail: the text in curl's error buffer, which may quote the server.
    static func error(_ code: CURLcode, detail: String, address: RequestAddress) -> TransportError {
        let text =
            if overlong.contains(code) {
                "a header line is larger than 100 KiB"
            } else {
                plainWords(detail.isEmpty ? String(cString: ccurl_easy_strerror(code)) : detail, at: address.origin)
            }
        let line = text.unicodeScalars.map { (0x20...0x7e).contains($0.value) ? Character($0) : " " }
        let otherCause = text == malformedChunk ? TransportError.Cause.malformed : .brokenOff
        return TransportError(causeOfCode[code.rawValue] ?? otherCause, "\(address.display): \(String(line))")
    }
}
