import Basics

/// A short ASCII word as a number, so that a lookup allocates nothing. It holds the name of an element or a word of a
/// class.
struct ShortName: Hashable, Sendable {
    private static let maximumLength = 16

    private let packed: UInt128

    /// The name in `range`, case-insensitive.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.count <= Self.maximumLength else { return nil }
        packed = range.reduce(0) { $0 << 8 | UInt128(bytes[$1].lowercasedASCII) }
    }

    /// A number below 256; equal names have equal numbers.
    var slot: Int {
        Int(truncatingIfNeeded: (packed ^ packed >> 8 ^ packed >> 24) & 0xFF)
    }

    /// A hash of all letters.
    var mixed: Int {
        let folded = UInt64(truncatingIfNeeded: packed) ^ UInt64(truncatingIfNeeded: packed >> 64) &* 31
        return Int(truncatingIfNeeded: (folded &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }

    /// Appends the letters in their order.
    func append(to bytes: inout [UInt8]) {
        var shift = 8 * (Self.maximumLength - 1)
        while shift >= 0 {
            let byte = UInt8(truncatingIfNeeded: packed >> UInt128(shift))
            if byte != 0 { bytes.append(byte) }
            shift -= 8
        }
    }

    init(_ name: some StringProtocol) {
        packed = name.utf8.reduce(0) { $0 << 8 | UInt128($1) }
    }
}

extension ShortName: ExpressibleByStringLiteral {
    init(stringLiteral name: String) {
        self.init(name)
    }
}

extension ShortName {
    // These are built once, because every tag uses them.
    static let anchor: ShortName = "a"
    static let base: ShortName = "base"
    static let cite: ShortName = "cite"
    static let deletion: ShortName = "del"
    static let details: ShortName = "details"
    static let figure: ShortName = "figure"
    static let firstHeading: ShortName = "h1"
    static let form: ShortName = "form"
    static let frame: ShortName = "iframe"
    static let html: ShortName = "html"
    static let meta: ShortName = "meta"
    static let script: ShortName = "script"
    static let time: ShortName = "time"
    static let paragraph: ShortName = "p"
    static let noscript: ShortName = "noscript"
    static let preformatted: ShortName = "pre"
    static let template: ShortName = "template"
    static let title: ShortName = "title"
    static let classAttribute: ShortName = "class"
    static let disabledAttribute: ShortName = "disabled"
    static let hrefAttribute: ShortName = "href"
    static let idAttribute: ShortName = "id"
    static let itempropAttribute: ShortName = "itemprop"
    static let itemtypeAttribute: ShortName = "itemtype"
    static let relAttribute: ShortName = "rel"
    static let roleAttribute: ShortName = "role"
    static let summaryAttribute: ShortName = "summary"
    static let typeAttribute: ShortName = "type"
}

extension ShortName: CustomStringConvertible {
    var description: String {
        let bytes = (0..<Self.maximumLength).reversed().map { UInt8(truncatingIfNeeded: packed >> (8 * $0)) }
        return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
    }
}
