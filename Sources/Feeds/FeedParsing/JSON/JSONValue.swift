/// A JSON value (RFC 8259). Objects keep their members in order; the first of two with one name counts.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written in the document.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Equatable, Sendable {
        let name: String
        let value: JSONValue
    }

    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A string, or a number as it is written: ids may be either.
    package var text: String? {
        switch self {
        case .string(let text): text
        case .number(let digits): digits
        default: nil
        }
    }

    /// A number, or a string that holds a number.
    package var double: Double? {
        text.flatMap { Double($0) }
    }
}
