import Markup

/// The addresses that an `img` offers in `srcset`, with their sizes (HTML §4.8.4.2.1): `a.jpg 320w, b.jpg 640w` or
/// `c.jpg 2x`.
struct SourceSet {
    /// In pixels: a wider picture shows no more detail in a terminal.
    static let enoughWidth = 640

    private var candidates: [(address: String, width: Int?, density: Double)] = []

    init(_ list: String) {
        var rest = list[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return }
            var address = rest.prefix { !$0.isWhitespace }
            rest = rest.dropFirst(address.count)
            var descriptor = Substring()
            if address.last == "," {
                while address.last == "," { address.removeLast() }
            } else {
                descriptor = rest.prefix { $0 != "," }
                rest = rest.dropFirst(descriptor.count)
            }
            append(String(address), descriptor)
        }
    }

    private mutating func append(_ address: String, _ descriptor: Substring) {
        let word = descriptor.split(whereSeparator: \.isWhitespace).first ?? ""
        let number = word.dropLast()
        switch word.last {
        case "w": candidates.append((address, Int(number), 1))
        case "x": candidates.append((address, nil, Double(number) ?? 1))
        default: candidates.append((address, nil, 1))
        }
    }

    var isEmpty: Bool { candidates.isEmpty }

    /// The first address.
    var first: String? { candidates.first?.address }

    /// The narrowest that is wide enough, else the widest; nil if no widths are given.
    var fitting: (address: String, width: Int)? {
        let known = candidates.compactMap { candidate in candidate.width.map { (address: candidate.address, width: $0) }
        }
        let enough = known.filter { $0.width >= Self.enoughWidth }.min { $0.width < $1.width }
        return enough ?? known.max { $0.width < $1.width }
    }
}
