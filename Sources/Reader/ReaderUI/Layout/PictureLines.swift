import ArticleText
import PictureArt
import Screen

extension TextLayout {
    /// A row of a picture's cells in a line.
    package struct PicturePiece: Equatable, Sendable {
        /// Nil for the picture beside the headline.
        package var address: String?
        package var row: Int
        /// The column of the line that it begins at.
        package var column: Int
    }
}

/// A picture as the layout needs it.
struct PlacedPicture {
    /// What is said where it is not shown.
    let alternative: String
    let link: Int?
    let facts: PictureFacts?
    /// The cells it takes; nil where only its caption stands there.
    let size: Size?
    /// What the caption offers besides.
    let offer: String?

    /// What stands below it where it is shown.
    var caption: String {
        facts?.hasCaption == true ? "" : facts?.words ?? ""
    }
}

extension LayoutBuilder {
    /// The columns between two pictures that stand side by side.
    static let pictureGap = 2

    /// How many of these pictures, from the first on, stand beside each other.
    static func fitting(_ pictures: some Collection<PlacedPicture>, width: Int) -> Int {
        var (used, count) = (0, 0)
        for picture in pictures {
            guard let size = picture.size else { break }
            used += size.columns + (count > 0 ? pictureGap : 0)
            guard used <= width || count == 0 else { break }
            count += 1
        }
        return max(1, count)
    }

    /// Pictures beside each other, their captions below them.
    mutating func add(_ pictures: [PlacedPicture], _ prefix: BlockPrefix) {
        guard let first = pictures.first, first.size != nil else {
            for picture in pictures { addCaption(picture, prefix) }
            return
        }
        let rows = pictures.compactMap { $0.size?.rows }.max() ?? 0
        for row in 0..<rows {
            append([], prefix.rest, offset: row - rows)
            var column = prefix.width
            for picture in pictures {
                guard let size = picture.size, let address = picture.facts?.address else { continue }
                if row < size.rows {
                    lines[lines.count - 1].pictures.append(
                        TextLayout.PicturePiece(address: address, row: row, column: column))
                }
                column += size.columns + Self.pictureGap
            }
        }
        addCaptions(below: pictures, prefix)
    }

    /// One line below all of them.
    private mutating func addCaptions(below pictures: [PlacedPicture], _ prefix: BlockPrefix) {
        guard pictures.contains(where: { !$0.caption.isEmpty }) else { return }
        var spans: [TextLayout.Span] = []
        for (index, picture) in pictures.enumerated() {
            let number = picture.link.map { " [\($0 + 1)]" } ?? ""
            let columns = pictures.count == 1 ? width - prefix.width : picture.size?.columns ?? 0
            let room = max(1, columns - number.utf8.count)
            let text =
                picture.caption.isEmpty ? "" : Truncation.fit(picture.caption, room, ellipsis: glyphs.ellipsis) + number
            let gap = index + 1 == pictures.count ? 0 : columns + Self.pictureGap - DisplayWidth.of(text)
            spans.append(TextLayout.Span(text, .dim, link: picture.link))
            spans.append(TextLayout.Span(String(repeating: " ", count: max(0, gap)), .dim))
        }
        append(spans, prefix.rest)
    }

    /// A picture that is not shown, as one line of text.
    private mutating func addCaption(_ picture: PlacedPicture, _ prefix: BlockPrefix) {
        var runs = [Run("\(glyphs.picture) \(picture.alternative)", link: picture.link)]
        if let offer = picture.offer { runs.append(Run(" \(glyphs.dot) \(offer)")) }
        addRuns(runs, role: .picture, prefix)
    }
}

extension TextLayout {
    /// The header with the picture that stands beside it, at the right.
    func headerLines(_ header: [Line]) -> [Line] {
        guard let size = pictures.cells(nil)?.size else { return header }
        var lines = header
        while lines.count < size.rows + 1 {
            lines.append(Line(place: Place(block: -1, offset: lines.count)))
        }
        for row in 0..<size.rows {
            lines[row].pictures = [PicturePiece(address: nil, row: row, column: max(0, form.width - size.columns))]
        }
        return lines
    }

    /// The pictures that stand with a block's one: those of the blocks before and behind it that follow each other closely.
    /// Nil where the block is no picture; empty where it stands beside one that comes before it.
    func placedPictures(at block: Int) -> [PlacedPicture]? {
        guard case .picture? = picture(at: block) else { return nil }
        var start = block
        while start > 0, start > block - Self.longestRow, continues(start) { start -= 1 }
        let room = pictureRoom(of: block)
        while start <= block {
            var run: [PlacedPicture] = []
            var next = start
            while next < document.blocks.count, next == start || continues(next), run.count < Self.longestRow {
                run.append(placed(next))
                next += 1
            }
            let count = LayoutBuilder.fitting(run, width: room)
            if start == block { return Array(run.prefix(count)) }
            start += count
        }
        return []
    }

    /// The most pictures that are looked at for one row.
    private static let longestRow = 64

    private func picture(at block: Int) -> Block.Content? {
        guard document.blocks.indices.contains(block), case .picture = document.blocks[block].content else {
            return nil
        }
        return document.blocks[block].content
    }

    /// Whether a picture follows one directly, both with cells, in the same quotation or item.
    private func continues(_ block: Int) -> Bool {
        guard picture(at: block) != nil, picture(at: block - 1) != nil, placed(block - 1).size != nil,
            placed(block).size != nil
        else { return false }
        return document.blocks[block].containers == document.blocks[block - 1].containers
    }

    /// Whether a block is the caption of a picture that is shown above it.
    func isCaption(_ block: Int) -> Bool {
        block > 0 && pictureFacts(at: block - 1)?.hasCaption == true && keptSize(of: block - 1) != nil
    }

    /// The cells that a picture takes, or will.
    func keptSize(of block: Int) -> Size? { placed(block).size }

    private func placed(_ block: Int) -> PlacedPicture {
        guard case .picture(let alternative, let link)? = picture(at: block) else {
            return PlacedPicture(alternative: "", link: nil, facts: nil, size: nil, offer: nil)
        }
        let facts = pictureFacts(at: block)
        return PlacedPicture(
            alternative: alternative, link: link, facts: facts,
            size: facts.flatMap { size(of: $0, in: pictureRoom(of: block)) },
            offer: pictures.offer.flatMap { $0.address == facts?.address ? $0.text : nil })
    }

    /// Room is kept for a picture that is on its way, if its size is told.
    private func size(of facts: PictureFacts, in columns: Int) -> Size? {
        if let size = pictures.size(facts.address) { return size }
        guard pictures[facts.address] == .loading, !pictures.isHidden, let width = facts.width,
            let height = facts.height,
            let cell = form.pictureCell, let wish = pictures.wish
        else { return nil }
        return PictureSize.cells(
            for: PixelSize(width: width, height: height), cell: cell,
            within: Size(columns: min(columns, wish.room.columns), rows: wish.room.rows))
    }

    func pictureRoom(of block: Int) -> Int {
        max(8, form.width)
            - BlockPrefix(document.blocks[block].containers, width: max(8, form.width), glyphs: form.glyphs).width
    }

    func pictureFacts(at block: Int) -> PictureFacts? {
        guard case .picture(_, let link?)? = picture(at: block), document.links.indices.contains(link) else {
            return nil
        }
        return document.links[link].picture
    }
}
