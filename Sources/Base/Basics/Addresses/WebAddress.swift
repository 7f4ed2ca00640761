/// Addresses in feeds and pages, resolved by RFC 3986 §5 over bytes: an unreadable address stays unchanged.
package enum WebAddress {
    /// Resolves `reference` against `base`. Both are trimmed; blanks become `%20`, and control characters are dropped.
    ///
    /// Without a usable base the reference is returned unchanged. An empty reference is the base (RFC 3986 §4.4).
    package static func resolve(_ reference: String, against base: String?) -> String {
        let reference = tidied(reference)
        guard scheme(of: reference) == nil, let base = base.flatMap(BaseAddress.init) else { return reference }
        return base.resolve(tidied: reference)
    }

    /// Returns the scheme in lower case, if the address has one.
    package static func scheme(of address: String) -> String? {
        var address = address
        return address.withUTF8 { bytes in
            guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[0].isASCIILetter else {
                return nil
            }
            let scheme = bytes[..<colon]
            guard scheme.allSatisfy(\.isPartOfScheme) else { return nil }
            let text = String(decoding: scheme, as: UTF8.self)
            return scheme.contains { $0 &- 0x41 < 26 } ? text.lowercased() : text
        }
    }

    /// True if the address begins with `http://` or `https://`, in any letter case (RFC 3986 §3.1).
    package static func isHTTP(_ address: String) -> Bool {
        var address = address
        // Compares bytes, since every frame checks each link on the screen.
        return address.withUTF8 { begins($0, with: "http://") || begins($0, with: "https://") }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with scheme: StaticString) -> Bool {
        guard bytes.count > scheme.utf8CodeUnitCount else { return false }
        // With the lower-case bit set, two control characters would equal `:` and `/`.
        return (0..<scheme.utf8CodeUnitCount).allSatisfy {
            bytes[$0] > 0x20 && bytes[$0] | 0x20 == scheme.utf8Start[$0]
        }
    }

    /// True if the address has a host after its `://`, and a port from 1 to 65,535 or none.
    package static func hasHost(_ address: String) -> Bool {
        let authority = ShownAddress.authority(of: address).map(ShownAddress.hostAndPort) ?? ""
        // The colons within brackets are an IPv6 address's.
        let isBracketed = authority.hasPrefix("[")
        let afterHost = isBracketed ? authority.drop { $0 != "]" }.dropFirst() : authority.drop { $0 != ":" }
        guard isBracketed ? authority.contains("]") : afterHost.count < authority.count else { return false }
        // RFC 3986 §3.2.3: the port after the colon may be missing.
        guard let colon = afterHost.first, afterHost != ":" else { return true }
        let port = afterHost.dropFirst()
        return colon == ":" && port.allSatisfy { $0.isASCII && $0.isNumber } && (UInt16(port) ?? 0) > 0
    }

    /// True if following the address would run something instead of showing it; `java\nscript:` counts as
    /// `javascript:`.
    package static func isScript(_ address: String) -> Bool {
        let address = tidied(address)
        return switch scheme(of: address) {
        case "javascript", "vbscript": true
        case "data": !address.utf8.dropFirst(5).starts(with: "image".utf8)
        default: false
        }
    }

    static func tidied(_ address: String) -> String {
        var address = address
        let isTidy = address.withUTF8 { bytes in bytes.allSatisfy { $0 > UInt8(ascii: " ") } }
        guard !isTidy else { return address }
        let bytes = Array(address.utf8)
        var output: [UInt8] = []
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }
        let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0
        for byte in bytes[..<end].drop(while: isSpace) {
            switch byte {
            case UInt8(ascii: " "): output.append(contentsOf: "%20".utf8)
            case 0x00...0x1F: break
            default: output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension String {
    /// The address without its fragment, which is never sent (RFC 9110 §7.1).
    package var withoutFragment: String {
        String(prefix { $0 != "#" })
    }

    /// The address without slashes at its end.
    package var withoutFinalSlashes: String {
        var address = self
        while address.hasSuffix("/") { address.removeLast() }
        return address
    }

    /// The address without its query and its fragment (RFC 3986 §3).
    package var withoutQuery: Substring {
        prefix { $0 != "?" && $0 != "#" }
    }
}

extension Substring {
    /// The address after its first `://`; the whole address without one.
    package var withoutScheme: Substring {
        firstRange(of: "://").map { self[$0.upperBound...] } ?? self
    }
}

extension UInt8 {
    /// RFC 3986 §3.1.
    fileprivate var isPartOfScheme: Bool {
        isASCIILetter || isASCIIDigit || "+-.".utf8.contains(self)
    }
}
