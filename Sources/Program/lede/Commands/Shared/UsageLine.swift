/// The line of a help text that shows the form of a command. The argument parser wraps every other line.
enum UsageLine {
    private static let heading = "USAGE: "
    /// Maximum width, in columns.
    private static let width = 79

    /// Wraps the line in the help text of a command, at the spaces outside brackets.
    static func wrapped(in help: String) -> String {
        help.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(heading) && line.count > width ? wrapped(line) : String(line)
        }.joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring) -> String {
        let indent = String(repeating: " ", count: heading.count)
        var (done, last) = ("", "")
        for part in parts(of: line.dropFirst(heading.count)) {
            if last.isEmpty {
                last = heading + part
            } else if last.count + 1 + part.count <= width {
                last += " " + part
            } else {
                done += last + "\n"
                last = indent + part
            }
        }
        return done + last
    }

    /// Splits the form at the spaces outside `[]` and `<>`. An ellipsis stays with the argument that it repeats.
    private static func parts(of form: Substring) -> [String] {
        var parts: [String] = []
        var depth = 0
        for word in form.split(separator: " ") {
            if let last = parts.indices.last, depth > 0 || word == "..." {
                parts[last] += " " + word
            } else {
                parts.append(String(word))
            }
            for character in word {
                if "[<".contains(character) { depth += 1 }
                if "]>".contains(character) { depth -= 1 }
            }
        }
        return parts
    }
}
