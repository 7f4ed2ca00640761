/// The amount of text, links and elements inside an element of what remains of a page.
struct PageMeasure {
    /// Characters of text.
    var length: Int32 = 0
    /// Characters of links; links to positions on the page count for three tenths.
    var linked: Int32 = 0
    var commas: Int32 = 0
    var paragraphs: Int32 = 0
    var pictures: Int32 = 0
    /// Pictures in a `figure` or in an author's gallery, and not in a teaser or a button.
    var figures: Int32 = 0
    var items: Int32 = 0
    var inputs: Int32 = 0
    /// Frames and the like that are not players.
    var embeds: Int32 = 0
    var players: Int32 = 0
    var rows: Int32 = 0
    var cells: Int32 = 0
    var links: Int32 = 0
    /// Characters in headings, and in lists.
    var headingLength: Int32 = 0
    var listLength: Int32 = 0
    /// Characters in elements that contain text: paragraphs, items, cells and the like.
    var textual: Int32 = 0
    /// Number of direct children.
    var children: Int32 = 0
    /// True if it contains an element that no paragraph can contain.
    var hasBlock = false
    var hasTable = false
    var hasTableParts = false

    /// The fraction of linked characters, 0–1.
    var linkDensity: Double {
        length == 0 ? 0 : Double(linked) / Double(length)
    }

    mutating func add(_ inner: PageMeasure) {
        length &+= inner.length
        linked &+= inner.linked
        commas &+= inner.commas
        paragraphs &+= inner.paragraphs
        pictures &+= inner.pictures
        figures &+= inner.figures
        items &+= inner.items
        inputs &+= inner.inputs
        embeds &+= inner.embeds
        players &+= inner.players
        rows &+= inner.rows
        cells &+= inner.cells
        links &+= inner.links
        headingLength &+= inner.headingLength
        listLength &+= inner.listLength
        textual &+= inner.textual
        hasBlock = hasBlock || inner.hasBlock
        hasTable = hasTable || inner.hasTable
        hasTableParts = hasTableParts || inner.hasTableParts
    }
}
