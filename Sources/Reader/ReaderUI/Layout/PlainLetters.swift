import ArticleText
import Screen

extension Document {
    /// The document in ASCII.
    var inPlainLetters: Document {
        var document = self
        for index in document.blocks.indices { document.blocks[index] = document.blocks[index].inPlainLetters }
        return document
    }
}

extension Block {
    fileprivate var inPlainLetters: Block {
        var block = self
        block.content = content.inPlainLetters
        block.containers = containers.map(\.inPlainLetters)
        return block
    }
}

extension Block.Container {
    fileprivate var inPlainLetters: Block.Container {
        switch self {
        case .listItem(let marker, let begins): .listItem(marker: Transliteration.ascii(marker), begins: begins)
        default: self
        }
    }
}

extension Block.Content {
    fileprivate var inPlainLetters: Block.Content {
        switch self {
        case .paragraph(let runs): .paragraph(runs.inPlainLetters)
        case .heading(let level, let runs): .heading(level, runs.inPlainLetters)
        case .preformatted(let lines): .preformatted(lines.map(Transliteration.ascii))
        case .table(let table): .table(table.inPlainLetters)
        case .picture(let alternative, let link, let target, let isDescribed):
            .picture(
                alternative: Transliteration.ascii(alternative), link: link, target: target, isDescribed: isDescribed)
        default: self
        }
    }
}

extension Table {
    fileprivate var inPlainLetters: Table {
        var table = self
        table.caption = caption.inPlainLetters
        table.rows = rows.map { $0.map(\.inPlainLetters) }
        return table
    }
}

extension [Run] {
    fileprivate var inPlainLetters: [Run] {
        map { run in
            var run = run
            run.text = Transliteration.ascii(run.text)
            return run
        }
    }
}
