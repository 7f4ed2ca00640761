import Markup

/// Describes the links of a page by their addresses, and elements of links without an address.
enum PageLink {
    /// Returns the traits of a link to the address in a range.
    static func traits(ofLinkTo address: Range<Int>, in bytes: [UInt8]) -> PageTree.Traits {
        let isFragment = bytes[address].first == UInt8(ascii: "#")
        var traits: PageTree.Traits = isFragment ? .isFragment : .leadsAway
        if Picture.isAddress(bytes, address) || isDocument(address, in: bytes) { traits.insert(.leadsToFile) }
        if !isFragment, EmbedAddress.isOne(address, in: bytes) { traits.insert(.leadsToEmbed) }
        if let mark = bytes.firstIndex(of: UInt8(ascii: "#"), in: address),
            NameHints.of(bytes, mark + 1..<address.upperBound).contains(.outside)
        {
            traits.insert(.leadsToComments)
        }
        return traits
    }

    /// True if the address names a PDF in its path or query. The name of the host `www.pdfa.org` is not one.
    private static func isDocument(_ address: Range<Int>, in bytes: [UInt8]) -> Bool {
        address.contains { position in
            guard bytes[position] == UInt8(ascii: "."), bytes.hasBytes(ignoringCase: ".pdf", at: position) else {
                return false
            }
            let end = position + 4
            return end == address.upperBound || (end < address.upperBound && "?#&;/%".utf8.contains(bytes[end]))
        }
    }

    /// Returns the traits of an `a` without an address. One with a name is a position on the page, and one without
    /// attributes is text whose link is missing.
    static func traits(ofScripted tag: StartTag, _ scanner: MarkupScanner) -> PageTree.Traits {
        var isButton = false
        for attribute in scanner.attributes(of: tag) {
            switch ShortName(scanner.bytes, attribute.name) {
            case "name"?, "id"?: return []
            case "onclick"?, "data-toggle"?, "data-bs-toggle"?: isButton = true
            case .roleAttribute?: isButton = isButton || scanner.hasValue("button", attribute)
            case .classAttribute?: isButton = isButton || scanner.holdsButton(attribute.value)
            default: break
            }
        }
        return isButton ? [.isScripted, .isButton] : .isScripted
    }
}
