import FoundationEssentials
import HTTPCache
import HTTPTypes

/// One reply line.
struct BatchReply: Encodable {
    var id: BatchRequest.ID?
    private var status: Int?
    private var headers: [[String]]?
    private var body: String?
    private var source: String?
    private var error: String?

    init(_ reply: CachedReply, body: [UInt8]) {
        status = reply.head.status.code
        headers =
            reply.head.headerFields.map { [$0.name.rawName, $0.withUnsafeBytesOfValue { Latin1.text($0) }] }
            + [["Cache-Status", reply.cacheStatus]]
        self.body = Data(body).base64EncodedString()
        source = reply.source.rawValue
    }

    init(error: String) {
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case id, status, headers, source, error
        case body = "body_base64"
    }

    /// Every key is present, null if it has no value.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(status, forKey: .status)
        try container.encode(headers, forKey: .headers)
        try container.encode(body, forKey: .body)
        try container.encode(source, forKey: .source)
        try container.encode(error, forKey: .error)
    }
}
