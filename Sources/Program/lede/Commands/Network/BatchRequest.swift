import FoundationEssentials
import HTTPCache
import HTTPTypes

/// One request line.
struct BatchRequest: Decodable {
    /// Returned unchanged in the reply, even if the rest of the line is not a request.
    enum ID: Codable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if let number = try? container.decode(Int.self) { .number(number) } else {
                    .text(try container.decode(String.self))
                }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    let method: String?
    let url: String
    let headers: [[String]]?
    let body: String?
    let cachePolicy: String?
    let redirect: String?

    fileprivate enum CodingKeys: String, CodingKey {
        case method, url, headers, redirect
        case body = "body_base64"
        case cachePolicy = "cache_policy"
    }

    /// - Parameter policy: the policy of a line that names none.
    func request(policy fallback: CachePolicy) throws -> (CacheRequest, CachePolicy) {
        guard let method = HTTPRequest.Method(method ?? "GET") else { throw Refusal("not a method: \(method ?? "")") }
        let policyName = cachePolicy ?? fallback.rawValue
        guard let policy = CachePolicy(name: policyName) else { throw Refusal("not a cache policy: \(policyName)") }
        guard [nil, "follow", "manual"].contains(redirect) else {
            throw Refusal("not a redirect mode: \(redirect ?? "")")
        }
        var request = CacheRequest(url: url, method: method)
        for header in headers ?? [] {
            guard header.count == 2, let name = HTTPField.Name(header[0]) else {
                throw Refusal("not a header field: \(header)")
            }
            request.fields.append(HTTPField(name: name, value: Latin1.bytes(header[1])))
        }
        if let coded = body {
            guard let body = Data(base64Encoded: coded) else { throw Refusal("the body is not base64") }
            request.body = Array(body)
        }
        request.followsRedirects = redirect != "manual"
        return (request, policy)
    }

    /// The reason why a request is not sent.
    struct Refusal: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

/// A line of input, which need not be a request.
struct BatchLine: Decodable {
    let id: BatchRequest.ID?
    /// Keys that no request has: perhaps misspelt ones.
    let unknownKeys: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        let idKey = Key(stringValue: "id")
        id = try? line.decode(BatchRequest.ID.self, forKey: idKey)
        unknownKeys = line.allKeys.map(\.stringValue)
            .filter { $0 != idKey.stringValue && BatchRequest.CodingKeys(stringValue: $0) == nil }
    }
}

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

/// Byte strings as text, one character for each byte.
private enum Latin1 {
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
    }

    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
