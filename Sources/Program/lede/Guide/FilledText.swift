import Screen

/// Text for a terminal of 80 columns.
enum FilledText {
    /// The widest line, in columns (default 79).
    static let width = 79

    /// Wraps each paragraph that has a line wider than `width`. A paragraph is consecutive lines of the same
    /// indentation.
    static func filled(_ text: String) -> String {
        var paragraphs: [[Substring]] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let last = paragraphs.last?.last, !last.isEmpty, !line.isEmpty, indent(of: last) == indent(of: line) {
                paragraphs[paragraphs.count - 1].append(line)
            } else {
                paragraphs.append([line])
            }
        }
        return paragraphs.flatMap { filledParagraph($0) }.joined(separator: "\n")
    }

    /// Returns the words of the text in lines of at most `width` columns, each indented by `indent` spaces. A longer
    /// word gets a line of its own.
    static func lines(_ text: String, indent: Int, width: Int = FilledText.width) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let line = lines.last, DisplayWidth.of("\(line) \(word)") <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append("\(margin)\(word)")
            }
        }
        return lines
    }

    private static func filledParagraph(_ paragraph: [Substring]) -> [String] {
        guard let first = paragraph.first, paragraph.contains(where: { DisplayWidth.of(String($0)) > width }) else {
            return paragraph.map(String.init)
        }
        return lines(paragraph.joined(separator: " "), indent: indent(of: first))
    }

    private static func indent(of line: Substring) -> Int {
        line.prefix { $0 == " " }.count
    }
}
