internal import Basics
internal import HTTPTypes

/// Compares a request with the request of a stored response (RFC 9111 §4.1).
enum Vary {
    enum Match: Equatable {
        case matches
        /// `Vary: *`: the origin decides by more than the cache can see, so only the origin can confirm a match.
        case undecidable
        case differs
    }

    /// Returns the selecting fields of a request under a response's `Vary`, sorted by name.
    static func selecting(_ responseFields: HTTPFields, of request: HTTPFields) -> [SelectingField] {
        let (members, isCut) = FieldList.boundedMembers(responseFields[values: .vary])
        // With more fields than are read, only the origin can decide.
        if isCut { return [SelectingField(name: "*", value: nil)] }
        return Set(members.map { $0.lowercased() }).sorted().map { name in
            SelectingField(name: name, value: normalized(name, of: request))
        }
    }

    /// True if the selecting fields would hold the value of one of the request's `secretFields`.
    static func storesSecret(_ responseFields: HTTPFields, of request: CacheRequest) -> Bool {
        guard !request.secretFields.isEmpty else { return false }
        return selecting(responseFields, of: request.fields).contains { field in
            guard field.value != nil, let name = HTTPField.Name(field.name) else { return false }
            return request.secretFields.contains(name)
        }
    }

    static func match(_ stored: StoredResponse, _ request: HTTPFields) -> Match {
        stored.selecting.isEmpty ? .matches : match(stored.selecting, stored.fields[.contentLanguage], request)
    }

    /// - Parameter language: the response's Content-Language.
    static func match(
        _ selecting: [SelectingField], _ language: @autoclosure () -> String?, _ request: HTTPFields
    ) -> Match {
        var match = Match.matches
        for field in selecting {
            if field.name == "*" {
                match = .undecidable
            } else if normalized(field.name, of: request) != field.value,
                !preferred(field.name, of: request, language())
            {
                return .differs
            }
        }
        return match
    }

    /// §4.1: lines are combined and white space is removed; in `Accept*` neither order nor case has a meaning.
    private static func normalized(_ name: String, of request: HTTPFields) -> String? {
        guard let name = HTTPField.Name(name), request.contains(name) else { return nil }
        let (members, isCut) = FieldList.boundedMembers(request[values: name])
        // A list with more members than are read is compared as text, since two lists may differ only in their unread
        // members.
        if isCut { return request[values: name].joined(separator: ", ") }
        guard negotiated.contains(name) else { return members.joined(separator: ",") }
        return members.map(compact).sorted().joined(separator: ",")
    }

    /// Returns the text in lower case and without white space. It works byte by byte, because it runs several times for
    /// each request.
    private static func compact(_ member: Substring) -> String {
        String(unsafeUninitializedCapacity: member.utf8.count) { buffer in
            var count = 0
            for byte in member.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
                buffer[count] = byte.lowercasedASCII
                count += 1
            }
            return count
        }
    }

    private static let negotiated: Set<HTTPField.Name> = [.accept, .acceptLanguage, .acceptEncoding]

    /// True if the stored language is the one that the request prefers: no origin could choose better (RFC 9110
    /// §12.5.4).
    private static func preferred(_ name: String, of request: HTTPFields, _ language: String?) -> Bool {
        guard name == "accept-language", let language = language?.lowercased() else { return false }
        let (members, isCut) = FieldList.boundedMembers(request[values: .acceptLanguage])
        let ranked = members.map(LanguageRange.init)
        guard !isCut, let best = ranked.map(\.quality).max(), best > 0 else { return false }
        return ranked.filter { $0.quality == best }.map(\.tag) == [language]
    }
}

/// A request field named by `Vary`, with its normalised value; nil if the request had none.
struct SelectingField: Equatable, Sendable {
    let name: String
    let value: String?
}

/// One member of `Accept-Language`.
private struct LanguageRange {
    let tag: String
    /// In thousandths.
    let quality: Int

    init(_ member: Substring) {
        let parts = FieldList.split(member, at: UInt8(ascii: ";"))
        tag = parts.first?.lowercased() ?? ""
        let weight = parts.dropFirst().map { $0.lowercased() }.first { $0.hasPrefix("q=") }
        quality = weight.map { Self.thousandths($0.dropFirst(2)) } ?? 1000
    }

    /// Reads a weight of `0`, `1` or `0.` and digits (RFC 9110 §12.4.2); three digits count, and anything else is zero.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { $0.allSatisfy(\.isASCIIDigit) }
        guard isNumber, let whole = parts.first, whole.count == 1, let first = whole.first else { return 0 }
        guard first == UInt8(ascii: "0") else { return 1000 }
        let digits = parts.count > 1 ? parts[1].prefix(3).map { Int($0 - 0x30) } : []
        return (digits + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
    }
}
