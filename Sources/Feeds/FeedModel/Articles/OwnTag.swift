/// A tag that the person gives an article, as it is typed.
package enum OwnTag {
    /// Maximum length of a tag, in bytes (default 60).
    package static let maximumLength = 60
    /// Maximum number of new tags that one line gives (default 20).
    package static let maximumCount = 20

    /// Returns the tags of a line, separated by commas, without a `#` in front and without characters that a list
    /// cannot show.
    ///
    /// - Parameter known: tags that the article has already, to which no limit applies: a server may have given it more.
    package static func names(in line: String, besides known: [String] = []) -> [String] {
        let names = allNames(in: line)
        let new = names.filter { !known.contains($0) && $0.utf8.count <= maximumLength }.prefix(maximumCount)
        return names.filter { known.contains($0) || new.contains($0) }
    }

    /// True if a new tag of the line is longer than allowed, or if there are too many.
    package static func isTooLong(_ line: String, besides known: [String] = []) -> Bool {
        let new = allNames(in: line).filter { !known.contains($0) }
        return new.count > maximumCount || new.contains { $0.utf8.count > maximumLength }
    }

    private static func allNames(in line: String) -> [String] {
        var names: [String] = []
        var known: Set<String> = []
        for part in line.split(separator: ",") {
            let name = part.drop { $0 == " " || $0 == "#" }
            let shown = String(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.map(Character.init))
            let trimmed = String(shown.reversed().drop { $0 == " " }.reversed())
            if !trimmed.isEmpty, known.insert(trimmed).inserted { names.append(trimmed) }
        }
        return names
    }

    /// True for a name that a person can type, which a server's label need not be.
    package static func isName(_ name: String) -> Bool {
        names(in: name) == [name]
    }

    /// Returns the changes that a line asks for: `-name` removes a tag, every other name adds one.
    package static func changes(in line: String) -> [(name: String, isAdded: Bool)] {
        names(in: line).compactMap { name in
            guard name.hasPrefix("-") else { return (name, true) }
            return name.count > 1 ? (String(name.dropFirst()), false) : nil
        }
    }
}
