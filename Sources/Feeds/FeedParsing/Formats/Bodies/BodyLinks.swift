import Basics
internal import Markup

/// Makes the addresses in an article's HTML absolute, and removes addresses that would run a script.
enum BodyLinks {
    /// Resolves `href`, `src`, `srcset`, `poster` and the like against `base`, including the attributes in which pages
    /// keep the addresses of pictures for a script. A `#fragment` stays unchanged, because it points into the article
    /// itself; beyond `EditedCopy.growthLimit` addresses stay relative. The tags of `object` and `applet` are removed:
    /// their content is meant for readers that cannot run them. An unchanged slice is returned without a copy. In XHTML
    /// (`isXML`) elements may have bases of their own.
    static func resolve(_ html: TextSlice, against base: String?, isXML: Bool = false) -> TextSlice {
        var scanner = MarkupScanner(html.bytes, in: html.range, dialect: .html)
        var bases = BodyBases(base, isXML: isXML)
        var copy = EditedCopy(of: html)
        while true {
            if !bases.areNested { scanner.skipPlainTags() }
            guard let token = scanner.next() else { break }
            switch token {
            case .startTag(let tag) where runsPrograms(tag.name, html.bytes):
                copy.replace(scanner.tokenStart..<scanner.position, with: [])
            case .endTag(let name) where runsPrograms(name, html.bytes):
                copy.replace(scanner.tokenStart..<scanner.position, with: [])
            case .startTag(let tag) where !tag.attributes.isEmpty || bases.areNested:
                bases.start(tag, in: &scanner)
                resolve(tag, in: &scanner, against: &bases, &copy)
                if bases.areNested, isVoid(tag, scanner) { bases.end(tag.name, in: html.bytes) }
            case .endTag(let name): bases.end(name, in: html.bytes)
            default: break
            }
        }
        return copy.finished()
    }

    private static func isVoid(_ tag: StartTag, _ scanner: MarkupScanner) -> Bool {
        HTMLElement.isVoid(scanner.lowercasedName(tag.name))
    }

    private static func resolve(
        _ tag: StartTag, in scanner: inout MarkupScanner, against bases: inout BodyBases, _ copy: inout EditedCopy
    ) {
        for attribute in scanner.attributes(of: tag) {
            guard let kind = kind(attribute, scanner.bytes) else { continue }
            let end = end(of: attribute, scanner.bytes, before: tag.attributes.upperBound)
            let range = attribute.name.upperBound..<end
            // Without a base a link stays relative; one of several candidates might run something.
            let address = changed(attribute.value, kind, against: &bases, isFull: copy.isFull, in: &scanner)
            let isReplaced = address.map { copy.replace(range, with: MarkupCopy.quoted($0.escaped(for: .value).utf8)) }
            if copy.isFull, kind == .candidates, isReplaced != true { copy.replace(range, with: []) }
        }
    }

    private static func runsPrograms(_ name: Range<Int>, _ bytes: [UInt8]) -> Bool {
        name.count == 6
            && (bytes.hasBytes(ignoringCase: "object", at: name.lowerBound)
                || bytes.hasBytes(ignoringCase: "applet", at: name.lowerBound))
    }

    private enum Kind {
        case address, candidates
    }

    private static func kind(_ attribute: Attribute, _ bytes: [UInt8]) -> Kind? {
        func isNamed(_ name: StaticString) -> Bool {
            bytes.hasBytes(ignoringCase: name, at: attribute.name.lowerBound)
        }
        let isAddress =
            switch attribute.name.count {
            case 3: isNamed("src")
            case 4: isNamed("href") || isNamed("cite") || isNamed("data")
            case 6: isNamed("poster") || isNamed("action") || isNamed("usemap")
            case 8: isNamed("longdesc") || isNamed("data-src")
            case 10: isNamed("background")
            case 13: isNamed("data-original") || isNamed("data-lazy-src")
            default: false
            }
        if isAddress { return .address }
        let areCandidates =
            switch attribute.name.count {
            case 6: isNamed("srcset")
            case 11: isNamed("data-srcset")
            case 16: isNamed("data-lazy-srcset")
            default: false
            }
        return areCandidates ? .candidates : nil
    }

    /// Returns the new address; nil if it stays unchanged.
    private static func changed(
        _ value: Range<Int>, _ kind: Kind, against bases: inout BodyBases, isFull: Bool, in scanner: inout MarkupScanner
    ) -> String? {
        let bytes = scanner.bytes
        let value = bytes.trimmed(value)
        guard !value.isEmpty, bytes[value.lowerBound] != UInt8(ascii: "#") else { return nil }
        switch kind {
        case .address:
            if plainSchemes.contains(where: { bytes.hasBytes(ignoringCase: $0, at: value.lowerBound) }) { return nil }
            // A `data:` address holds the picture itself.
            let isData = bytes.hasBytes(ignoringCase: "data:", at: value.lowerBound)
            guard value.count <= FeedLimits.address || isData else { return "" }
            let address = scanner.decodedText(value)
            if WebAddress.isScript(address) { return "" }
            return hasScheme(bytes, value) || isFull ? nil : bases.address()?.resolve(address)
        case .candidates:
            guard !isFull, let base = bases.address() else { return nil }
            guard value.count <= maximumSourceSetLength else { return "" }
            return sourceSet(scanner.decodedText(value), base)
        }
    }

    /// With their colons, so that the end of an attribute cannot match.
    private static let plainSchemes: [StaticString] = ["https:", "http:", "mailto:"]

    /// True if the value begins with a scheme written without references.
    private static func hasScheme(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
        let scheme = bytes[value].prefix(12).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "+") }
        return !scheme.isEmpty && scheme.endIndex < value.upperBound && bytes[scheme.endIndex] == UInt8(ascii: ":")
    }

    /// Maximum number of candidates read for one picture (100).
    private static let maximumCandidates = 100
    /// Maximum size of a candidate list, in bytes (1 MB); a longer one is left out. Memory holds several copies at a
    /// time.
    private static let maximumSourceSetLength = 1 << 20

    /// HTML §4.8.4.2.1: addresses, which may hold commas but do not end in one, each with descriptors up to a comma.
    private static func sourceSet(_ text: String, _ base: BaseAddress) -> String {
        var candidates: [String] = []
        var rest = Array(text.utf8)[...]
        while true {
            rest = rest.drop { $0.isMarkupSpace || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty, candidates.count < maximumCandidates else { return candidates.joined(separator: ", ") }
            let word = rest.prefix { !$0.isMarkupSpace }
            rest = rest[word.endIndex...]
            let address = word[..<(word.lastIndex { $0 != UInt8(ascii: ",") }.map { $0 + 1 } ?? word.startIndex)]
            let isAlone = address.count < word.count
            let descriptors = rest.prefix { !isAlone && $0 != UInt8(ascii: ",") }
            rest = rest[descriptors.endIndex...]
            let resolved = base.resolve(String(decoding: address, as: UTF8.self))
            let described = WhiteSpace.collapsed(String(decoding: descriptors, as: UTF8.self))
            if !WebAddress.isScript(resolved) {
                candidates.append(described.isEmpty ? resolved : resolved + " " + described)
            }
        }
    }

    /// Returns the position after the attribute's value and its closing quote.
    private static func end(of attribute: Attribute, _ bytes: [UInt8], before limit: Int) -> Int {
        let end = attribute.value.upperBound
        guard end < limit, bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'") else { return end }
        return end + 1
    }
}
