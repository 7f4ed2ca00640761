import ArticleText

/// Runs joined into one text, with a number after each link, and the look of each byte.
struct StyledText {
    private(set) var text = ""
    /// Looks in the order of the text; `end` is the offset of the first byte after each.
    private var looks: [(end: Int, role: Role, style: Run.Style, link: Int?)] = []

    init(_ runs: [Run], role: Role) {
        for (index, run) in runs.enumerated() {
            append(run.text, Self.role(of: run, in: role), run.style, run.link)
            if let link = run.link, index + 1 == runs.count || runs[index + 1].link != link {
                // A no-break space keeps the number next to the preceding word.
                append((text.isEmpty ? "" : "\u{A0}") + "[\(link + 1)]", .dim, [], link)
            }
        }
    }

    /// Returns the part between two UTF-8 offsets.
    func spans(in range: Range<Int>) -> [TextLayout.Span] {
        var spans: [TextLayout.Span] = []
        var low = 0
        var high = looks.count
        while low < high {
            let middle = (low + high) / 2
            if looks[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        var start = range.lowerBound
        while low < looks.count, start < range.upperBound {
            let look = looks[low]
            let end = min(look.end, range.upperBound)
            let part = text.utf8Slice(start..<end)
            let shown = part.utf8.first == 0xC2 && part.first == "\u{A0}" ? " " + part.dropFirst() : String(part)
            spans.append(TextLayout.Span(shown, look.role, style: look.style, link: look.link))
            start = end
            low += 1
        }
        return spans
    }

    private mutating func append(_ part: String, _ role: Role, _ style: Run.Style, _ link: Int?) {
        text += part
        looks.append((text.utf8.count, role, style, link))
    }

    private static func role(of run: Run, in role: Role) -> Role {
        if run.link != nil, role != .picture { return .link }
        if run.style.contains(.code) { return .code }
        if run.style.contains(.mark) { return .accent }
        return role
    }
}
