/// What a response is stored under: its address, and for POST, where the caller opts in, the digest of the request's body.
struct CacheKey: Hashable, Sendable {
    let text: String

    init(_ address: WebAddress) {
        text = address.text
    }

    init(_ address: WebAddress, method: String, body: [UInt8]) {
        let digest = BodyDigest(of: body)
        text = "\(method) \(digest) \(address.text)"
    }

    /// As it was stored.
    init(stored text: String) {
        self.text = text
    }

    /// What the disk tier looks up; equal for different keys once in a blue moon, so the text is compared too.
    var hash: Int64 {
        var text = text
        return text.withUTF8 { Int64(bitPattern: BodyDigest(of: UnsafeRawBufferPointer($0)).low) }
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
