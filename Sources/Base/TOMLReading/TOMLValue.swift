/// A value of a TOML document.
package enum TOMLValue: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time, or both, as written.
    case moment(String)
    case array([TOMLValue])
    case table(TOMLTable)

    package var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    package var moment: String? {
        if case .moment(let text) = self { return text }
        return nil
    }

    package var int: Int? {
        if case .integer(let number) = self { return number }
        return nil
    }

    package var bool: Bool? {
        if case .boolean(let value) = self { return value }
        return nil
    }

    package var array: [TOMLValue]? {
        if case .array(let values) = self { return values }
        return nil
    }

    package var table: TOMLTable? {
        if case .table(let table) = self { return table }
        return nil
    }
}

/// A position in a document. Lines and columns count from 1; columns count Unicode scalars.
package struct TOMLPosition: Equatable, Sendable {
    package var line: Int
    package var column: Int
}

/// The first fault of a document.
package struct TOMLSyntaxError: Error, Equatable, Sendable {
    package var position: TOMLPosition
    package var message: String
}

extension TOMLSyntaxError {
    /// Returns the beginning of a text in quotation marks, without control characters.
    static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 }
        return "“\(String(String.UnicodeScalarView(scalars)))”"
    }
}
