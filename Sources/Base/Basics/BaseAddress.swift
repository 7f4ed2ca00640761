/// An absolute address as the base of relative ones, parsed once as in RFC 3986 appendix B.
package struct BaseAddress: Sendable {
    /// With its colon.
    private let scheme: ArraySlice<UInt8>
    /// With its two slashes; empty if there is none.
    private let authority: ArraySlice<UInt8>
    private let path: ArraySlice<UInt8>
    /// With its question mark; empty if there is none.
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

    /// RFC 3986 §5.2.2; see `WebAddress.resolve(_:against:)`.
    package func resolve(_ reference: String) -> String {
        let tidied = WebAddress.tidied(reference)
        return WebAddress.scheme(of: tidied) == nil ? resolve(tidied: tidied) : tidied
    }

    /// A reference without a scheme.
    func resolve(tidied: String) -> String {
        let reference = Array(tidied.utf8)
        let end = reference.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? reference.count
        var output = Array(scheme)
        switch reference.first {
        case nil: output += authority + path + query
        case UInt8(ascii: "#"): output += authority + path + query + reference
        case UInt8(ascii: "?"): output += authority + path + reference
        case UInt8(ascii: "/") where reference.starts(with: "//".utf8): output += reference
        case UInt8(ascii: "/"): output += authority + Self.withoutDotSegments(reference[..<end]) + reference[end...]
        default: output += authority + Self.withoutDotSegments(folder + reference[..<end]) + reference[end...]
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The path up to its last slash; §5.2.3: an authority without a path has the path of one slash.
    private var folder: ArraySlice<UInt8> {
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
            return authority.isEmpty ? [] : [UInt8(ascii: "/")]
        }
        return path[...slash]
    }

    /// RFC 3986 §5.2.4.
    private static func withoutDotSegments(_ path: ArraySlice<UInt8>) -> [UInt8] {
        guard path.contains(UInt8(ascii: ".")) else { return Array(path) }
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
        return Array(kept.joined(separator: [UInt8(ascii: "/")]))
    }
}
