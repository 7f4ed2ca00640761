/// A request as it stood on the wire.
public struct RecordedRequest: Sendable {
    /// In the order of arrival, from 1.
    public let number: Int
    /// The connection that it came on, from 1.
    public let connection: Int
    /// The address that it came to.
    public let address: String
    public let method: String
    /// As sent: a path and query, or the whole address where the origin plays a proxy.
    public let target: String
    /// In order, names as sent, repeated ones repeated.
    public let fields: [RawField]
    public let body: [UInt8]

    /// The target's path, without query.
    public var path: String {
        let afterScheme = target.firstRange(of: "://").map { target[$0.upperBound...] }
        let path = afterScheme.map { rest in rest.firstIndex(of: "/").map { rest[$0...] } ?? "/" } ?? target[...]
        return String(path.prefix { $0 != "?" })
    }

    /// The values of all fields of that name, in order.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The values of that name joined by ", "; nil where there is none.
    public subscript(_ name: String) -> String? {
        let values = values(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// A header field, byte for byte: each character of the value stands for one byte (Latin-1).
public struct RawField: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
