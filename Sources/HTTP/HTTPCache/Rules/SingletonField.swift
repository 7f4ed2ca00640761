internal import Basics
package import HTTPTypes

extension HTTPFields {
    /// Returns the value of the first line of a singleton field (RFC 9110 §5.3); later lines are ignored.
    package func first(_ name: HTTPField.Name) -> String? {
        firstField(name)?.value
    }

    /// Returns the address in a field such as Location. Its bytes reach the server as they are: bytes of a value that
    /// is not UTF-8 are percent-encoded (RFC 3986 §2.1).
    package func reference(_ name: HTTPField.Name) -> String? {
        firstField(name)?.withUnsafeBytesOfValue { bytes in
            String(validating: bytes, as: UTF8.self) ?? PercentEncoding.encoded(bytes, keeping: .visible)
        }
    }

    /// Returns the first line of a singleton field. `self[fields: name]` would make an array.
    func firstField(_ name: HTTPField.Name) -> HTTPField? {
        first { $0.name == name }
    }
}
