package import ArticleText

/// The differences between two texts of an article, as a text: `[-removed-]` and `{+added+}` words, with one unchanged
/// paragraph before and after each change.
package struct TextChanges {
    /// Maximum numbers of paragraphs in a text, and of words in a paragraph, that are compared.
    private static let maximumBlocks = 3_000
    private static let maximumWords = 3_000
    /// Minimum share of common words: paragraphs with a smaller one are shown as removed and added.
    private static let minimumCommonShare = 0.3

    private var blocks: [Block] = []
    private var hasChanges = false

    fileprivate enum Step {
        case same(String)
        case changed(removed: [String], added: [String])
    }

    /// Returns the changes; nil if both texts have the same words, or are too long to compare.
    package static func document(
        from old: Document, titled oldTitle: String?, to new: Document, titled newTitle: String?
    ) -> Document? {
        let texts = [old, new].map { $0.blocks.map(\.words).filter { !$0.isEmpty } }
        guard texts.allSatisfy({ $0.count <= maximumBlocks }) else { return nil }
        var changes = TextChanges()
        if let oldTitle, let newTitle, oldTitle != newTitle { changes.addPair(oldTitle, newTitle) }
        changes.add(steps(from: texts[0], to: texts[1]))
        guard changes.hasChanges else { return nil }
        let legend = Block(
            .paragraph([
                Run("Changes since the article arrived: "), Run("[-removed-]", style: .strikethrough), Run(" "),
                Run("{+added+}", style: .mark),
            ]))
        return Document(blocks: [legend] + changes.blocks)
    }

    private static func steps(from old: [String], to new: [String]) -> [Step] {
        let difference = new.difference(from: old)
        let removed = Set(difference.removals.map(offset))
        let added = Set(difference.insertions.map(offset))
        var steps: [Step] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            var (gone, come): ([String], [String]) = ([], [])
            while removed.contains(from) {
                gone.append(old[from])
                from += 1
            }
            while added.contains(to) {
                come.append(new[to])
                to += 1
            }
            if !gone.isEmpty || !come.isEmpty { steps.append(.changed(removed: gone, added: come)) }
            guard from < old.count, to < new.count else { continue }
            steps.append(.same(new[to]))
            (from, to) = (from + 1, to + 1)
        }
        return steps
    }

    private static func offset(of change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .remove(let offset, _, _), .insert(let offset, _, _): offset
        }
    }

    private mutating func add(_ steps: [Step]) {
        var isSkipping = false
        for (index, step) in steps.enumerated() {
            switch step {
            case .changed(let removed, let added):
                isSkipping = false
                let pairs = min(removed.count, added.count)
                for pair in 0..<pairs { addPair(removed[pair], added[pair]) }
                removed.dropFirst(pairs).forEach { add([Self.removed($0)]) }
                added.dropFirst(pairs).forEach { add([Self.added($0)]) }
            case .same(let text):
                let isBeside = [index - 1, index + 1].contains { steps.indices.contains($0) && steps[$0].isChange }
                if isBeside {
                    blocks.append(Block(.paragraph([Run(text)])))
                    isSkipping = false
                } else if !isSkipping {
                    blocks.append(Block(.paragraph([Run("…")])))
                    isSkipping = true
                }
            }
        }
    }

    private mutating func add(_ runs: [Run]) {
        hasChanges = true
        blocks.append(Block(.paragraph(runs)))
    }

    /// Shows the changed words of a paragraph, or both texts if they have little in common.
    private mutating func addPair(_ old: String, _ new: String) {
        let (from, to) = (old.split(separator: " "), new.split(separator: " "))
        guard from.count <= Self.maximumWords, to.count <= Self.maximumWords else {
            add([Self.removed(old)])
            return add([Self.added(new)])
        }
        let steps = Self.steps(from: from.map(String.init), to: to.map(String.init))
        let common = steps.count { !$0.isChange }
        guard Double(common) >= Self.minimumCommonShare * Double(max(from.count, to.count)) else {
            add([Self.removed(old)])
            return add([Self.added(new)])
        }
        add(Self.runs(of: steps))
    }

    private static func runs(of steps: [Step]) -> [Run] {
        var runs: [Run] = []
        for (index, step) in steps.enumerated() {
            if index > 0 { runs.append(Run(" ")) }
            switch step {
            case .same(let word): runs.append(Run(word))
            case .changed(let gone, let come):
                if !gone.isEmpty { runs.append(removed(gone.joined(separator: " "))) }
                if !gone.isEmpty, !come.isEmpty { runs.append(Run(" ")) }
                if !come.isEmpty { runs.append(added(come.joined(separator: " "))) }
            }
        }
        return runs
    }

    private static func removed(_ text: String) -> Run { Run("[-\(text)-]", style: .strikethrough) }

    private static func added(_ text: String) -> Run { Run("{+\(text)+}", style: .mark) }
}

extension TextChanges.Step {
    fileprivate var isChange: Bool {
        if case .changed = self { true } else { false }
    }
}

extension Block {
    /// Its words, separated by single spaces.
    fileprivate var words: String {
        let text: String =
            switch content {
            case .paragraph(let runs), .heading(_, let runs): runs.map(\.text).joined()
            case .preformatted(let lines): lines.joined(separator: " ")
            case .table(let table):
                table.rows.map { $0.map { $0.map(\.text).joined() }.joined(separator: " | ") }.joined(separator: " / ")
            case .picture(let alternative, _, _, _): alternative
            case .rule: ""
            }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
