internal import CCurl
internal import HTTPTransport
internal import HTTPTypes

/// Sets the options of a curl easy handle. All others stay off: redirects, cookies, decoding, credentials from files.
enum EasyOptions {
    static func setNetwork(_ easy: UnsafeMutableRawPointer, _ settings: CurlSettings, _ limits: TransferLimits) {
        ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT, limits.connectTimeout)
        ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
        ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
        if let file = settings.certificateAuthorities { ccurl_set_string(easy, CURLOPT_CAINFO, file) }
        ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        switch settings.proxy {
        case .environment: break
        case .direct: ccurl_set_string(easy, CURLOPT_PROXY, "")
        case .url(let url, let exceptions):
            ccurl_set_string(easy, CURLOPT_PROXY, url)
            ccurl_set_string(easy, CURLOPT_NOPROXY, exceptions)
        }
        ccurl_leave_resolver_behind(easy)
        if let bytes = limits.bytesAhead { ccurl_limit_socket(easy, bytes) }
    }

    /// Returns the size of the buffer for received bytes (default 64 KiB). A conditional request is usually answered by a
    /// head alone (RFC 9110 §15.4.5), for which 8 KiB suffice: a refresh of 1,000 feeds with nothing new takes 0.4 MB less.
    ///
    /// Streams that may share an HTTP/2 connection keep the default: libcurl 7.88 crashes when one sends a larger frame
    /// (RFC 9113 §4.2: up to 16 KiB) than its buffer has room for.
    static func bufferSize(for request: TransportRequest, isSecure: Bool, _ settings: CurlSettings) -> Int {
        if let bytes = request.limits.bytesAhead { return max(1_024, bytes) }
        // A piece is never divided: small ones keep the rate even. HTTP/2 is off then.
        if let rate = settings.maxBytesPerSecond { return max(1_024, min(64 << 10, rate / 8)) }
        let fields = request.head.headerFields
        let isConditional = fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince)
        return isConditional && !isSecure ? 8 << 10 : 64 << 10
    }

    /// A rate limit requires HTTP/1.1: with HTTP/2 each stream may receive megabytes while it is paused (RFC 9113
    /// §5.2).
    private static func version(_ settings: CurlSettings) -> Int {
        Int(settings.maxBytesPerSecond == nil ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
    }

    /// - Returns: the header fields; the caller frees them with `ccurl_slist_free_all` after the handle.
    static func setRequest(
        _ easy: UnsafeMutableRawPointer, _ request: TransportRequest, _ address: RequestAddress,
        _ settings: CurlSettings
    ) -> UnsafeMutablePointer<curl_slist>? {
        ccurl_set_string(easy, CURLOPT_URL, address.url)
        ccurl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
        ccurl_set_long(easy, CURLOPT_BUFFERSIZE, bufferSize(for: request, isSecure: address.isSecure, settings))
        // Callers decode bodies; curl would end the transfer at a coding it does not know, even a transfer coding.
        ccurl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        // RFC 9110 §9.2.2: if a kept connection breaks, curl repeats the request; only idempotent ones may be repeated.
        let isIdempotent = idempotentMethods.contains(request.head.method)
        let needsOwnConnection = !isIdempotent || request.limits.bytesAhead != nil
        ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, needsOwnConnection ? 1 : 0)
        if request.limits.bytesAhead != nil { ccurl_set_long(easy, CURLOPT_FORBID_REUSE, 1) }
        ccurl_set_long(easy, CURLOPT_HTTP_VERSION, version(settings))
        // Waits for one HTTP/2 connection instead of opening several before the origin is known to speak HTTP/2.
        ccurl_set_long(easy, CURLOPT_PIPEWAIT, address.isSecure ? 1 : 0)
        setMethod(easy, request.head.method, body: request.body)
        let fields = CurlFieldList.make(request.head.headerFields)
        ccurl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
        return fields
    }

    private static let idempotentMethods: Set<HTTPRequest.Method> = [.get, .head, .options, .trace, .put, .delete]

    private static func setMethod(_ easy: UnsafeMutableRawPointer, _ method: HTTPRequest.Method, body: [UInt8]?) {
        guard method != .head else {
            ccurl_set_long(easy, CURLOPT_NOBODY, 1)
            return
        }
        // RFC 9110 §8.6: these methods send their length even without a body.
        let body = body ?? ([.post, .put, .patch].contains(method) ? [] : nil)
        if let body { setBody(easy, body) }
        if body != nil || method != .get { ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, method.rawValue) }
    }

    private static func setBody(_ easy: UnsafeMutableRawPointer, _ body: [UInt8]) {
        ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count))
        // curl copies the bytes; it needs a pointer even for an empty body.
        var copy = body.isEmpty ? [0] : body
        ccurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, &copy)
    }
}
