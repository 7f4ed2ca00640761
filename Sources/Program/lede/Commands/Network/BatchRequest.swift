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

    enum CodingKeys: String, CodingKey {
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
