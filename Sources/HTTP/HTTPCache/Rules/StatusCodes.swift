/// Status codes grouped by their meaning for a cache.
enum StatusCodes {
    /// Statuses that may be stored without explicit freshness, with a heuristic lifetime (RFC 9110 §15.1).
    static let heuristicallyCacheable: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Statuses whose caching rules this cache implements, for `must-understand` (RFC 9111 §5.2.2.3).
    static let understood: Set = [
        200, 203, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 410, 414, 416, 421, 451, 500,
        501, 502, 503, 504,
    ]

    /// Final statuses that are never stored: 226 is a delta to an earlier response (RFC 3229 §10.4.1), 304 updates one,
    /// 412 and 416 are about the conditions and the range of their request, and RFC 6585 excludes 428, 429, 431 and 511.
    static let neverStored: Set = [226, 304, 412, 416, 428, 429, 431, 511]

    /// Responses that a 200 to HEAD may update (RFC 9111 §4.3.5), and that answer conditions and ranges (§4.3.2).
    static let successful: Set = [200, 206]

    /// Errors in the sense of stale-if-error (RFC 5861 §4).
    static let errors: Set = [500, 502, 503, 504]

    /// Redirects that name their target in Location (RFC 9110 §15.4).
    static let redirects: Set = [301, 302, 303, 307, 308]
}
