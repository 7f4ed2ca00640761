/// A request as sent over the wire.
package struct RecordedRequest: Sendable {
    /// The number of the request in the order of arrival, from 1.
    package let number: Int
    /// The number of its connection, from 1.
    package let connection: Int
    /// The address that received it.
    package let address: String
    package let method: String
    /// The target as sent: a path and query, or the complete address if the origin acts as a proxy.
    package let target: String
    /// The fields in order, with names and repetitions as they were sent.
    package let fields: [RawField]
    package let body: [UInt8]

    /// The target's path, without the query.
    package var path: String {
        let afterScheme = target.firstRange(of: "://").map { target[$0.upperBound...] }
        let path = afterScheme.map { rest in rest.firstIndex(of: "/").map { rest[$0...] } ?? "/" } ?? target[...]
        return String(path.prefix { $0 != "?" })
    }

    /// Returns the values of all fields with this name, in order.
    package func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }

    /// Returns the values of this name joined by ", "; nil if there is none.
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
