import Basics
internal import Markup

/// The bases of the relative addresses in an article's markup: in XHTML, `xml:base` sets the base of an element and of
/// its content (RFC 4287 §2).
struct BodyBases {
    /// An open element with its own base.
    private struct Scope {
        let name: Range<Int>
        /// The number of open elements with its name, from itself inwards.
        var openCount = 1
        let outer: Base
    }

    /// Maximum number of open elements with their own bases; inside them, further bases are ignored.
    private static let maximumScopes = 32

    /// The base at the current position.
    private var current: Base
    /// True if `xml:base` counts; in HTML it does not.
    private let isXML: Bool
    private var scopes: [Scope] = []

    init(_ base: String?, isXML: Bool) {
        current = Base(base)
        self.isXML = isXML
    }

    /// True inside an element with its own base, whose end must not be missed.
    var areNested: Bool { !scopes.isEmpty }

    /// Returns the parsed base at the current position; nil if it is not an absolute address.
    mutating func address() -> BaseAddress? { current.address }

    /// Applies a start tag.
    mutating func start(_ tag: StartTag, in scanner: inout MarkupScanner) {
        guard isXML else { return }
        if let last = scopes.last, scanner.bytes.sameName(last.name, tag.name) {
            scopes[scopes.count - 1].openCount += 1
        }
        guard scopes.count < Self.maximumScopes, !tag.attributes.isEmpty,
            let reference = scanner.attribute("xml:base", of: tag),
            let base = XMLFeedReader.usable(WebAddress.resolve(reference, against: current.text))
        else { return }
        scopes.append(Scope(name: tag.name, outer: current))
        current = Base(base)
    }

    /// Applies an end tag, or the end of an element without content.
    mutating func end(_ name: Range<Int>, in bytes: [UInt8]) {
        guard let last = scopes.last, bytes.sameName(last.name, name) else { return }
        scopes[scopes.count - 1].openCount -= 1
        guard last.openCount == 1 else { return }
        current = last.outer
        scopes.removeLast()
    }

    /// A base address, parsed when the first link needs it: the links of most articles are absolute.
    struct Base {
        let text: String?
        private(set) lazy var address = text.flatMap(BaseAddress.init)

        init(_ text: String?) { self.text = text }
    }
}
