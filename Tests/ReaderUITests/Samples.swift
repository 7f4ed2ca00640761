import ArticleText

/// Documents to be laid out.
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

    /// The first third of it.
    static let beginning = {
        var beginning = Document(blocks: Array(document.blocks.prefix(2)), links: Array(document.links.prefix(1)))
        beginning.share = 0.3
        return beginning
    }()
}
