import ArticleText
import Basics
import FeedModel
import Screen

// The lists of a text's links and enclosures.
extension State {
    mutating func showLinks() -> [Effect] {
        guard let document = openedArticle()?.document else { return [] }
        let links = document.links
        guard !links.isEmpty else {
            decline("No links here")
            return []
        }
        let names = document.linkTexts
        let lines = links.enumerated().map { index, link in
            let name = names[index].map { Truncation.fit($0, Self.linkTextWidth, ellipsis: settings.glyphs.ellipsis) }
            let parts = [name, shortened(address: link.url)].compactMap(\.self)
            let detail = parts.joined(separator: " \(settings.glyphs.dot) ")
            let number = Truncation.padLeft("\(index + 1)", String(links.count).count)
            return Panel.Line(label: number, detail: detail, choice: .open(url: link.url), name: link.url)
        }
        var panel = Panel(.links, title: "Links", lines: lines)
        // A long text has dozens of links, and the wanted one is on the screen.
        panel.cursor = reading?.rows.lazy.flatMap(\.line.spans).compactMap(\.link).first ?? 0
        self.panel = panel
        return []
    }

    /// Width of a link's text in the list, in columns; the rest is for its address.
    private static let linkTextWidth = 32
    /// Maximum width of an address in a list, in columns.
    private static let addressWidth = 160

    /// Returns an address for a list; of a long one, its beginning and its end.
    func shortened(address: String) -> String {
        Truncation.middle(ShownAddress.of(address), Self.addressWidth, ellipsis: settings.glyphs.ellipsis)
    }

    /// Opens a single enclosure at once; lists several for the person to choose.
    mutating func showEnclosures() -> [Effect] {
        guard let open = openedArticle() else { return [] }
        let enclosures = EnclosureList(open.article.item.enclosures, below: open.document).all
        guard enclosures.count > 1 else {
            guard let enclosure = enclosures.first else {
                decline("No enclosure here")
                return []
            }
            return play(enclosure)
        }
        let lines = enclosures.map { enclosure in
            let parts = enclosure.facts + [shortened(address: enclosure.url)]
            let detail = parts.joined(separator: " \(settings.glyphs.dot) ")
            return Panel.Line(
                label: enclosure.shownName, detail: detail, choice: .play(enclosure), name: enclosure.url)
        }
        panel = Panel(.enclosures, title: "Enclosures", lines: lines)
        return []
    }

    mutating func play(_ enclosure: Enclosure) -> [Effect] {
        guard WebAddress.isHTTP(enclosure.url) else {
            say("Not a web address, not opened: \(enclosure.url)", .warning)
            return []
        }
        return [.play(enclosure)]
    }
}

extension Document {
    /// The text of each link, by the index of the link.
    fileprivate var linkTexts: [Int: String] {
        var texts: [Int: String] = [:]
        for block in blocks {
            for run in block.runs {
                guard let link = run.link, links.indices.contains(link), !Self.isAddress(run.text, of: links[link])
                else {
                    continue
                }
                texts[link] = texts[link] ?? run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            if case .picture(let alternative, let link, let target, _) = block.content, !alternative.isEmpty {
                for link in [link, target].compactMap(\.self) { texts[link] = texts[link] ?? alternative }
            }
        }
        return texts
    }
}

extension Document {
    private static func isAddress(_ text: String, of link: Link) -> Bool {
        link.url == text || link.url == "https://" + text || link.url == "http://" + text
    }
}

extension Block {
    fileprivate var runs: [Run] {
        switch content {
        case .paragraph(let runs), .heading(_, let runs): runs
        case .table(let table): table.caption + table.rows.joined().joined()
        case .preformatted, .rule, .picture: []
        }
    }
}
