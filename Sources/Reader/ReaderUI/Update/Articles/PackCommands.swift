import FeedModel

// Packing for a journey.
extension State {
    /// The time that the result of packing stays on the screen, in seconds.
    private static let endTime = 10.0

    mutating func pack(_ scope: String?) -> [Effect] {
        if let scope { return [.pack(scope)] }
        guard focus != .feeds else {
            guard let scope = sidebar.selected?.scope else { return [] }
            return scope == .guide ? packNothing("The guide needs no packing") : [.togglePack(.unread(scope))]
        }
        guard list.scope != .guide else { return packNothing("The guide needs no packing") }
        let ids = dequeueArticles()
        return ids.isEmpty ? packNothing("No article here to pack") : [.togglePack(.articles(ids))]
    }

    private mutating func packNothing(_ reason: String) -> [Effect] {
        say(reason)
        return []
    }

    /// In all lists, leaves out articles that are not packed, or shows them again.
    mutating func toggleOnlyPacked() -> [Effect] {
        list.isPackedOnly.toggle()
        say(list.isPackedOnly ? "Listing packed articles only" : "Listing all articles")
        if list.isPackedOnly { list.kept = [] }
        if let other = waiting.otherList {
            // Its rows were requested under the previous choice.
            waiting.forgetOtherList()
            return show(other.listing.scope, order: other.listing.order, at: other.anchor)
        }
        return reload()
    }

    /// Shows the packed parts of each article. A list that depends on them reloads.
    mutating func showPacks(_ packs: [ArticleID: PackState]) -> [Effect] {
        let changed = self.packs != packs
        if let id = reading?.id, self.packs[id] != packs[id] { searchMissingPictures() }
        self.packs = packs
        return changed && list.asksForPacked ? reload() : []
    }

    /// - Parameter words: the progress of packing; nil once it has ended.
    mutating func showPacking(_ words: String?) -> [Effect] {
        network.packing = words
        return renewQueue()
    }

    mutating func endPacking(_ lines: [String], isProblem: Bool) -> [Effect] {
        for line in lines.dropFirst() { messages.note(Message(line, kind: .warning), at: clock.now) }
        if let first = lines.first {
            let more = lines.count > 1 ? "; \(keymap.name(of: .messages)) lists more" : ""
            let kind = isProblem ? Message.Kind.warning : .note
            messages.add(Message(first, kind: kind, seconds: Self.endTime, reference: more), at: clock.now)
        }
        return showPacking(nil)
    }
}

extension ArticleList {
    /// True if the list depends on which articles are packed.
    var asksForPacked: Bool {
        switch scope {
        case _ where isPackedOnly: true
        case .search(let text), .filtered(_, let text):
            SearchLanguage.packedWords.contains(where: text.lowercased().contains)
        default: false
        }
    }
}
