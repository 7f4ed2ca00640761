package import HTTPTypes

/// The validators that requests may carry.
extension HTTPFields {
    /// Maximum length of a validator that is sent back, in bytes (4 KiB): many servers accept 8 KiB of a request's head,
    /// and answer a longer one with 431 (RFC 6585 §5).
    static let maximumValidatorLength = 4 << 10

    /// Returns an `ETag` or `Last-Modified` that may be sent back; nil without one, or if it is too long or names no
    /// version: as a condition `*` means any version (RFC 9110 §13.1.2), and the server would answer 304 forever.
    package func validator(_ name: HTTPField.Name) -> String? {
        validatorField(name)?.value
    }

    func validatorField(_ name: HTTPField.Name) -> HTTPField? {
        guard let field = firstField(name) else { return nil }
        let maySend = field.withUnsafeBytesOfValue { value in
            (1...Self.maximumValidatorLength).contains(value.count) && !value.elementsEqual("*".utf8)
        }
        return maySend ? field : nil
    }
}
