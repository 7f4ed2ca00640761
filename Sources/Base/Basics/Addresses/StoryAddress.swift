/// The form of an address that is equal for all links to the same page: without scheme, `www.`, fragment and the
/// parameters that only count visitors, and with the target of a known redirecting service in its place.
package enum StoryAddress {
    /// Nil if the address does not name a single page: another scheme, or only a host.
    package static func of(_ address: String) -> String? {
        guard var parts = Parts(address) else { return nil }
        for _ in 0..<maximumRedirects {
            guard let target = target(of: parts) else { break }
            parts = target
        }
        let path = parts.path.droppingSlashes.withPlainLetters
        guard !parts.query.isEmpty else { return path.isEmpty ? nil : parts.host + path }
        let query = parts.query.filter { !isTracking($0) }.sorted().joined(separator: "&")
        guard !path.isEmpty || !query.isEmpty else { return nil }
        return parts.host + path + (query.isEmpty ? "" : "?" + query)
    }

    /// Maximum nesting of redirecting services.
    private static let maximumRedirects = 3

    // MARK: - Parameters that only count visitors

    private static let trackingPrefixes = ["utm_", "at_", "ns_", "mc_", "pk_", "mtm_", "hsa_"]
    private static let trackingNames: Set<String> = [
        "fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "twclid", "wt_mc", "cmp", "cmpid", "ocid", "ftag",
        "smid", "taid", "ref_src", "ncid", "sr_share", "feature",
    ]
    /// Parameters that count visitors only if their value says that the visitor comes from a feed.
    private static let sourceNames: Set<String> = [
        "ref", "source", "src", "from", "via", "medium", "campaign", "partner", "traffic_source", "xtor", "rss",
    ]

    private static func isTracking(_ parameter: Substring) -> Bool {
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].lowercased()
        if trackingNames.contains(name) || trackingPrefixes.contains(where: name.hasPrefix) { return true }
        guard sourceNames.contains(name) else { return false }
        let value = parts.count > 1 ? parts[1].lowercased() : ""
        return value.isEmpty || value.hasPrefix("rss") || value.hasPrefix("feed") || value.hasPrefix("atom")
    }

    // MARK: - Redirecting services

    /// Services whose addresses hold the target: the host, the path and the parameter.
    private static let redirects: [(host: String, path: String, parameter: String)] = [
        ("google.com", "/url", "url"), ("google.com", "/url", "q"),
        ("l.facebook.com", "/l.php", "u"), ("out.reddit.com", "/", "url"), ("t.umblr.com", "/redirect", "z"),
        ("steamcommunity.com", "/linkfilter", "url"), ("youtube.com", "/redirect", "q"),
    ]

    private static func target(of parts: Parts) -> Parts? {
        guard !parts.query.isEmpty else { return nil }
        for service in redirects where service.host == parts.host && parts.path.hasPrefix(service.path) {
            let name = service.parameter + "="
            guard let value = parts.query.first(where: { $0.hasPrefix(name) })?.dropFirst(name.count),
                let target = Parts(String(decoding: PercentEncoding.decoded(value), as: UTF8.self))
            else { continue }
            return target
        }
        return nil
    }

    /// The parts of a web address.
    private struct Parts {
        var host: String
        var path: Substring
        var query: [Substring] = []

        init?(_ address: String) {
            guard WebAddress.isHTTP(address), let authority = ShownAddress.authority(of: address) else { return nil }
            host = Self.host(of: ShownAddress.hostAndPort(of: authority))
            var rest = address[authority.endIndex...]
            let (question, end) = rest.withUTF8 { bytes in
                let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
                return (bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end, end)
            }
            let pathEnd = rest.utf8.index(rest.startIndex, offsetBy: question)
            path = rest[..<pathEnd]
            guard question < end else { return }
            let queryEnd = rest.utf8.index(rest.startIndex, offsetBy: end)
            query = rest[pathEnd..<queryEnd].utf8.dropFirst().split(separator: UInt8(ascii: "&")).map { Substring($0) }
        }

        /// Returns the host in lower case, without a standard port and the labels `www` and `m`.
        private static func host(of text: Substring) -> String {
            var host = text.lowercased()
            return host.withUTF8 { bytes in
                var bytes = bytes[...]
                for port in [":80", ":443"] where bytes.suffix(port.utf8.count).elementsEqual(port.utf8) {
                    bytes = bytes.dropLast(port.utf8.count)
                }
                for label in ["www.", "m."] where bytes.starts(with: label.utf8) {
                    bytes = bytes.dropFirst(label.utf8.count)
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}

extension Substring {
    /// The path without slashes at its end.
    fileprivate var droppingSlashes: Substring {
        var bytes = utf8
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return Substring(bytes)
    }

    /// The path in its decoded letters: programs write `é` as itself, `%C3%A9` or `%c3%a9` (RFC 3987 §3.1). Encoded
    /// characters that would divide the address stay as they are (RFC 3986 §2.2). Unchanged if it does not decode to
    /// text.
    fileprivate var withPlainLetters: Substring {
        var path = self
        guard path.withUTF8({ $0.contains(UInt8(ascii: "%")) }),
            let text = String(validating: PercentEncoding.decoded(self, except: "/?#%"), as: UTF8.self)
        else { return self }
        return Substring(text)
    }
}
