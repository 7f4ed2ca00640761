import Markup

/// Reads plain text into blocks according to its layout: paragraphs, quotations, lists and text laid out by hand.
struct TextReader {
    private var document = Document()
    private var links = LinkTable(base: nil)
    /// True if the previous stanza was a list with bullets, false if it was a numbered list, nil if it was not a list.
    private var wasBulleted: Bool?

    /// Reads `text`, which must be safe (`SafeText.clean`).
    static func document(of text: String) -> Document {
        var reader = TextReader()
        for stanza in stanzas(of: text) {
            guard reader.document.blocks.count < DocumentBuilder.maximumBlocks else {
                reader.document.blocks.append(DocumentBuilder.remark)
                break
            }
            reader.add(stanza)
        }
        reader.document.links = reader.links.links
        return reader.document
    }

    /// Returns the text as HTML that keeps its paragraphs and all its lines.
    static func html(of text: String) -> String {
        stanzas(of: text).map { stanza in
            let lines = stanza.lines.map { String($0).escaped(for: .anywhere) }
            // The page may be source code, whose indentation has a meaning.
            let isLaidOut =
                stanza.look == .preformatted
                || stanza.lines.dropFirst().contains { $0.hasPrefix("  ") || $0.hasPrefix("\t") }
            let block =
                isLaidOut
                ? "<pre>\(lines.joined(separator: "\n"))</pre>" : "<p>\(lines.joined(separator: "<br>\n"))</p>"
            return String(repeating: "<blockquote>", count: stanza.quoteDepth) + block
                + String(repeating: "</blockquote>", count: stanza.quoteDepth)
        }.joined(separator: "\n")
    }

    private mutating func add(_ stanza: Stanza) {
        let wasBulleted = self.wasBulleted
        self.wasBulleted = nil
        switch stanza.look {
        case .preformatted:
            add(.preformatted(Preformatted.lines(of: stanza.lines.joined(separator: "\n"))), stanza)
        case .list:
            let (items, start) = (stanza.items, document.blocks.count)
            let isBulleted = items.first?.marker == Stanza.bullet
            self.wasBulleted = items.last?.marker == Stanza.bullet
            // Numbers are right-aligned; bullets are not.
            let widest = items.reduce(0) { max($0, $1.marker == Stanza.bullet ? 0 : $1.marker.count) }
            var outer: [Block.Container] = []
            for item in items {
                outer = Array(outer.prefix(item.depth))
                let marker = Self.marker(item.marker, widest: widest, depth: outer.count)
                let containers = stanza.containers + outer + [.listItem(marker: marker, begins: true)]
                append(.paragraph(runs(item.text)), in: containers)
                outer.append(.listItem(marker: marker, begins: false))
            }
            // Empty lines between the items of one list are not shown; two kinds of markers mean two lists.
            if wasBulleted == !isBulleted, document.blocks.indices.contains(start) {
                document.blocks[start].spacing = .apart
            }
        case .prose:
            add(.paragraph(runs(stanza.text)), stanza)
        }
    }

    private static func marker(_ marker: String, widest: Int, depth: Int) -> String {
        guard marker != Stanza.bullet else {
            var bullets = ListMarker(depth: depth)
            return bullets.advance(value: nil)
        }
        return String(repeating: " ", count: widest - marker.count) + marker
    }

    private mutating func add(_ content: Block.Content, _ stanza: Stanza) {
        append(content, in: stanza.containers)
    }

    private mutating func append(_ content: Block.Content, in containers: [Block.Container]) {
        for (index, piece) in content.pieces.enumerated() {
            var block = Block(piece, in: containers)
            // An empty line between the pieces would look like one that the author wrote.
            if index > 0 { block.spacing = .tight }
            document.blocks.append(block)
        }
    }

    private mutating func runs(_ text: String) -> [Run] {
        BareAddresses.split(text).map { piece in
            guard let url = piece.url, links.hasRoom else { return Run(piece.text) }
            return Run(piece.text, link: links.index(of: url))
        }
    }

    /// Groups of lines between empty lines and with the same depth of quotation.
    private static func stanzas(of text: String) -> [Stanza] {
        var stanzas: [Stanza] = []
        var lines: [Substring] = []
        var depth = 0
        var isList = false
        func end() {
            if !lines.isEmpty { stanzas.append(Stanza(lines: lines, quoteDepth: depth)) }
            (lines, isList) = ([], false)
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let (quotes, rest) = line.withoutQuoteMarks
            let isEmpty = rest.utf8.allSatisfy(\.isMarkupSpace)
            if isEmpty || quotes != depth || (isList && Stanza.isRule(rest)) { end() }
            depth = quotes
            guard !isEmpty else { continue }
            // The first line is looked at once, because it may be long.
            if lines.isEmpty { isList = Stanza.isItem(rest) }
            lines.append(rest)
        }
        end()
        return stanzas
    }
}

extension Substring {
    /// The number of `>` at the start of the line, and the text after them.
    fileprivate var withoutQuoteMarks: (depth: Int, rest: Substring) {
        var depth = 0
        var rest = self
        while depth < ContainerStack.maximumShownDepth, rest.first == ">" {
            depth += 1
            rest = rest.dropFirst()
            if rest.first == " " { rest = rest.dropFirst() }
        }
        return (depth, rest)
    }
}
