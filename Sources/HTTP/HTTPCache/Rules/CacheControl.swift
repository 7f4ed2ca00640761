internal import Basics
internal import HTTPTypes

/// The directives of `Cache-Control` that this cache knows (RFC 9111 §5.2, RFC 5861, RFC 8246); all others are ignored.
struct CacheControl: Equatable, Sendable {
    var maxAge: Int?
    var noStore = false
    /// Unqualified: everything must be validated before use.
    var noCache = false
    /// `no-cache="a, b"`: those fields must not be reused without validation (§5.2.2.4).
    var noCacheFields: [String] = []
    var mustRevalidate = false
    var mustUnderstand = false
    var isPublic = false
    var isPrivate = false
    var isImmutable = false
    var staleWhileRevalidate: Int?
    var staleIfError: Int?
    /// True with `s-maxage` or `proxy-revalidate`. They give a private cache no lifetime; they only forbid stale
    /// responses that the request does not ask for.
    var bindsSharedCaches = false
    // This directive occurs only in requests.
    var maxStale: Int?
    var minFresh: Int?
    var onlyIfCached = false

    /// §1.2.2: larger values count as this one.
    static let maximumDelta = 1 << 31

    init() {}

    init(_ fields: HTTPFields) {
        self.init(FieldList.boundedMembers(fields[values: .cacheControl]), in: fields)
    }

    /// - Parameter list: the members of `Cache-Control` in these fields.
    init(_ list: (members: [Substring], isCut: Bool), in fields: HTTPFields) {
        for member in list.members {
            let (name, argument) = Self.directive(member)
            apply(name, argument)
        }
        // The unread members may forbid anything.
        if list.isCut {
            noStore = true
            noCache = true
        }
        // §5.4: Pragma counts if there is no Cache-Control.
        if !fields.contains(.cacheControl), fields.members(.pragma).contains(where: { $0.lowercased() == "no-cache" }) {
            noCache = true
        }
    }

    // A repeated directive: the first occurrence counts (§4.2.1). An invalid lifetime counts as stale (§4.2.1).
    private mutating func apply(_ name: String, _ argument: Substring?) {
        switch name {
        case "max-age": maxAge = maxAge ?? Self.deltaSeconds(argument) ?? 0
        case "no-store": noStore = true
        case "no-cache":
            let names = argument.map { FieldList.boundedMembers([String($0)]) }
            noCacheFields += names?.members.map { $0.lowercased() } ?? []
            // An argument without a field name names nothing, one with more names than are read may name any field, and
            // one with an unterminated quote has lost its end: in each case the directive applies to the whole
            // response.
            let isWhole = argument.map { !$0.utf8.contains(UInt8(ascii: "\"")) } ?? false
            noCache = noCache || !isWhole || names?.members.isEmpty ?? true || names?.isCut ?? false
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": isPublic = true
        case "private": isPrivate = true
        case "immutable": isImmutable = true
        case "stale-while-revalidate": staleWhileRevalidate = staleWhileRevalidate ?? Self.deltaSeconds(argument)
        case "stale-if-error": staleIfError = staleIfError ?? Self.deltaSeconds(argument)
        case "s-maxage", "proxy-revalidate": bindsSharedCaches = true
        // §5.2.1.2: without an argument any staleness is accepted.
        case "max-stale": maxStale = maxStale ?? (argument == nil ? Self.maximumDelta : Self.deltaSeconds(argument))
        case "min-fresh": minFresh = minFresh ?? Self.deltaSeconds(argument)
        case "only-if-cached": onlyIfCached = true
        default: break
        }
    }

    /// Token and quoted forms of an argument mean the same (§5.2).
    private static func directive(_ member: Substring) -> (name: String, argument: Substring?) {
        guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (member.lowercased(), nil) }
        let argument = member[member.utf8.index(after: equals)...]
        return (member[..<equals].lowercased(), FieldList.unquoted(argument))
    }

    /// Returns a span of time in seconds, from 0 to `maximumDelta`; 0 for text that is not a number.
    static func wholeSeconds(_ seconds: Double) -> Int {
        guard seconds > 0 else { return 0 }
        return Int(min(seconds, Double(maximumDelta)))
    }

    /// Reads decimal digits only (§1.2.2).
    static func deltaSeconds(_ text: Substring?) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        var seconds = 0
        for byte in text.utf8 {
            guard byte.isASCIIDigit else { return nil }
            seconds = min(seconds * 10 + Int(byte - UInt8(ascii: "0")), maximumDelta)
        }
        return seconds
    }
}
