internal import Basics

/// Entity tags as opaque bytes (RFC 9110 §8.8.3). Real servers send invalid tags, without quotes or with `w/`; they are
/// kept unchanged.
enum EntityTag {
    /// Returns the members of `If-None-Match`, at most `FieldList.memberLimit`. Tags have no escapes: a backslash is an
    /// ordinary byte.
    static func list(_ values: some Sequence<String>) -> [Substring] {
        values.flatMap { value in
            var tags: [Substring] = []
            var rest = value[...].withoutOptionalWhiteSpace
            while !rest.isEmpty, tags.count < FieldList.memberLimit {
                tags.append(removeTag(&rest))
                rest = rest.withoutOptionalWhiteSpace
                // Skips characters between a tag and the next comma, which are not part of any tag.
                rest = rest.utf8.firstIndex(of: comma).map { rest[$0...].dropFirst() } ?? ""
                rest = rest.withoutOptionalWhiteSpace
            }
            return tags.filter { !$0.isEmpty }
        }
    }

    private static let comma = UInt8(ascii: ",")

    private static func removeTag(_ rest: inout Substring) -> Substring {
        let body = isWeak(rest) ? Substring(rest.utf8.dropFirst(2)) : rest
        let end: Substring.Index
        if body.utf8.first == UInt8(ascii: "\""),
            let close = body.utf8.dropFirst().firstIndex(of: UInt8(ascii: "\""))
        {
            end = rest.utf8.index(after: close)
        } else {
            end = rest.utf8.firstIndex(of: comma) ?? rest.endIndex
        }
        defer { rest = rest[end...] }
        return rest[..<end].withoutOptionalWhiteSpace
    }

    private static func isWeak(_ text: Substring) -> Bool {
        text.utf8.starts(with: "W/\"".utf8)
    }
}
