import Basics
import Markup

/// Recognises the address of one video, recording, message or event on another site. An article that links to one embeds
/// it, while links to the channels and profiles of a site are in its menus.
enum EmbedAddress {
    private struct Site {
        let host: StaticString
        /// The path contains one of these parts. Without any, it is only the id of a video.
        let paths: [StaticString]
    }

    /// True if the address leads to one.
    static func isOne(_ address: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard let slashes = bytes.firstRange(of: "//", in: address.prefix(maximumSchemeLength)) else { return false }
        let rest = slashes.upperBound..<address.upperBound
        guard let path = rest.first(where: { "/?#".utf8.contains(bytes[$0]) }), bytes[path] == UInt8(ascii: "/"),
            path + 1 < rest.upperBound
        else { return false }
        let host = rest.lowerBound..<path
        // Links for sharing a page have its address after the question mark.
        let end = bytes.firstIndex(of: UInt8(ascii: "?"), in: path..<rest.upperBound).map { $0 + 1 } ?? rest.upperBound
        return sites.contains { site in
            guard isHost(site.host, host, in: bytes) else { return false }
            guard !site.paths.isEmpty else { return isIdentifier(path + 1..<end, in: bytes) }
            return site.paths.contains { bytes.firstRange(of: $0, in: path..<end) != nil }
        }
    }

    /// The length of `https://`.
    private static let maximumSchemeLength = 8

    /// True for the host itself and for hosts below it.
    private static func isHost(_ name: StaticString, _ host: Range<Int>, in bytes: [UInt8]) -> Bool {
        let start = host.upperBound - name.utf8CodeUnitCount
        guard start >= host.lowerBound, bytes.hasBytes(ignoringCase: name, at: start) else { return false }
        return start == host.lowerBound || bytes[start - 1] == UInt8(ascii: ".")
    }

    /// True for a path of one part without a dot that contains a digit or a capital: `dQw4w9WgXcQ`, `76979871`.
    private static func isIdentifier(_ path: Range<Int>, in bytes: [UInt8]) -> Bool {
        let part = bytes[path].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return part.contains { $0.isASCIIDigit || 0x41...0x5A ~= $0 }
            && part.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
    }

    private static let sites = [
        Site(host: "youtube.com", paths: ["/watch?", "/shorts/", "/embed/", "/live/"]),
        Site(host: "youtu.be", paths: []),
        Site(host: "vimeo.com", paths: []),
        Site(host: "dailymotion.com", paths: ["/video/"]),
        Site(host: "ted.com", paths: ["/talks/"]),
        Site(host: "twitch.tv", paths: ["/videos/", "/clip/"]),
        Site(host: "spotify.com", paths: ["/episode/", "/track/", "/album/", "/playlist/"]),
        Site(host: "bandcamp.com", paths: ["/track/", "/album/"]),
        Site(host: "twitter.com", paths: ["/status/"]),
        Site(host: "x.com", paths: ["/status/"]),
        Site(host: "bsky.app", paths: ["/post/"]),
        Site(host: "instagram.com", paths: ["/p/", "/reel/"]),
        Site(host: "threads.net", paths: ["/post/"]),
        Site(host: "tiktok.com", paths: ["/video/"]),
        Site(host: "facebook.com", paths: ["/posts/", "/videos/", "/events/"]),
    ]
}
