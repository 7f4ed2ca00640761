import ArticleText
import FeedModel

// Where reading stopped is kept when an article is left: for the session here, for later ones in the library.
extension State {
    /// What is to be kept of an article that was open before an event.
    mutating func placesToKeep(of reading: Reading?, leaving focus: Column, _ effects: [Effect]) -> [Effect] {
        guard let reading else { return [] }
        let current = self.reading.flatMap { $0.id == reading.id ? $0 : nil }
        let isLeft = current == nil || (focus == .text && self.focus != .text) || effects.contains(.quit)
        guard isLeft, let effect = (current ?? reading).placeToKeep else { return [] }
        if let current { self.reading?.keptPlace = current.place }
        return [effect]
    }

    /// What is to be kept where the program ends without a key.
    package var placeToKeep: Effect? { reading?.placeToKeep }
}

extension Reading {
    /// Nil where the library knows the place, or never will: the guide's articles have numbers below zero.
    fileprivate var placeToKeep: Effect? {
        let place = place
        guard place != keptPlace, id.rawValue >= 0, !open.document.isBeginning else { return nil }
        return .keepPlace(id, place.block < 0 ? nil : place, isPage: open.isFullText)
    }
}
