/// The list of a picture's sizes (HTML §4.8.4.2.1): `small.jpg 320w, large.jpg 1280w`.
enum SourceSet {
    /// In pixels: as wide a picture as a terminal can show is no wider by much.
    private static let wanted = 640

    /// The least picture that is wide enough, else the widest; nil where the list tells no widths.
    static func best(of list: String) -> String? {
        // A blank that holds the place of a picture loaded later is none.
        let candidates = candidates(in: list).filter { !$0.address.utf8.starts(with: "data:".utf8) }
        let enough = candidates.filter { $0.width >= wanted }.min { $0.width < $1.width }
        return (enough ?? candidates.max { $0.width < $1.width })?.address
    }

    /// Addresses may hold commas, but do not end with one.
    private static func candidates(in list: String) -> [(address: String, width: Int)] {
        var found: [(String, Int)] = []
        var address: String?
        for word in list.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }) {
            guard let known = address else {
                if word.last != "," { address = String(word) }
                continue
            }
            let descriptor = word.prefix { $0 != "," }
            if descriptor.last == "w", let width = Int(descriptor.dropLast()), width > 0 {
                found.append((known, width))
            }
            // `320w,next.jpg` without a space.
            let rest = word.dropFirst(descriptor.count).drop { $0 == "," }
            address = rest.isEmpty ? (word.contains(",") ? nil : known) : String(rest)
        }
        return found
    }
}
