public import Foundation
public import HTTPCache
internal import HTTPTypes

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A stored response with Foundation's types; the counterpart of `CachedURLResponse`.
public struct StoredURLResponse: Sendable {
    /// The address of the entry: after redirects, that of the response that a hook receives.
    public let url: URL
    /// Status code of the response.
    public var statusCode: Int
    /// Header fields in order; a name may occur several times.
    public var fields: [(name: String, value: String)]
    /// The body as coded on the wire; empty for a 304's new head (`isUpdate`).
    public var data: Data
    /// Information stored with the response.
    public var userInfo: [String: String]
    /// The tiers that may hold it.
    public var storagePolicy: CachedResponse.StoragePolicy
    /// True if this is a new head for a stored body.
    public let isUpdate: Bool

    /// Makes a response to store.
    public init(
        url: URL, statusCode: Int = 200, fields: [(name: String, value: String)] = [], data: Data,
        userInfo: [String: String] = [:], storagePolicy: CachedResponse.StoragePolicy = .allowed
    ) {
        self.url = url
        self.statusCode = statusCode
        self.fields = fields
        self.data = data
        self.userInfo = userInfo
        self.storagePolicy = storagePolicy
        isUpdate = false
    }

    /// - Parameter url: the address of the request.
    init(_ response: CachedResponse, _ url: URL) {
        self.url = response.url.flatMap { URL(string: $0) } ?? url
        statusCode = response.head.status.code
        fields = response.head.headerFields.map { ($0.name.rawName, $0.value) }
        data = Data(response.body)
        userInfo = response.userInfo
        storagePolicy = response.storagePolicy
        isUpdate = response.isUpdate
    }

    /// Status and fields with Foundation's types.
    public var response: HTTPURLResponse? {
        HTTPURLResponse(
            url: url, statusCode: statusCode, httpVersion: "HTTP/1.1",
            headerFields: HTTPURLResponse.combined(fields))
    }

    /// Returns the first value of a field.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { fields.append((name, newValue)) }
        }
    }

    /// Returns the head with this status and these fields.
    ///
    /// - Parameter received: the fields as they arrived. Fields that the app has not changed keep their bytes, which
    ///   need not be UTF-8: a tag is sent back, and a Location is followed, byte for byte.
    func head(keeping received: HTTPFields) -> HTTPResponse {
        var headerFields = HTTPFields()
        for (name, value) in fields {
            guard let name = HTTPField.Name(name) else { continue }
            let unchanged = received.first { $0.name == name && $0.value == value }
            headerFields.append(unchanged ?? HTTPField(name: name, value: value))
        }
        return HTTPResponse(status: .init(code: statusCode), headerFields: headerFields)
    }

    var cached: CachedResponse {
        CachedResponse(
            head: head(keeping: HTTPFields()), body: Array(data), userInfo: userInfo, storagePolicy: storagePolicy)
    }
}

extension HTTPURLResponse {
    /// Status and fields of a reply; `Cache-Status` reports the handling by the cache (RFC 9211).
    convenience init(_ reply: CachedReply) {
        self.init(reply, statusCode: reply.head.status.code, reply.head.headerFields)
    }

    /// The response for a whole body of this length, of which a 416 has shown that nothing was missing.
    convenience init(_ reply: CachedReply, wholeLength: Int64) {
        var fields = reply.head.headerFields
        for name in [HTTPField.Name.contentRange, .contentType, .contentEncoding] { fields[name] = nil }
        fields[.contentLength] = "\(wholeLength)"
        self.init(reply, statusCode: 200, fields)
    }

    private convenience init(_ reply: CachedReply, statusCode: Int, _ fields: HTTPFields) {
        let lines = fields.map { (name: $0.name.rawName, value: $0.value) }
        let url = URL(string: reply.url) ?? URL(filePath: "/")
        // Never nil for a reply: the initialiser is failable only for Objective-C.
        self.init(
            url: url, statusCode: statusCode, httpVersion: "HTTP/1.1",
            headerFields: HTTPURLResponse.combined(lines + [(name: "Cache-Status", value: reply.cacheStatus)]))!
    }

    /// Returns one value for all lines of a field, whose names are equal in any case (RFC 9110 §5.1, §5.3): HTTP/2
    /// sends them in lower case. Of two names that differ in case only, Foundation would keep either.
    fileprivate static func combined(_ lines: [(name: String, value: String)]) -> [String: String] {
        var names: [String: String] = [:]
        var fields: [String: String] = [:]
        for line in lines {
            let name = names[line.name.lowercased(), default: line.name]
            names[line.name.lowercased()] = name
            fields[name] = fields[name].map { "\($0), \(line.value)" } ?? line.value
        }
        return fields
    }
}
