import ContentCoding
import HTTPTypes

/// The response to a request.
struct Response: Sendable {
    var status: Int
    var fields = HTTPFields()
    var body: [UInt8] = []

    /// Minimum size of a body that is sent in gzip, in bytes.
    private static let codedFrom = 512

    init(status: Int, type: String = "application/json", body: [UInt8] = []) {
        self.status = status
        self.body = body
        if !body.isEmpty { fields[.contentType] = type }
        fields[.cacheControl] = "private, no-cache"
    }

    init(_ refusal: Refusal) {
        self.init(status: refusal.status, body: Array("{\"error\":\"\(refusal.message)\"}".utf8))
        switch refusal {
        case .unauthorized: fields[.wwwAuthenticate] = "Bearer realm=\"lede\""
        case .methodNotAllowed(let allowed): fields[.allow] = allowed
        case .gettingReady(let seconds): fields[.retryAfter] = String(seconds)
        default: break
        }
    }

    /// Compresses the body with gzip if the client accepts it and it saves bytes (RFC 9110 §12.5.3).
    mutating func code(for head: RequestHead) {
        fields[.vary] = "Accept-Encoding"
        guard status == 200, body.count >= Self.codedFrom, head.takesGzip,
            let coded = ContentEncoder.gzip(body), coded.count < body.count
        else { return }
        body = coded
        fields[.contentEncoding] = "gzip"
    }

    /// Returns the bytes to send.
    func bytes(isHead: Bool, keepsConnection: Bool, date: String) -> [UInt8] {
        var text = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "")\r\nDate: \(date)\r\n"
        for field in fields { text += "\(field.name.rawName): \(field.value)\r\n" }
        if status != 304 { text += "Content-Length: \(body.count)\r\n" }
        text += keepsConnection ? "\r\n" : "Connection: close\r\n\r\n"
        return Array(text.utf8) + (isHead || status == 304 ? [] : body)
    }

    private static let phrases = [
        200: "OK", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 409: "Conflict", 411: "Length Required", 413: "Content Too Large",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
        505: "HTTP Version Not Supported",
    ]
}

extension RequestHead {
    /// True if `Accept-Encoding` accepts gzip; `*` stands for all codings that it does not name (RFC 9110 §12.5.3).
    var takesGzip: Bool {
        let members = fields[values: .acceptEncoding].joined(separator: ",").lowercased().split(separator: ",")
            .map { $0.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } } }
        let named = members.first { $0.first == "gzip" } ?? members.first { $0.first == "*" }
        guard let named else { return false }
        return !named.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" || $0 == "q=0.00" || $0 == "q=0.000" }
    }
}
