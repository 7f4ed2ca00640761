import Markup

/// The addresses that an `img` offers in `srcset`, with their sizes (HTML §4.8.4.2.1): `a.jpg 320w, b.jpg 640w` or
/// `c.jpg 2x`.
struct SourceSet {
    /// Sufficient width in pixels: a wider picture shows no more detail in a terminal.
    private static let sufficientWidth = 640

    private var candidates: [(address: String, width: Int?, density: Double)] = []

    init(_ list: String) {
        var rest = Array(list.utf8)[...]
        while true {
            rest = rest.drop { $0.isMarkupSpace || $0 == Self.comma }
            guard !rest.isEmpty else { return }
            var address = rest.prefix { !$0.isMarkupSpace }
            rest = rest.dropFirst(address.count)
            var descriptor = rest.prefix(0)
            if address.last == Self.comma {
                while address.last == Self.comma { address.removeLast() }
            } else {
                descriptor = rest.prefix { $0 != Self.comma }
                rest = rest.dropFirst(descriptor.count)
            }
            append(String(decoding: address, as: UTF8.self), descriptor)
        }
    }

    private static let comma = UInt8(ascii: ",")

    private mutating func append(_ address: String, _ descriptor: ArraySlice<UInt8>) {
        let word = descriptor.split(maxSplits: 1, whereSeparator: \.isMarkupSpace).first ?? []
        let number = String(decoding: word.dropLast(), as: UTF8.self)
        switch word.last {
        case UInt8(ascii: "w"): candidates.append((address, Int(number), 1))
        case UInt8(ascii: "x"): candidates.append((address, nil, Double(number) ?? 1))
        default: candidates.append((address, nil, 1))
        }
    }

    /// The first address.
    var first: String? { candidates.first?.address }

    /// The narrowest candidate that is wide enough, or else the widest; nil if no widths are given.
    var fitting: (address: String, width: Int)? {
        let known = candidates.compactMap { candidate in candidate.width.map { (address: candidate.address, width: $0) }
        }
        let enough = known.filter { $0.width >= Self.sufficientWidth }.min { $0.width < $1.width }
        return enough ?? known.max { $0.width < $1.width }
    }
}
