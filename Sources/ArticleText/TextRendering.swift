/// A document as lines of plain text: for saving, piping and printing.
public struct TextRendering {
    /// Tells how many columns a text takes where it is shown.
    public typealias Measure = (String) -> Int

    private static let narrowest = 20
    private static let ruleWidth = 24

    private let width: Int
    private let measure: Measure
    private var lines: [String] = []

    /// The lines of `document`, each at most `width` columns wide (addresses excepted, which nothing breaks), with its
    /// links listed by number at the end. Without a measure of the caller's own, characters are counted.
    public static func lines(of document: Document, width: Int, measure: @escaping Measure = { $0.count }) -> [String] {
        var rendering = TextRendering(width: max(width, narrowest), measure: measure)
        var previous: Block?
        for block in document.blocks {
            rendering.add(block, after: previous)
            previous = block
        }
        rendering.add(document.links)
        return rendering.lines
    }

    private init(width: Int, measure: @escaping Measure) {
        self.width = width
        self.measure = measure
    }

    // MARK: Blocks

    private mutating func add(_ block: Block, after previous: Block?) {
        let prefix = Prefix(block.containers, limit: width / 2, measure: measure)
        if let previous, !block.isTight(after: previous) {
            let quotes = zip(previous.containers, block.containers).prefix { $0 == $1 && $0 == .quote }.map(\.0)
            add([""], Prefix(quotes, limit: width / 2, measure: measure))
        }
        add(content(block.content, width: max(width - prefix.width, Self.narrowest / 2)), prefix)
    }

    private mutating func add(_ content: [String], _ prefix: Prefix) {
        for (index, line) in content.enumerated() {
            lines.append((index == 0 ? prefix.first + line : prefix.rest + line).withoutTrailingBlanks)
        }
    }

    private func content(_ content: Block.Content, width: Int) -> [String] {
        switch content {
        case .paragraph(let runs): wrap(runs.plainText, width)
        case .heading(let level, let runs):
            wrap(String(repeating: "#", count: level) + " " + runs.plainText, width)
        case .preformatted(let lines): lines.map { "    " + $0 }
        case .rule: [String(repeating: "-", count: min(width, Self.ruleWidth))]
        case .picture(let alternative, let link): wrap([Run("[picture: \(alternative)]", link: link)].plainText, width)
        case .table(let table):
            wrap(table.caption.plainText, width) + TableRendering(table, width: width, measure: measure).lines
        }
    }

    private func wrap(_ text: String, _ width: Int) -> [String] {
        text.isEmpty ? [] : TextWrapping(width: width, measure: measure).lines(of: text)
    }

    // MARK: Links

    private mutating func add(_ links: [Link]) {
        guard !links.isEmpty else { return }
        lines += ["", "Links:"]
        for (index, link) in links.enumerated() {
            lines.append("[\(index + 1)] \(link.url)")
        }
    }
}

/// What stands before the lines of a block, because of what it stands in.
private struct Prefix {
    var first = ""
    var rest = ""
    var width = 0

    /// Containers that would take more than `limit` columns are left out: text has to have room.
    init(_ containers: [Block.Container], limit: Int, measure: TextRendering.Measure) {
        for container in containers {
            let (mark, hang) = Self.text(of: container, measure)
            let own = measure(mark)
            guard width + own <= limit else { return }
            first += mark
            rest += hang
            width += own
        }
    }

    private static func text(
        of container: Block.Container, _ measure: TextRendering.Measure
    ) -> (mark: String, hang: String) {
        switch container {
        case .quote: return ("> ", "> ")
        case .listItem(let marker, let begins):
            let mark = (marker.isEmpty ? "   " : marker) + " "
            let hang = String(repeating: " ", count: measure(mark))
            return (begins ? mark : hang, hang)
        }
    }
}

extension Block {
    /// Whether no empty line stands between this block and the one before: the items of a list stand close.
    fileprivate func isTight(after previous: Block) -> Bool {
        guard case .listItem(let marker, begins: true)? = containers.last else { return false }
        return marker.isEmpty || previous.containers.contains { $0 != .quote }
    }
}

extension [Run] {
    /// The text of the runs, each link followed by its number.
    var plainText: String {
        var text = ""
        for (index, run) in enumerated() {
            text += run.style.contains(.strikethrough) ? "~~\(run.text)~~" : run.text
            if let link = run.link, index + 1 == count || self[index + 1].link != link { text += "[\(link + 1)]" }
        }
        return text
    }
}

extension String {
    fileprivate var withoutTrailingBlanks: String {
        guard last == " " else { return self }
        return String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
    }
}
