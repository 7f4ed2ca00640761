internal import ContentCoding
public import HTTPTypes

/// A response that is to be stored, or was: head, body as coded on the wire, and what the app keeps with it.
public struct CachedResponse: Sendable, Equatable {
    public var head: HTTPResponse
    public var body: [UInt8]
    public var userInfo: [String: String]
    public var storagePolicy: StoragePolicy
    /// Whether this is a new head for a body that is stored already; `body` is empty then.
    public let isUpdate: Bool

    /// Where a response may be kept.
    public enum StoragePolicy: UInt8, Sendable, CaseIterable {
        case allowed, allowedInMemoryOnly, notAllowed
    }

    public init(
        head: HTTPResponse, body: [UInt8], userInfo: [String: String] = [:], storagePolicy: StoragePolicy = .allowed
    ) {
        self.init(head: head, body: body, userInfo: userInfo, storagePolicy: storagePolicy, isUpdate: false)
    }

    init(
        head: HTTPResponse, body: [UInt8], userInfo: [String: String], storagePolicy: StoragePolicy, isUpdate: Bool
    ) {
        self.head = head
        self.body = body
        self.userInfo = userInfo
        self.storagePolicy = storagePolicy
        self.isUpdate = isUpdate
    }

    /// The first bytes of the body once its content codings are undone: about `count`, fewer where it ends or can't be decoded.
    public func decodedPrefix(_ count: Int) -> [UInt8] {
        guard let codings = try? Coding.list(head.headerFields[values: .contentEncoding]) else { return [] }
        let decoder = ContentDecoder(codings, limit: min(max(count, 1), 1 << 40) + (16 << 20))
        var prefix: [UInt8] = []
        var offset = 0
        while prefix.count < count, offset < body.count {
            let piece = Array(body[offset..<min(offset + 512, body.count)])
            guard let decoded = try? decoder.decode(piece) else { break }
            prefix += decoded
            offset += piece.count
        }
        return Array(prefix.prefix(count))
    }
}
