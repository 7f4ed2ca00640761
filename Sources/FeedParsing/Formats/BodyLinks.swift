internal import Markup

/// Makes the addresses in an article's HTML absolute, and takes out those that would run something.
enum BodyLinks {
    /// `html` with `href`, `src`, `srcset`, `poster` and the like resolved against `base`; `#fragment` stays as it is, for
    /// it points into the article itself. The tags of `object` and `applet` go: what they hold is meant for readers that
    /// cannot run them. Without any change the slice comes back as it is.
    static func resolve(_ html: TextSlice, against base: String?) -> TextSlice {
        var scanner = MarkupScanner(html.bytes, in: html.range, dialect: .html)
        let base = base.flatMap(BaseAddress.init)
        var copy = EditedCopy(of: html)
        while let token = scanner.next() {
            switch token {
            case .startTag(let tag) where runsPrograms(tag.name, html.bytes):
                copy.replace(scanner.tokenStart..<scanner.position, with: [])
            case .endTag(let name) where runsPrograms(name, html.bytes):
                copy.replace(scanner.tokenStart..<scanner.position, with: [])
            case .startTag(let tag) where !tag.attributes.isEmpty:
                resolve(tag, in: &scanner, against: base, &copy)
            default: break
            }
        }
        return copy.finished
    }

    private static func resolve(
        _ tag: StartTag, in scanner: inout MarkupScanner, against base: BaseAddress?, _ copy: inout EditedCopy
    ) {
        for attribute in scanner.attributes(of: tag) {
            guard let kind = kind(attribute, scanner.bytes),
                let address = changed(attribute.value, kind, against: base, in: &scanner)
            else { continue }
            let end = end(of: attribute, scanner.bytes, before: tag.attributes.upperBound)
            copy.replace(attribute.name.upperBound..<end, with: MarkupCopy.quoted(escaped(address)))
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
            case 8: isNamed("longdesc")
            case 10: isNamed("background")
            default: false
            }
        if isAddress { return .address }
        return attribute.name.count == 6 && isNamed("srcset") ? .candidates : nil
    }

    /// What the address becomes; nil where it stays.
    private static func changed(
        _ value: Range<Int>, _ kind: Kind, against base: BaseAddress?, in scanner: inout MarkupScanner
    ) -> String? {
        let bytes = scanner.bytes
        let value = bytes.trimmed(value)
        guard !value.isEmpty, bytes[value.lowerBound] != UInt8(ascii: "#") else { return nil }
        switch kind {
        case .address:
            if let scheme = scheme(bytes, value) {
                guard !plainSchemes.contains(scheme) else { return nil }
                return WebAddress.isScript(scanner.decodedText(value)) ? "" : nil
            }
            let address = scanner.decodedText(value)
            if WebAddress.isScript(address) { return "" }
            return base?.resolve(address)
        case .candidates:
            guard let base else { return nil }
            return sourceSet(scanner.decodedText(value), base)
        }
    }

    private static let plainSchemes: Set<String> = ["http", "https", "mailto"]

    /// The scheme, where one stands there without any reference in it.
    private static func scheme(_ bytes: [UInt8], _ value: Range<Int>) -> String? {
        let scheme = bytes[value].prefix(12).prefix { $0.isASCIILetter || $0 == UInt8(ascii: "+") }
        guard !scheme.isEmpty, scheme.endIndex < value.upperBound, bytes[scheme.endIndex] == UInt8(ascii: ":") else {
            return nil
        }
        return String(decoding: scheme.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// HTML §4.8.4.2.1: addresses, which may hold commas but do not end in one, each with descriptors up to a comma.
    private static func sourceSet(_ text: String, _ base: BaseAddress) -> String {
        var candidates: [String] = []
        var rest = Array(text.utf8)[...]
        while true {
            rest = rest.drop { $0.isMarkupSpace || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return candidates.joined(separator: ", ") }
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

    private static func escaped(_ address: String) -> [UInt8] {
        address.utf8.flatMap { byte in
            switch byte {
            case UInt8(ascii: "&"): Array("&amp;".utf8)
            case UInt8(ascii: "\""): Array("&quot;".utf8)
            default: [byte]
            }
        }
    }

    /// Behind the attribute's value and its closing quote.
    private static func end(of attribute: Attribute, _ bytes: [UInt8], before limit: Int) -> Int {
        let end = attribute.value.upperBound
        guard end < limit, bytes[end] == UInt8(ascii: "\"") || bytes[end] == UInt8(ascii: "'") else { return end }
        return end + 1
    }
}
