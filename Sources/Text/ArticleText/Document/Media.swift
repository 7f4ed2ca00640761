import Basics
import Markup

/// Media that a terminal cannot play, as one line with kind, title and host: "video: How ferries work (youtube.com)".
struct Media {
    let reference: String
    /// The element's title; empty if it has none.
    let title: String

    /// Reads the element that `tag` began; `contentEnd` is the end of its content, if it has content.
    init?(_ tag: StartTag, _ scanner: inout MarkupScanner, contentEnd: Int?) {
        var found = Self.reference(tag, &scanner)
        var inside = scanner
        let isFrame = scanner.lowercasedName(tag.name) == "iframe"
        while found == nil, let contentEnd, inside.position < contentEnd, let token = inside.next() {
            guard case .startTag(let inner) = token else { continue }
            let name = inside.lowercasedName(inner.name)
            if Self.sources.contains(name) { found = Self.reference(inner, &inside) }
            // Feeds of Medium have an empty frame around the address of code that another site keeps.
            if isFrame, name == "a" { found = inside.attribute("href", of: inner).flatMap { $0.isEmpty ? nil : $0 } }
        }
        guard let found else { return nil }
        reference = Self.framed(found) ?? found
        let named = scanner.attribute("title", of: tag) ?? scanner.attribute("aria-label", of: tag)
        title = WhiteSpace.collapsed(named ?? "")
    }

    private static func reference(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        for name: StaticString in ["src", "data-src", "data-lazy-src", "data"] {
            guard let reference = scanner.attribute(name, of: tag), !reference.isEmpty else { continue }
            // A frame that a script loads later begins with a blank page or picture.
            if !reference.hasPrefix("about:"), !reference.hasPrefix("data:") { return reference }
        }
        return video(tag, &scanner)
    }

    /// Returns the address of the video that `lite-youtube` and `amp-youtube` name by its id.
    private static func video(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        guard scanner.lowercasedName(tag.name).hasSuffix("-youtube"),
            let id = scanner.attribute("videoid", of: tag) ?? scanner.attribute("data-videoid", of: tag),
            !id.isEmpty, id.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) })
        else { return nil }
        return "https://www.youtube.com/watch?v=" + id
    }

    /// Returns the address that a frame of Embedly shows, taken from its query, since the frame's own address says
    /// nothing (Medium's embeds).
    private static func framed(_ reference: String) -> String? {
        guard reference.contains("//cdn.embedly.com/") else { return nil }
        let query = reference.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        guard let field = query.split(separator: "&").first(where: { $0.hasPrefix("url=") }),
            let address = String(validating: PercentEncoding.decoded(field.dropFirst(4)), as: UTF8.self),
            WebAddress.isHTTP(address)
        else { return nil }
        return SafeText.line(address)
    }

    /// Returns the page of a gist, if the script puts the code of one in its own place; nil for other scripts.
    static func gist(_ tag: StartTag, _ scanner: inout MarkupScanner) -> String? {
        guard let source = scanner.attribute("src", of: tag), source.contains("//gist.github.com/"),
            let end = source.firstRange(of: ".js")
        else { return nil }
        return String(source[..<end.lowerBound])
    }

    private static let sources: Set<String> = ["source", "embed", "iframe"]

    /// Returns the title, or else the file's name, followed by the host: a raw address is longer and says less.
    func words(at address: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count > 1, address.contains("://") else { return title.isEmpty ? address : title }
        let host = parts[1].hasPrefix("www.") ? String(parts[1].dropFirst(4)) : String(parts[1])
        let path = (parts.count > 2 ? parts[2] : "").prefix { $0 != "?" && $0 != "#" }
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        let name = title.isEmpty ? (Self.isFileName(file) ? file : "") : title
        return name.isEmpty ? host : "\(name.prefix(Self.maximumTitleLength)) (\(host))"
    }

    private static let maximumTitleLength = 200

    /// True for `storm.webm`. The paths of web players contain numbers and codes instead of a name.
    private static func isFileName(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), name.count <= 60 else { return false }
        return 2...4 ~= name[dot...].dropFirst().count && dot != name.startIndex && !name.contains("%")
    }

    /// Returns the label for an address. Players are web pages, so the host determines the label.
    static func label(of address: String, otherwise label: String) -> String {
        let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let host = parts.count > 1 ? parts[1] : ""
        let player = players.first { $0.hosts.contains { host == $0 || host.hasSuffix("." + $0) } }
        return player?.label ?? label
    }

    /// True for the labels of videos and recordings.
    static func isPlayable(_ label: String) -> Bool {
        label == "video" || label == "audio"
    }

    /// True for an element that plays a video or a recording, and for the frame of a player on another site.
    static func isPlayer(_ tag: StartTag, _ name: ShortName, _ scanner: inout MarkupScanner) -> Bool {
        guard case .media(let label)? = ElementRole.role(of: name) else { return false }
        guard !isPlayable(label), let reference = reference(tag, &scanner) else { return isPlayable(label) }
        let address = framed(reference) ?? reference
        return isPlayable(Self.label(of: address.hasPrefix("//") ? "https:" + address : address, otherwise: label))
    }

    private static let players: [(label: String, hosts: [String])] = [
        (
            "video",
            [
                "youtube.com", "youtube-nocookie.com", "vimeo.com", "dailymotion.com", "twitch.tv", "ted.com",
                "brightcove.net", "loom.com", "rumble.com", "streamable.com", "tiktok.com", "wistia.net",
            ]
        ),
        (
            "audio",
            [
                "soundcloud.com", "bandcamp.com", "spotify.com", "podcasts.apple.com", "mixcloud.com", "acast.com",
                "anchor.fm", "buzzsprout.com", "deezer.com", "megaphone.fm", "podbean.com", "podigee.io",
                "simplecast.com", "transistor.fm",
            ]
        ),
    ]
}
