internal import Basics
internal import HTTPTypes

/// Decides whether a private cache may store a response (RFC 9111 §3). A storable response need not be fresh.
enum StorageDecision {
    /// - Parameter response: the directives in `fields`.
    static func isStorable(
        method: HTTPRequest.Method, request: CacheControl, status: Int, fields: HTTPFields, response: CacheControl
    ) -> Bool {
        guard method == .get, status >= 200, !StatusCodes.neverStored.contains(status), !request.noStore else {
            return false
        }
        guard !isForbidden(status: status, response: response) else { return false }
        if status == 206, ContentRange(fields.first(.contentRange)) == nil { return false }
        return response.isPublic || response.isPrivate || response.maxAge != nil || fields.contains(.expires)
            || StatusCodes.heuristicallyCacheable.contains(status)
    }

    /// True if the response forbids storing any part of it (§5.2.2.5), even the fields of a 304.
    ///
    /// §5.2.2.3: must-understand overrides no-store for a status whose rules are implemented, and forbids storing any
    /// other.
    static func isForbidden(status: Int, response: CacheControl) -> Bool {
        response.mustUnderstand ? !StatusCodes.understood.contains(status) : response.noStore
    }

    /// True if the response to a POST may answer a later GET (RFC 9110 §9.3.3): it has an explicit lifetime, and its
    /// Content-Location is the address of the request.
    static func isStorableForGet(
        address: HTTPAddress, request: CacheControl, status: Int, fields: HTTPFields, response: CacheControl
    ) -> Bool {
        (200..<300).contains(status) && status != 206 && (response.maxAge != nil || fields.contains(.expires))
            && fields.reference(.contentLocation).flatMap(address.resolving)?.keepingUserInfo(of: address) == address
            && isStorable(method: .get, request: request, status: status, fields: fields, response: response)
    }
}
