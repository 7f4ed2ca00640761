import Basics

/// The links of a document in the order of the text, one entry for each address.
struct LinkTable {
    /// Maximum length of an address, in bytes. Longer ones are dropped, so that a long base with many short links
    /// cannot inflate a document.
    static let maximumAddressLength = 4_096
    /// Maximum number of links of a document (10,000); further ones become text. Each may be as long as its base.
    static let maximumLinks = 10_000

    private(set) var links: [Link] = []
    private var indices: [String: Int] = [:]
    private var base: BaseAddress?
    /// The base as written, without its fragment.
    private var document: String?

    init(base: String?) {
        guard let base, base.utf8.count <= Self.maximumAddressLength else { return }
        set(base)
    }

    private mutating func set(_ address: String) {
        base = BaseAddress(address)
        document = String(address.prefix { $0 != "#" })
    }

    var hasRoom: Bool { links.count < Self.maximumLinks }

    /// Returns the index of `address` (absolute, see `address(of:)`); adds the address if it is new.
    mutating func index(of address: String, isPicture: Bool = false) -> Int {
        if let index = indices[address] { return index }
        links.append(Link(url: address, isPicture: isPicture))
        indices[address] = links.count - 1
        return links.count - 1
    }

    /// Stores the attributes of a link's picture; the first ones win.
    mutating func describe(_ index: Int, _ attributes: PictureAttributes) {
        if links[index].picture == nil { links[index].picture = attributes }
    }

    /// True if `address` is in the table.
    func contains(_ address: String) -> Bool {
        indices[address] != nil
    }

    /// Returns the absolute address of a reference; nil if it has no target: empty, a position in this document, a
    /// script, a local file, or a link beyond the limit.
    func address(of reference: String) -> String? {
        guard !reference.isEmpty, reference.utf8.count <= Self.maximumAddressLength else { return nil }
        let address = base?.resolve(reference) ?? WebAddress.resolve(reference, against: nil)
        guard !address.isEmpty, !isPositionInDocument(address), !WebAddress.isScript(address),
            !Self.localSchemes.contains(WebAddress.scheme(of: address) ?? ""), hasRoom || contains(address)
        else { return nil }
        return address
    }

    /// HTML §4.2.3: `base` sets the base of all relative addresses that follow.
    mutating func setBase(_ reference: String) {
        guard let address = address(of: reference) else { return }
        set(address)
    }

    /// True for `#note`, with or without the document's own address before it.
    private func isPositionInDocument(_ address: String) -> Bool {
        guard let number = address.utf8.firstIndex(of: UInt8(ascii: "#")) else { return false }
        return number == address.startIndex || document.map { address.utf8[..<number].elementsEqual($0.utf8) } ?? false
    }

    private static let localSchemes: Set<String> = ["file", "blob", "about", "chrome", "data"]
}
