import Markup

extension HTMLReader {
    /// Shows the address of a link without text if a quotation holds nothing else. Scripts of social networks put the
    /// message in its place.
    mutating func addEmptyLink() {
        guard let address = scanner.emptyLink.flatMap({ links.address(of: $0) }) else { return }
        writer.append(address, link: links.index(of: address))
    }
}

extension MarkupScanner {
    /// The reference of a link without content if the element that has just begun holds nothing else; nil otherwise.
    fileprivate var emptyLink: String? {
        var inside = self
        var reference: String?
        var isOpen = false
        for _ in 0..<maximumTokensOfQuotation {
            switch inside.next() {
            case .text(let range)? where inside.bytes.trimmed(range).isEmpty: continue
            case .startTag(let tag)? where reference == nil && ShortName(inside.bytes, tag.name) == .anchor:
                reference = inside.attribute("href", of: tag)
                isOpen = true
            case .endTag(let name)? where isOpen && ShortName(inside.bytes, name) == .anchor: isOpen = false
            case .endTag?: return isOpen ? nil : reference
            default: return nil
            }
        }
        return nil
    }
}

/// Maximum number of tokens in a quotation that holds only a link without text: its tags and white space around them.
private let maximumTokensOfQuotation = 6
