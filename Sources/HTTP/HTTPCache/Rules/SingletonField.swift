package import HTTPTypes

extension HTTPFields {
    /// The value of the first line of a singleton field (RFC 9110 §5.3); later lines are ignored.
    package func first(_ name: HTTPField.Name) -> String? {
        firstField(name)?.value
    }

    /// The first line of a singleton field. `self[fields: name]` would make an array.
    func firstField(_ name: HTTPField.Name) -> HTTPField? {
        first { $0.name == name }
    }
}
