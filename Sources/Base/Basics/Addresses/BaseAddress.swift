/// An absolute address as the base of relative ones, parsed once as in RFC 3986 appendix B.
package struct BaseAddress: Sendable {
    /// Includes the colon.
    private let scheme: ArraySlice<UInt8>
    /// Includes the two slashes; empty without an authority.
    private let authority: ArraySlice<UInt8>
    private let path: ArraySlice<UInt8>
    /// Includes the question mark; empty without a query.
    private let query: ArraySlice<UInt8>

    /// Nil if the address has no scheme.
    package init?(_ address: String) {
        let address = WebAddress.tidied(address)
        let bytes = Array(address.utf8)
        guard WebAddress.scheme(of: address) != nil, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        scheme = bytes[...colon]
        var rest = bytes[min(colon + 1, end)..<end]
        if rest.starts(with: "//".utf8) {
            let afterSlashes = rest.dropFirst(2)
            let pathStart =
                afterSlashes.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            authority = rest[..<pathStart]
            rest = rest[pathStart...]
        } else {
            authority = []
        }
        path = rest.prefix { $0 != UInt8(ascii: "?") }
        query = rest[path.endIndex...]
    }

    /// Resolves a reference by RFC 3986 §5.2.2; see `WebAddress.resolve(_:against:)`.
    package func resolve(_ reference: String) -> String {
        let tidied = WebAddress.tidied(reference)
        return WebAddress.scheme(of: tidied) == nil ? resolve(tidied: tidied) : tidied
    }

    /// Resolves a reference without a scheme.
    func resolve(tidied: String) -> String {
        let reference = Array(tidied.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(scheme.count + authority.count + path.count + query.count + reference.count + 1)
        output += scheme
        guard !reference.starts(with: "//".utf8) else {
            output += reference
            return String(decoding: output, as: UTF8.self)
        }
        output += authority
        let end = reference.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? reference.count
        output += path(to: reference[..<end])
        if end == 0, reference.first != UInt8(ascii: "?") { output += query }
        output += reference[end...]
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns the path that a reference resolves to if it has this path and no authority.
    private func path(to reference: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        switch reference.first {
        case nil: path
        case UInt8(ascii: "/"): Self.withoutDotSegments(reference)
        default: Self.withoutDotSegments(folder + reference)
        }
    }

    /// The path up to its last slash; §5.2.3: an authority without a path has the path of one slash.
    private var folder: ArraySlice<UInt8> {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return authority.isEmpty ? [] : [UInt8(ascii: "/")]
        }
        return path[...slash]
    }

    /// Removes dot segments by RFC 3986 §5.2.4.
    private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard hasDotSegment(path) else { return path }
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isUp = segment.elementsEqual("..".utf8)
            if isUp, kept.count > 1 || kept.first?.isEmpty == false { kept.removeLast() }
            guard isUp || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            if index == segments.count - 1 { kept.append([]) }
        }
        return Array(kept.joined(separator: [UInt8(ascii: "/")]))[...]
    }

    private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
        var isSegmentStart = true
        for index in path.indices {
            if isSegmentStart, path[index] == UInt8(ascii: ".") {
                let dots = path[index...].prefix(3).prefix { $0 == UInt8(ascii: ".") }
                let isEnd = dots.endIndex == path.endIndex || path[dots.endIndex] == UInt8(ascii: "/")
                if dots.count <= 2, isEnd { return true }
            }
            isSegmentStart = path[index] == UInt8(ascii: "/")
        }
        return false
    }
}
