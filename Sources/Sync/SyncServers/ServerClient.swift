import Basics

/// The adapters' access to their server. The service implements it with its HTTP client, which observes the
/// connection's limits and the person's offline switch.
package protocol ServerClient: Sendable {
    /// Returns the user and the secret, which are read when they are first needed.
    func login() async throws -> ServerLogin

    /// Sends one request to the account's own origin, and never follows a redirect.
    ///
    /// - Throws: `SyncFailure` if no response arrived, or if the server requires a wait (429, 503).
    func send(_ request: ServerRequest) async throws -> ServerResponse

    /// Returns the token of the last login, kept between runs of the program.
    func session() async -> String?
    func keep(session: String?) async
}

/// The user and secret of a login.
package struct ServerLogin: Equatable, Sendable {
    var user: String?
    var secret: String

    package init(user: String?, secret: String) {
        self.user = user
        self.secret = secret
    }
}

/// A request of a sync server's protocol; `ServerClient` sends it.
package struct ServerRequest: Equatable, Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    package var method: Method
    package var url: String
    /// Names and values; the values contain secrets, and are never logged.
    package var fields: [(name: String, value: String)] = []
    package var body: [UInt8]?

    init(_ method: Method, _ url: String) {
        self.method = method
        self.url = url
    }

    package static func == (a: ServerRequest, b: ServerRequest) -> Bool {
        a.method == b.method && a.url == b.url && a.body == b.body && a.fields.elementsEqual(b.fields, by: ==)
    }

    mutating func setForm(_ pairs: [(String, String)]) {
        fields.append(("Content-Type", "application/x-www-form-urlencoded"))
        body = Array(pairs.map { "\($0.0.formEncoded)=\($0.1.formEncoded)" }.joined(separator: "&").utf8)
    }

    mutating func setJSON(_ bytes: [UInt8]) {
        fields.append(("Content-Type", "application/json"))
        body = bytes
    }
}

package struct ServerResponse: Equatable, Sendable {
    var status: Int
    /// Status code and reason, for messages.
    var line: String
    var contentType: String?
    var location: String?
    /// True if `location` is an address that a person can enter in place of the account's.
    private(set) var namesFolder = false
    var body: [UInt8]

    /// Before each response, PHP sends one for every source file of the server that was saved with one.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    package init(
        status: Int, line: String, contentType: String? = nil, location: String? = nil, body: [UInt8]
    ) {
        self.status = status
        self.line = line
        self.contentType = contentType
        self.location = location
        var start = 0
        while body[start...].starts(with: Self.byteOrderMark) { start += 3 }
        self.body = start == 0 ? body : Array(body[start...])
    }

    /// Returns this response. If it redirects an address below `address` to the same path in another folder, its
    /// location becomes that folder, which a person can enter in place of the former address.
    ///
    /// - Parameter url: the address of the request.
    package func namingFolder(insteadOf address: String, asked url: String) -> ServerResponse {
        let folder = address.withoutFragment.withoutFinalSlashes
        let path = url.dropFirst(folder.count)
        guard let location, WebAddress.isHTTP(location), url.hasPrefix(folder), !path.isEmpty, location.hasSuffix(path)
        else { return self }
        var response = self
        response.location = String(location.dropLast(path.count)) + "/"
        response.namesFolder = true
        return response
    }
}

extension String {
    /// Percent-encoded for a form or a query.
    package var formEncoded: String {
        PercentEncoding.encoded(self, keeping: .unreserved)
    }

    /// Returns the address of an API below this address, which may be the API's address already.
    ///
    /// - Parameter path: with a slash at both ends.
    func apiAddress(_ path: String) -> String {
        let folder = withoutFragment.hasSuffix("/") ? withoutFragment : withoutFragment + "/"
        return folder.hasSuffix(path) ? folder : folder + String(path.dropFirst())
    }
}
