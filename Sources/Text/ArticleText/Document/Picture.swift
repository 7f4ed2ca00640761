import Basics
import Markup

/// The attributes of an `img` that describe its picture.
struct Picture {
    enum Use: Equatable {
        /// A tracking pixel, a placeholder, or a picture without content.
        case nothing
        /// Replaces a character, as an emoji or a formula does.
        case text(String)
        case picture(alternative: String, reference: String?)
    }

    /// Up to this width and height, in pixels, a picture is part of the line, like a letter.
    private static let maximumLetterSize = 24
    /// Minimum length of a picture's `data:` address: a shorter one is a blank placeholder for a picture that is loaded
    /// later.
    private static let minimumEmbeddedLength = 1_024
    private static let fullyNamed = 3

    private let reference: String?
    /// The address to show and its width, if `srcset` names one that fits better than `src`.
    let fitting: (address: String, width: Int)?
    /// The size in the markup, in pixels.
    let width: Int?
    let height: Int?
    private let isEmbedded: Bool
    private var alternative: String
    private let title: String
    private let isPixel: Bool
    /// True if the tag has only a stand-in for a picture that a script loads, and does not say which.
    private let isPlaceholder: Bool
    private let isCharacter: Bool
    /// True for the portrait of a user, beside the name.
    private let isAvatar: Bool

    init(_ tag: StartTag, _ scanner: inout MarkupScanner) {
        func attribute(_ name: StaticString) -> String? {
            scanner.attribute(name, of: tag).flatMap { $0.isEmpty ? nil : $0 }
        }
        let kind = Array((attribute("class") ?? "").utf8)
        let isLazy =
            kind.firstRange(of: "lazy", in: kind.indices) != nil || attribute("data-lazy-src") != nil
            || attribute("data-lazy-srcset") != nil
        let addresses = Self.addresses(attribute, isLazy: isLazy)
        reference = addresses.reference
        fitting = addresses.fitting
        isEmbedded = attribute("src").map { Self.isData($0) && $0.utf8.count >= Self.minimumEmbeddedLength } ?? false
        alternative = Self.line(attribute("alt") ?? "")
        title = Self.line(attribute("title") ?? "")
        width = attribute("width").flatMap(Self.pixels)
        height = attribute("height").flatMap(Self.pixels)
        isPixel = (width ?? 2) <= 1 || (height ?? 2) <= 1
        isPlaceholder = addresses.isPlaceholder
        isAvatar = kind.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("avatar".utf8) }
        isCharacter =
            Self.characterKinds.contains { kind.firstRange(of: $0, in: kind.indices) != nil }
            || (max(width ?? .max, height ?? .max) <= Self.maximumLetterSize)
    }

    /// Returns a description as one line. Galleries and tooltips write HTML in it.
    private static func line(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")), PlainText.looksLikeHTML(Array(text.utf8)) else {
            return WhiteSpace.collapsed(text)
        }
        return PlainText.line(html: Array(text.utf8))
    }

    /// Returns the address, and a better one from `srcset`. Pages that load pictures lazily keep both in other
    /// attributes; `src` is then missing or embedded, or a blank picture or a preview, which its name or the class
    /// reveals.
    private static func addresses(
        _ attribute: (StaticString) -> String?, isLazy: Bool
    ) -> (reference: String?, fitting: (address: String, width: Int)?, isPlaceholder: Bool) {
        let source = attribute("src").flatMap { isData($0) ? nil : $0 }
        let ownSet = attribute("srcset").flatMap { isData($0) ? nil : $0 }
        let lateSet = attribute("data-srcset") ?? attribute("data-lazy-srcset")
        let isBlank = source.map(Self.isBlank) ?? true
        guard isBlank || isLazy else { return (source, (ownSet ?? lateSet).flatMap { SourceSet($0).fitting }, false) }
        let set = (lateSet ?? ownSet).map(SourceSet.init)
        // Scripts complete an address such as `photo_{width}x.jpg`.
        let late = (attribute("data-src") ?? attribute("data-original") ?? attribute("data-lazy-src"))
            .flatMap { source != nil && $0.contains("{") ? nil : $0 }
        let preview = lateSet == nil && !isBlank ? source : nil
        let candidate = set?.fitting?.address ?? set?.first
        return (late ?? preview ?? candidate ?? source, set?.fitting, late == nil && set == nil)
    }

    /// True for the name of a blank picture: `blank.gif`, `1x1.png`, `lazy-placeholder.svg`.
    static func isBlank(_ reference: String) -> Bool {
        let path = reference.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let name = path[(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)...].map(\.lowercasedASCII)
        return blankNames.contains { name.firstRange(of: $0, in: name.indices) != nil }
    }

    private static let blankNames: [StaticString] = [
        "1x1", "blank.", "clear.gif", "empty.", "grey.gif", "lazy", "loader.", "loading.", "pixel.", "placeholder",
        "spacer.", "trans.gif", "transparent",
    ]

    /// Returns the picture of a tag or, if that is only a placeholder, the picture in the `noscript` element after it.
    static func shown(_ tag: StartTag, _ scanner: inout MarkupScanner) -> Picture {
        let picture = Picture(tag, &scanner)
        guard picture.isPlaceholder, !picture.isPixel, var other = inNoscript(after: scanner) else { return picture }
        if other.alternative.isEmpty { other.alternative = picture.alternative }
        return other
    }

    /// Maximum number of tokens from a placeholder to the picture in `noscript`, between them end tags and white space.
    private static let maximumTokensAhead = 10

    private static func inNoscript(after scanner: MarkupScanner) -> Picture? {
        var ahead = scanner
        var isInside = false
        for _ in 0..<maximumTokensAhead {
            switch ahead.next() {
            case .text(let range)? where ahead.bytes.trimmed(range).isEmpty: continue
            case .endTag? where !isInside: continue
            case .startTag(let tag)?:
                guard let name = ShortName(ahead.bytes, tag.name), !ahead.isInvisible(tag) else { return nil }
                if isInside, ElementRole.role(of: name) == .picture {
                    let picture = Picture(tag, &ahead)
                    guard case .picture(_, let reference?) = picture.use, !isBlank(reference) else { return nil }
                    return picture
                }
                guard isInside || name == .noscript else { return nil }
                isInside = true
            default: return nil
            }
        }
        return nil
    }

    private static func isData(_ reference: String) -> Bool {
        reference.utf8.starts(with: "data:".utf8)
    }

    var use: Use {
        if isPixel || isAvatar { return .nothing }
        if isCharacter { return alternative.isEmpty ? .nothing : .text(MathText.authored(alternative)) }
        if reference == nil, alternative.isEmpty, !isEmbedded { return .nothing }
        return .picture(alternative: text, reference: reference)
    }

    /// A title that is a whole sentence becomes part of the text, since a terminal shows no tooltips.
    private var text: String {
        guard !alternative.isEmpty else {
            return title.isEmpty ? reference.map(Self.fileName) ?? "picture" : title
        }
        let isWorthReading = title.utf8.count(where: { $0 == UInt8(ascii: " ") }) >= Self.fullyNamed
        let isRepeated = alternative.hasPrefix(title) || alternative.hasSuffix(title)
        return isWorthReading && !isRepeated ? alternative + " — " + title : alternative
    }

    /// The author's description; nil if there is none.
    var words: String? {
        alternative.isEmpty && title.isEmpty ? nil : text
    }

    /// True if the path of the address ends like the path of a picture.
    static func isAddress(_ address: String) -> Bool {
        let bytes = Array(address.utf8)
        return isAddress(bytes, bytes.indices)
    }

    /// True if the path of the address in `range` ends like the path of a picture.
    static func isAddress(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let end = range.first { bytes[$0] == UInt8(ascii: "?") || bytes[$0] == UInt8(ascii: "#") } ?? range.upperBound
        return endings.contains { ending in
            let last = bytes[range.lowerBound..<end].suffix(ending.utf8CodeUnitCount)
            return last.count == ending.utf8CodeUnitCount
                && bytes.hasBytes(ignoringCase: ending, at: last.startIndex)
        }
    }

    private static let endings: [StaticString] = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"]
    private static let characterKinds: [StaticString] = [
        "emoji", "smiley", "smilie", "latex", "math-fallback", "mwe-math",
    ]

    private static func pixels(_ text: String) -> Int? {
        Int(text.utf8.prefix { $0.isASCIIDigit }.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) })
    }

    /// Returns the name of the file as it was before it was encoded. Some servers use the encoded address of the
    /// original as a name: `https%3A%2F%2Fs3.example%2Fa.png`.
    static func fileName(_ reference: String) -> String {
        let name = lastPart(of: reference)
        guard name.utf8.contains(UInt8(ascii: "%")),
            let decoded = String(validating: PercentEncoding.decoded(name), as: UTF8.self)
        else { return name }
        let line = SafeText.line(lastPart(of: decoded))
        return line.isEmpty ? name : line
    }

    private static func lastPart(of address: String) -> String {
        address.withoutQuery.split(separator: "/").last.map(String.init) ?? "picture"
    }
}
