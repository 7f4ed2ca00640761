import ArticleText
import PictureArt
import Screen

extension TextLayout {
    /// A row of a picture's cells in a line.
    struct PicturePiece: Equatable, Sendable {
        /// The picture's address; nil for the picture next to the headline.
        var address: String?
        var row: Int
        /// The first column of the piece within the line.
        var column: Int
    }
}

/// A picture with everything that the layout needs to know about it.
struct PlacedPicture {
    /// The text shown instead of the picture.
    let alternative: String
    /// False if the alternative is only the file's name.
    let isDescribed: Bool
    let link: Int?
    /// The index of the page that the picture links to.
    let target: Int?
    let attributes: PictureAttributes?
    /// The size in cells; nil if only the caption is shown.
    let size: Size?
    /// The hint that the caption adds.
    let offer: String?
    /// True if the page has its own caption, which is the next block of the text.
    var hasCaption = false

    /// The text below the picture; empty if the page's own caption follows.
    var caption: String {
        hasCaption || !isDescribed ? "" : alternative
    }

    /// The numbers of the picture's links, such as `[1]`.
    var numbers: String {
        [link, target].compactMap(\.self).map { "[\($0 + 1)]" }.joined(separator: " ")
    }

    /// Minimum length of a shortened caption that is shown below a picture, in columns without the link numbers
    /// (default 12).
    private static let captionColumns = 12

    /// True if the link numbers, which are never shortened, and the caption, or a readable part of it, fit below the
    /// picture.
    var hasRoomForCaption: Bool {
        let label = caption.isEmpty || numbers.isEmpty ? numbers : " " + numbers
        let readable = min(DisplayWidth.of(caption), Self.captionColumns)
        return (size?.columns ?? 0) >= readable + DisplayWidth.of(label)
    }
}

extension LayoutBuilder {
    /// Columns between two pictures in a row.
    private static let pictureGap = 2

    /// Returns the number of leading pictures that fit in one row.
    fileprivate static func fitting(_ pictures: some Collection<PlacedPicture>, width: Int) -> Int {
        var (used, count) = (0, 0)
        for picture in pictures {
            guard let size = picture.size else { break }
            used += size.columns + (count > 0 ? pictureGap : 0)
            guard used <= width || count == 0 else { break }
            count += 1
        }
        return max(1, count)
    }

    /// Adds pictures in one row, with their captions below.
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
                guard let size = picture.size, let address = picture.attributes?.address else { continue }
                if row < size.rows {
                    lines[lines.count - 1].pictures.append(
                        TextLayout.PicturePiece(address: address, row: row, column: column))
                }
                column += size.columns + Self.pictureGap
            }
        }
        addCaptions(below: pictures, prefix)
    }

    /// Adds one line below all pictures of a row. If a picture is too narrow for its caption, the captions become a
    /// text of their own instead.
    private mutating func addCaptions(below pictures: [PlacedPicture], _ prefix: BlockPrefix) {
        let labeled = pictures.filter { !$0.caption.isEmpty || !$0.numbers.isEmpty }
        guard !labeled.isEmpty else { return }
        guard pictures.count == 1 || pictures.allSatisfy(\.hasRoomForCaption) else {
            return addCaptionText(of: labeled, prefix)
        }
        var spans: [TextLayout.Span] = []
        for (index, picture) in pictures.enumerated() {
            let columns = pictures.count == 1 ? width - prefix.width : picture.size?.columns ?? 0
            let number = picture.caption.isEmpty || picture.numbers.isEmpty ? picture.numbers : " " + picture.numbers
            let room = max(1, columns - number.utf8.count)
            let text = Truncation.fit(picture.caption, room, ellipsis: glyphs.ellipsis) + number
            let gap = index + 1 == pictures.count ? 0 : columns + Self.pictureGap - DisplayWidth.of(text)
            spans.append(TextLayout.Span(text, .dim, link: picture.link))
            spans.append(TextLayout.Span(String(repeating: " ", count: max(0, gap)), .dim))
        }
        append(spans, prefix.rest)
    }

    /// Adds the captions one after the other, in the order of the pictures.
    private mutating func addCaptionText(of pictures: [PlacedPicture], _ prefix: BlockPrefix) {
        var runs: [Run] = []
        for picture in pictures {
            // A space separates a link's number from the text before it.
            if !runs.isEmpty { runs.append(Run(picture.caption.isEmpty ? " \(glyphs.dot)" : " \(glyphs.dot) ")) }
            runs.append(Run(picture.caption, link: picture.link))
            if let target = picture.target { runs.append(Run("", link: target)) }
        }
        addRuns(runs, role: .picture, prefix)
    }

    /// Adds a picture that is not shown, as one line of text.
    private mutating func addCaption(_ picture: PlacedPicture, _ prefix: BlockPrefix) {
        var runs = [Run("\(glyphs.picture) \(picture.alternative)", link: picture.link)]
        if let target = picture.target { runs.append(Run("", link: target)) }
        if let offer = picture.offer { runs.append(Run(" \(glyphs.dot) \(offer)")) }
        addRuns(runs, role: .picture, prefix)
    }
}

extension TextLayout {
    /// Adds the picture next to the headline, on the right of the header.
    func headerLines(_ header: [Line]) -> [Line] {
        guard let size = pictures.cells(nil)?.size else { return header }
        var lines = header
        while lines.count < size.rows + 1 {
            lines.append(Line(position: Position(block: -1, offset: lines.count)))
        }
        for row in 0..<size.rows {
            lines[row].pictures = [PicturePiece(address: nil, row: row, column: max(0, form.width - size.columns))]
        }
        return lines
    }

    /// Returns the pictures that share a row with this block's picture, found in directly adjacent blocks. Returns nil
    /// if the block is not a picture, and an empty list if the row of an earlier picture contains it.
    func placedPictures(at block: Int) -> [PlacedPicture]? {
        guard case .picture? = picture(at: block) else { return nil }
        var start = block
        while start > 0, start > block - Self.maximumRowLength, continues(start) { start -= 1 }
        let room = pictureRoom(of: block)
        while start <= block {
            var run: [PlacedPicture] = []
            var next = start
            while next < document.blocks.count, next == start || continues(next), run.count < Self.maximumRowLength {
                run.append(placed(next))
                next += 1
            }
            let count = LayoutBuilder.fitting(run, width: room)
            if start == block { return Array(run.prefix(count)) }
            start += count
        }
        return []
    }

    /// Maximum number of pictures considered for one row.
    private static let maximumRowLength = 64

    private func picture(at block: Int) -> Block.Content? {
        guard document.blocks.indices.contains(block), case .picture = document.blocks[block].content else {
            return nil
        }
        return document.blocks[block].content
    }

    /// True if this picture directly follows another one in the same quotation or item, both have cells, and this one
    /// does not begin a figure with its own caption.
    private func continues(_ block: Int) -> Bool {
        guard picture(at: block) != nil, picture(at: block - 1) != nil, placed(block - 1).size != nil,
            placed(block).size != nil, document.blocks[block].spacing != .apart
        else { return false }
        return document.blocks[block].containers == document.blocks[block - 1].containers
    }

    /// Returns the size, in cells, that a picture takes or will take.
    func keptSize(of block: Int) -> Size? { placed(block).size }

    private func placed(_ block: Int) -> PlacedPicture {
        guard case .picture(let alternative, let link, let target, let isDescribed)? = picture(at: block) else {
            return PlacedPicture(
                alternative: "", isDescribed: false, link: nil, target: nil, attributes: nil, size: nil, offer: nil)
        }
        let attributes = pictureAttributes(at: block)
        return PlacedPicture(
            alternative: alternative, isDescribed: isDescribed, link: link, target: target, attributes: attributes,
            size: attributes.flatMap { size(of: $0, in: pictureRoom(of: block)) },
            offer: pictures.offer.flatMap { isFirstPicture(block, from: $0.address) ? $0.text : nil },
            hasCaption: document.blocks.indices.contains(block + 1) && document.blocks[block + 1].spacing == .caption)
    }

    /// True if the block is the first picture with this address; a text may show one picture several times.
    private func isFirstPicture(_ block: Int, from address: String) -> Bool {
        guard pictureAttributes(at: block)?.address == address else { return false }
        return !document.blocks.indices.prefix(block).contains { pictureAttributes(at: $0)?.address == address }
    }

    /// Returns the picture's size; reserves space for a picture that is still loading if its dimensions are known.
    private func size(of attributes: PictureAttributes, in columns: Int) -> Size? {
        if let size = pictures.size(attributes.address) { return size }
        guard pictures[attributes.address] == .loading, !pictures.isHidden, let width = attributes.width,
            let height = attributes.height,
            let cell = form.pictureCell, let request = pictures.request
        else { return nil }
        return PictureSize.cells(
            for: PixelSize(width: width, height: height), cell: cell,
            within: Size(columns: min(columns, request.room.columns), rows: request.room.rows))
    }

    func pictureRoom(of block: Int) -> Int {
        max(8, form.width)
            - BlockPrefix(document.blocks[block].containers, width: max(8, form.width), glyphs: form.glyphs).width
    }

    func pictureAttributes(at block: Int) -> PictureAttributes? {
        guard case .picture(_, let link?, _, _)? = picture(at: block), document.links.indices.contains(link) else {
            return nil
        }
        return document.links[link].picture
    }
}
