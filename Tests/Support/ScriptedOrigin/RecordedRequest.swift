/// A request as it stood on the wire.
package struct RecordedRequest: Sendable {
    /// In the order of arrival, from 1.
    package let number: Int
    /// The connection that it came on, from 1.
    package let connection: Int
    /// The address that it came to.
    package let address: String
    package let method: String
    /// As sent: a path and query, or the whole address where the origin plays a proxy.
    package let target: String
    /// In order, names as sent, repeated ones repeated.
    package let fields: [RawField]
    package let body: [UInt8]

    /// The target's path, without query.
    package var path: String {
        let afterScheme = target.firstRange(of: "://").map { target[$0.upperBound...] }
        let path = afterScheme.map { rest in rest.firstIndex(of: "/").map { rest[$0...] } ?? "/" } ?? target[...]
        return String(path.prefix { $0 != "?" })
    }

    /// The values of all fields of that name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// The values of that name joined by ", "; nil where there is none.
    package subscript(_ name: String) -> String? {
        let values = values(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

/// A header field, byte for byte: each character of the value stands for one byte (Latin-1).
package struct RawField: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
