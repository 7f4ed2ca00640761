import FeedParsing
import Markup
import SyncEngine

extension ServerResponse {
    static let refusedPassword = "the server refused the user name or the password"

    /// Returns the response if its status is 2xx, and throws one line of text for any other status.
    ///
    /// - Parameter refusal: the message if the server refuses the login.
    func checked(refusal: String = "the server refused the login") throws(SyncFailure) -> ServerResponse {
        switch status {
        case 200..<300: return self
        case 300..<400:
            let target = SafeText.line(location ?? "another address")
            throw .status("the server redirects to \(target)" + (namesFolder ? ": use that address" : ""))
        case 401: throw .credentials(refusal)
        // A firewall refuses a request by the same status.
        case 403: throw .credentials("\(line): \(refusal)")
        default: throw .status(status, serverMessage.map { "\(line): \($0)" } ?? line)
        }
    }

    /// True if the server itself writes that it lacks the resource: its 404 is JSON. A page comes from a hotspot or a
    /// gateway.
    var isNotFound: Bool { status == 404 && JSONParser.whole(body) != nil }

    /// True if the server refuses the login or the token.
    var isRefused: Bool { status == 401 || status == 403 }

    /// The server's description of the error, one line.
    var serverMessage: String? {
        guard let json = JSONParser.whole(SafeText.clean(body)),
            let message = (json["error_message"] ?? json["error"] ?? json["message"])?.string
        else { return nil }
        return String(SafeText.line(message).prefix(200))
    }

    /// Parses the body; throws if it is truncated, or is a web page instead of JSON.
    func json() throws(SyncFailure) -> JSONValue {
        let text = SafeText.clean(body)
        guard let value = JSONParser.whole(text) else {
            let isPage = text.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x09 } == UInt8(ascii: "<")
            throw .notUnderstood(
                isPage
                    ? "a web page instead of the server's response"
                    : "the server's response is incomplete or not JSON")
        }
        return value
    }

    /// The text of a short response, such as `OK`.
    var text: String {
        SafeText.line(String(decoding: body.prefix(4_096), as: UTF8.self))
    }
}

extension JSONValue {
    /// Returns the elements of an array; throws if the value is not an array. Some servers write `null` for an empty
    /// one.
    func list(_ name: String) throws(SyncFailure) -> [JSONValue] {
        switch self[name] {
        case .array(let elements): return elements
        case .null: return []
        default: throw .notUnderstood("the server's response lacks \(name)")
        }
    }

    /// A whole number; servers write ids as numbers or as strings.
    var int64: Int64? {
        text.flatMap { Int64($0) }
    }

    /// True for `true`, 1 and "1": PHP servers use all three.
    var flag: Bool? {
        switch self {
        case .bool(let value): value
        case .number(let digits), .string(let digits):
            digits == "1" || digits == "true" ? true : digits == "0" || digits == "false" ? false : nil
        default: nil
        }
    }
}
