/// A piece of JSON (RFC 8259). Objects keep their members in order; of two members with one name the first counts.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    /// As written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Equatable {
        let name: String
        let value: JSONValue
    }

    subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A string, or a number as written: ids may be both.
    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let digits): digits
        default: nil
        }
    }

    /// A number, or a string that is one.
    var double: Double? {
        text.flatMap { Double($0) }
    }
}
