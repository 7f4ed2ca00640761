internal import HTTPTypes

/// The key of a stored response: its address. A request with its own Host field adds the digest of the host; a POST
/// whose caller asks for that adds the digests of its body and of the fields about it.
struct CacheKey: Hashable, Sendable {
    let text: String

    init(_ address: HTTPAddress) {
        text = address.text
    }

    init(_ address: HTTPAddress, method: String, parts: [[UInt8]]) {
        let digests = parts.map { BodyDigest(of: $0).description }.joined(separator: " ")
        text = "\(method) \(digests) \(address.text)"
    }

    /// The key as stored.
    init(stored text: String) {
        self.text = text
    }

    /// The disk tier's index. Different keys may share a hash, so the text is compared too.
    ///
    /// The upper half depends on the address only, so all keys of one address are adjacent.
    var hash: Int64 {
        let whole = Self.digest(text)
        return Int64(bitPattern: isKeyedByBody ? Self.digest(url) & Self.upper | whole & ~Self.upper : whole)
    }

    /// The hashes of all keys of this key's address.
    var hashesOfAddress: ClosedRange<Int64> {
        let address = Self.digest(url) & Self.upper
        return Int64(bitPattern: address)...Int64(bitPattern: address | ~Self.upper)
    }

    private static let upper: UInt64 = 0xffff_ffff_0000_0000

    private static func digest(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { BodyDigest(of: UnsafeRawBufferPointer($0)).low }
    }

    /// Addresses have no spaces.
    var isKeyedByBody: Bool {
        text.utf8.contains(UInt8(ascii: " "))
    }

    var method: String {
        guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")) else { return "GET" }
        return String(text[..<space])
    }

    /// The address alone.
    var url: String {
        guard let space = text.utf8.lastIndex(of: UInt8(ascii: " ")) else { return text }
        return String(text[text.utf8.index(after: space)...])
    }
}

extension CacheRequest {
    /// GET and HEAD, and POST if its body is part of the key.
    var isCacheable: Bool { method == .get || method == .head || (method == .post && keyedByBody) }

    /// The key of its response; nil for an invalid address.
    var key: CacheKey? {
        HTTPAddress(url).map { key(at: $0) }
    }

    /// Equal bytes of another type or coding, or for another host, are another request.
    func key(at address: HTTPAddress) -> CacheKey {
        guard keyedByBody, method == .post else { return CacheKey(address, fields) }
        let named = address.target(named: fields).map { "\($0)\n" } ?? ""
        let about = [HTTPField.Name.contentType, .contentEncoding].flatMap { name in
            fields[values: name].map { "\(name.canonicalName): \($0)\n" }
        }
        let others = Array((named + about.joined()).utf8)
        return CacheKey(address, method: method.rawValue, parts: [body ?? []] + (others.isEmpty ? [] : [others]))
    }
}
