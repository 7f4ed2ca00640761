import ArticleText
import FeedModel

// Stores the reading position when an article is left: in memory for this session, in the library for later ones.
extension State {
    /// Returns the positions to store for an article that was open before an event.
    mutating func positionsToStore(of reading: Reading?, leaving focus: Column, _ effects: [Effect]) -> [Effect] {
        guard let reading else { return [] }
        let current = self.reading.flatMap { $0.id == reading.id ? $0 : nil }
        let isLeft = current == nil || (focus == .text && self.focus != .text) || effects.contains(.quit)
        guard isLeft, let effect = (current ?? reading).positionToStore else { return [] }
        if let current { self.reading?.storedPosition = current.position }
        return [effect]
    }

    /// The effects if the program ends without a command to quit: they store the reading position and the lines typed.
    package var effectsAtEnd: [Effect] {
        let position = reading?.positionToStore.map { [$0] } ?? []
        return position + [.remember(memory)]
    }
}

extension Reading {
    /// Nil if the library already holds the position or cannot hold it: the guide's articles have ids below zero.
    fileprivate var positionToStore: Effect? {
        let position = position
        guard position != storedPosition, id.rawValue >= 0, !open.document.isBeginning, !open.showsChanges else {
            return nil
        }
        return .keepReadingPosition(id, position.block < 0 ? nil : position, isPage: open.isFullText)
    }
}
