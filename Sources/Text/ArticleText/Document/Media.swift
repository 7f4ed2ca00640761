import Markup

/// Media that a terminal cannot play, as a line with its kind and address: "video: address".
struct Media {
    let reference: String

    /// Reads the element that `tag` began; `contentEnd` is the end of its content, if it has any.
    init?(_ tag: StartTag, _ scanner: inout MarkupScanner, contentEnd: Int?) {
        var found = Self.reference(tag, &scanner)
        var inside = scanner
        while found == nil, let contentEnd, inside.position < contentEnd, let token = inside.next() {
            guard case .startTag(let inner) = token, Self.sources.contains(inside.lowercasedName(inner.name)) else {
                continue
            }
            found = Self.reference(inner, &inside)
        }
        guard let found else { return nil }
        reference = found
    }

    private static func reference(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        for name: StaticString in ["src", "data-src", "data"] {
            if let reference = scanner.attribute(name, of: tag), !reference.isEmpty { return reference }
        }
        return nil
    }

    private static let sources: Set<String> = ["source", "embed", "iframe"]

    /// Players are pages; the host shows what they play.
    static func label(of address: String, otherwise label: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let host = parts.count > 1 ? parts[1] : ""
        let player = players.first { $0.hosts.contains { host == $0 || host.hasSuffix("." + $0) } }
        return player?.label ?? label
    }

    private static let players: [(label: String, hosts: [String])] = [
        ("video", ["youtube.com", "youtube-nocookie.com", "vimeo.com", "dailymotion.com", "twitch.tv", "ted.com"]),
        ("audio", ["soundcloud.com", "bandcamp.com", "spotify.com", "podcasts.apple.com", "mixcloud.com"]),
    ]
}
