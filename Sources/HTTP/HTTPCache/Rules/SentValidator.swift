package import HTTPTypes

/// The validators that requests may carry.
extension HTTPFields {
    /// Maximum length of a validator that is sent back, in bytes (4 KiB): many servers accept 8 KiB of a request's head,
    /// and answer a longer one with 431 (RFC 6585 §5).
    package static let maximumValidatorLength = 4 << 10

    /// An `ETag` or `Last-Modified` that may be sent back; nil without one, or if it is too long.
    package func validator(_ name: HTTPField.Name) -> String? {
        validatorField(name)?.value
    }

    func validatorField(_ name: HTTPField.Name) -> HTTPField? {
        guard let field = firstField(name) else { return nil }
        let length = field.withUnsafeBytesOfValue { $0.count }
        return length <= Self.maximumValidatorLength ? field : nil
    }
}
