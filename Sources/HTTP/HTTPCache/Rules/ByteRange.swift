internal import Basics
internal import HTTPTypes

/// The single range of a `Range: bytes=…` request (RFC 9110 §14.1.2); the origin answers lists of ranges.
enum ByteRange: Equatable, Sendable {
    case from(Int, through: Int?)
    case suffix(Int)

    /// Nil if the field is missing or not a single range of bytes.
    init?(_ fields: HTTPFields) {
        guard let value = fields.first(.range), let equals = value.firstIndex(of: "="),
            value[..<equals].lowercased() == "bytes"
        else { return nil }
        let specs = FieldList.members([String(value[value.index(after: equals)...])])
        guard specs.count == 1, let spec = specs.first, let dash = spec.firstIndex(of: "-") else { return nil }
        let first = ContentRange.position(spec[..<dash])
        let last = ContentRange.position(spec[spec.index(after: dash)...])
        switch (first, last, spec.first == "-", spec.last == "-") {
        case (nil, let length?, true, false): self = .suffix(length)
        case (let first?, nil, false, true): self = .from(first, through: nil)
        case (let first?, let last?, false, false) where first <= last: self = .from(first, through: last)
        default: return nil
        }
    }
}
