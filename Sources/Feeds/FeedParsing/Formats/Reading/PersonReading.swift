import Basics
internal import FeedModel
internal import Markup

/// Reads people: Atom's `author` with its children, and the many ways to write a name and an address in one text.
enum PersonReading {
    /// Returns the people that an `author`, `dc:creator` or the like names.
    static func people(_ capture: Capture, base: String?, from scanner: inout MarkupScanner) -> [Author] {
        if case .markup = capture.content, let author = withChildren(capture, base: base, from: &scanner) {
            return [author]
        }
        guard let line = scanner.line(TextElement(capture: capture, form: .guess, base: nil)) else { return [] }
        guard line.utf8.contains(UInt8(ascii: ",")) else { return author(line).map { [$0] } ?? [] }
        // Names with one link each (`<a href=…>Name</a> (Place), …`) are a list; else a comma belongs to the name.
        let holdsLinks = scanner.value(capture)?.contains("<a ") ?? false
        return holdsLinks ? names(line) : people(line)
    }

    /// Reads `mail (Name), mail (Name)`: after a bracket a comma ends a person.
    private static func people(_ line: String) -> [Author] {
        let parts = line.replacing("),", with: ")\n").replacing(">,", with: ">\n").split(separator: "\n").prefix(1_000)
        let people = parts.compactMap { author(String($0).trimmingSpaces) }
        return people.count > 1 && people.allSatisfy({ $0.email != nil }) ? people : author(line).map { [$0] } ?? []
    }

    /// Returns the `author` elements directly in a `source`.
    static func authors(in capture: Capture, base: String?, from scanner: inout MarkupScanner) -> [Author] {
        guard case .markup = capture.content else { return [] }
        return scanner.children("author", in: capture).flatMap { people($0, base: base, from: &scanner) }
    }

    private static func names(_ list: String) -> [Author] {
        list.split(separator: ",").prefix(1_000).compactMap { author(String($0).trimmingSpaces) }
    }

    private static func withChildren(
        _ capture: Capture, base: String?, from scanner: inout MarkupScanner
    ) -> Author? {
        let name = scanner.childLine("name", in: capture)
        let email = scanner.childText("email", in: capture).map { WhiteSpace.collapsed($0) }
        let address =
            scanner.childText("uri", in: capture) ?? scanner.childText("url", in: capture)
            ?? scanner.childText("homepage", in: capture)
        guard name != nil || email != nil || address != nil else { return nil }
        let isScript = address.map(WebAddress.isScript) ?? false
        return Author(
            name: name, url: isScript ? nil : address.map { WebAddress.resolve($0, against: base) }, email: email)
    }

    /// Reads `mail (Name)`, `Name <mail>`, `Name (mail)`, `mail` or `Name`.
    static func author(_ text: String) -> Author? {
        let text = text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
        guard !text.isEmpty else { return nil }
        for (open, close) in [("(", ")"), ("<", ">")] as [(Character, Character)] {
            guard text.last == close, let start = text.firstIndex(of: open) else { continue }
            let outer = String(text[..<start]).trimmingSpaces
            let inner = String(text[text.index(after: start)...].dropLast()).trimmingSpaces
            if isEmail(outer), open == "(" { return Author(name: unquoted(inner), email: outer) }
            let address = inner.hasPrefix("mailto:") ? String(inner.dropFirst(7)) : inner
            if isEmail(address) { return Author(name: unquoted(outer), email: address) }
        }
        return isEmail(text) ? Author(email: text) : Author(name: text)
    }

    private static func unquoted(_ name: String) -> String? {
        guard name.count > 1, name.first == "\"", name.last == "\"" else { return name.nonEmpty }
        return String(name.dropFirst().dropLast()).trimmingSpaces.nonEmpty
    }

    private static func isEmail(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at > 0, at < bytes.count - 1 else { return false }
        return bytes.allSatisfy { !$0.isMarkupSpace && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "(") }
    }
}
