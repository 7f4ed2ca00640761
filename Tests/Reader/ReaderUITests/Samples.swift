import ArticleText

/// Sample documents for the layout.
enum Samples {
    static let document = Document(
        blocks: [
            Block(
                .paragraph([
                    Run("Text runs at a readable width. A link is followed by its "),
                    Run("number", link: 0), Run(", "), Run("emphasis", style: .emphasis),
                    Run(" is shown, code keeps its lines:"),
                ])),
            Block(.preformatted(["let answer = 42", "", "print(answer)"])),
            Block(.heading(2, [Run("A heading")])),
            Block(.paragraph([Run("A quotation has a bar of its own")]), in: [.quote]),
            Block(.paragraph([Run("and nested ones two of them.")]), in: [.quote, .quote]),
            Block(
                .paragraph([Run("lists hang, so that a second line starts under the first word of the item")]),
                in: [.listItem(marker: "•", begins: true)]),
            Block(.paragraph([Run("a second item")]), in: [.listItem(marker: "•", begins: true)]),
            Block(.rule),
            Block(.picture(alternative: "the file format", link: 1)),
        ],
        links: [
            Link(url: "https://example.org/one", isPicture: false),
            Link(url: "https://example.org/p.png", isPicture: true),
        ])

    /// The first third of the sample.
    static let beginning = {
        var beginning = Document(blocks: Array(document.blocks.prefix(2)), links: Array(document.links.prefix(1)))
        beginning.share = 0.3
        return beginning
    }()

    /// Every kind of block, blocks without a line, and three quotations of the same text in a row.
    static let everything = {
        let paragraph = Block.Content.paragraph([
            Run("Some words, "), Run("a link", link: 1), Run(" 日本語の文章は空白なしで折り返される "), Run("and code", style: .code),
        ])
        let cells = (1...4).map { row in (1...3).map { [Run("cell \(row) of column \($0)")] } }
        let item = Block.Container.listItem(marker: "•", begins: true)
        return Document(
            blocks: [
                Block(.table(Table())), Block(paragraph), Block(.heading(1, [Run("Heading")])),
                Block(paragraph, in: [.quote]), Block(paragraph, in: [.quote]), Block(paragraph, in: [.quote, .quote]),
                Block(paragraph, in: [item]), Block(paragraph, in: [item]), Block(.rule), Block(.table(Table())),
                Block(.preformatted(["one", "", "    a line of code that is longer than most lines are"])),
                Block(.table(Table(caption: [Run("Caption")], hasHeader: true, rows: cells))),
                Block(.picture(alternative: "what it shows", link: 0)), Block(.paragraph([])),
            ],
            links: (1...12).map { Link(url: "https://example.org/a/long/address/of/page/\($0)") })
    }()
}
